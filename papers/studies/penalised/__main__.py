"""How tight is the penalised relaxation after an opened 0?

    python -m papers.studies.penalised 8x8x10 --deals 200 --guesses 1 --guesses 2 --layouts 100

After the last of ``--guesses`` guesses, survival of one more counts as a win. So with one guess,
the bound is that of two guesses in ``sapper bounds``, without twins. All rows have the same deals.

    python -m papers.studies.penalised expert --deals 100 --layouts 30 --path
    python -m papers.studies.penalised expert --deals 10 --layouts 30 --width

    python -m papers.studies.penalised 4x3x3 --small

``--small`` compares estimates on a board whose layouts are listed, under the rule ``safe``.
``--path`` and ``--width`` measure what can be said where the search takes too long (``paths``): the
gain of one path to the end of the game, and the width of the tree at the first guess, if two are
evaluated.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from bench.options import command
from bench.table import points
from papers.studies.penalised.clairvoyant import Clairvoyant
from papers.studies.penalised.estimate import fitted, mines_of
from papers.studies.penalised.large import LargeGame
from papers.studies.penalised.paths import MARGINS, path_gain, width
from papers.studies.penalised.small import study
from sapper.game.level import board_of

DEALS_SEED = 2  #: the seed of the deals that are measured


def main() -> None:
    """Fit an estimate, and print the bounds with some numbers of guesses."""
    parser = command("papers.studies.penalised", __doc__, deals=200, layouts=100)
    parser.add_argument("level")
    parser.add_argument("--start", type=int, default=0, help="index of the first cell")
    parser.add_argument("--games", type=int, default=4000, help="for the fit")
    parser.add_argument("--guesses", type=int, action="append")
    parser.add_argument("--path", action="store_true")
    parser.add_argument("--width", action="store_true")
    parser.add_argument("--small", action="store_true")
    chosen = parser.parse_args()
    grid, mines = board_of(chosen.level)
    if chosen.small:
        print(study(grid, mines, "safe"))
        return
    start = chosen.start
    fit = fitted(LargeGame(grid, mines, start, lambda _: 0.5, 1, 1), start, chosen.games)
    print(
        f"look-ahead: {fit.won:.2%} of {fit.games} games; estimate fitted to {fit.positions}"
        f" positions, weights {np.round(fit.weights, 2).tolist()}",
        flush=True,
    )

    def game(guesses: int, seed: int = 0) -> LargeGame:
        return LargeGame(grid, mines, start, fit.estimate, guesses, chosen.layouts, seed=seed)

    layouts = [mines_of(grid, mines, start, DEALS_SEED, number) for number in range(chosen.deals)]
    if chosen.path:
        print(one_path(game(grid.size), game(grid.size, seed=1), layouts))
    elif chosen.width:
        print(first_guess(game(2), layouts))
    else:
        for guesses in chosen.guesses or [1, 2]:
            print(measured(game(guesses), guesses, layouts), flush=True)


def measured(game: LargeGame, guesses: int, layouts: Sequence[frozenset[int]]) -> str:
    """Return a sentence on the bound with a number of guesses."""
    player = Clairvoyant(game)
    rows: list[tuple[float, float, float]] = []
    residuals: list[float] = []
    searched = 0
    begun = time.process_time()
    for layout in layouts:
        first = game.first(layout)
        here = game.counted(first.shown)
        estimate = game.value(first)
        gain = player.gain(first, layout).high
        if here.exact is None:
            best = max(game.expected(first, cell) for cell in game.moves(first))
            residuals.append(best - estimate)
        rows.append((here.safety if here.exact is None else here.exact, estimate, gain))
        searched += player.searched
        game.forget()
    seconds = (time.process_time() - begun) / len(layouts)
    safety, estimates, gains = np.array(rows).T
    return (
        f"{guesses} guesses: {points(gains)} in {len(layouts)} deals, {points(safety - gains)} less"
        f" than the safety of the first guess, {points(gains - estimates)} more than V; the first"
        f" guess has no exact value in {len(residuals)} deals, where the largest residual is"
        f" {_quantiles(residuals)}; {searched / len(layouts):.1f} positions and {seconds:.3f} s"
        " per deal"
    )


def one_path(game: LargeGame, again: LargeGame, layouts: Sequence[frozenset[int]]) -> str:
    """Return a sentence on the gains of one path in each layout, and their residuals."""
    gains, estimates, residuals = [], [], []
    begun = time.process_time()
    for layout in layouts:
        gain, found = path_gain(game, again, layout)
        gains.append(gain)
        estimates.append(game.value(game.first(layout)))
        residuals += found
        game.forget()
        again.forget()
    spent = time.process_time() - begun
    return (
        f"one path: {points(np.array(gains))} in {len(layouts)} deals, V is"
        f" {points(np.array(estimates))}; the largest residual of the {len(residuals)} positions is"
        f" {_quantiles(residuals)}, {points(np.array(residuals))} on average; {spent:.0f} s"
    )


def first_guess(game: LargeGame, layouts: Sequence[frozenset[int]]) -> str:
    """Return a sentence on the width of the tree at the first guess."""
    widths = []
    begun = time.process_time()
    for layout in layouts:
        found = width(game, layout)
        if found is not None:
            widths.append((found.moves, found.open, *found.within))
        game.forget()
    seconds = (time.process_time() - begun) / len(widths)
    moves, needed, *within = np.array(widths).mean(axis=0).round(1)
    margins = ", ".join(f"{n} within {margin}" for n, margin in zip(within, MARGINS, strict=True))
    return (
        f"first guess of {len(widths)} deals: {moves} cells, {margins} of the best; {needed} have"
        f" to be searched; {seconds:.1f} s per deal for the expectations alone"
    )


def _quantiles(values: Sequence[float]) -> str:
    """Return the quantiles in points."""
    low, middle, high = 100 * np.quantile(values, [0.1, 0.5, 0.9])
    return f"{low:.1f}, {middle:.1f}, {high:.1f} (10, 50, 90%)"


if __name__ == "__main__":
    main()
