"""What the whole search would have to do where it is too long: one path, and the width of the tree.

One path of the clairvoyant gains no more than the best, so its mean is at most the bound: if it
exceeds another bound, the relaxation cannot be tighter. Its expectations come from layouts other
than those by which the path was chosen, so they err to neither side.
"""

from __future__ import annotations

from dataclasses import dataclass

from papers.studies.penalised.clairvoyant import Layout
from papers.studies.penalised.large import LargeGame, LargePosition

MARGINS = (0.02, 0.05, 0.1, 0.2)


def path_gain(game: LargeGame, again: LargeGame, layout: Layout) -> tuple[float, list[float]]:
    """Return what one path gains in a layout, and the largest residual of each position on it.

    At each guess, it takes the candidate of the look-ahead that gains most if the next guess has
    the largest expectation. ``again`` is the same game with another seed."""
    position, paid = game.first(layout), 0.0
    residuals: list[float] = []
    while (payoff := game.payoff(position)) is None:
        options: list[tuple[float, int, LargePosition | None]] = []
        cells = game.candidates(position)
        for cell in cells:
            expected = game.expected(position, cell)
            if cell in layout:
                options.append((expected, cell, None))
                continue
            after = game.after(position, cell, layout)
            options.append((expected + _next(game, after), cell, after))
        residuals.append(
            max(again.expected(position, cell) for cell in cells) - game.value(position)
        )
        _, cell, chosen = max(options, key=lambda option: option[0])
        paid -= again.expected(position, cell)
        if chosen is None:
            return -paid, residuals
        paid += game.value(chosen)
        position = chosen
    return payoff - paid, residuals


def _next(game: LargeGame, position: LargePosition) -> float:
    """Return the largest residual of the candidates of a position."""
    if game.payoff(position) is not None:
        return 0.0
    best = max(game.expected(position, cell) for cell in game.candidates(position))
    return best - game.value(position)


@dataclass(frozen=True)
class Width:
    """The moves of one position: how many there are, how many have an expectation within each of
    the ``MARGINS`` of the largest, and how many could still gain more than the best that needs no
    search, by their upper bounds."""

    moves: int
    within: tuple[int, ...]
    open: int


def width(game: LargeGame, layout: Layout) -> Width | None:
    """Return the width of the first guess in a layout, or None if the position has a payoff."""
    position = game.first(layout)
    if game.payoff(position) is not None:
        return None
    expected = {cell: game.expected(position, cell) for cell in game.moves(position)}
    most = max(expected.values())
    within = tuple(sum(q >= most - margin for q in expected.values()) for margin in MARGINS)
    settled, limits = 0.0, []
    for cell, q in expected.items():
        after = None if cell in layout else game.after(position, cell, layout)
        if after is None or game.payoff(after) is not None:
            settled = max(settled, q)
        else:
            limits.append(q + game.excess(after))
    return Width(len(expected), within, sum(limit > settled for limit in limits))
