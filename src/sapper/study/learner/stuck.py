"""Plays games by rules, and yields the positions in which the rules are stuck.

A game opens certain cells while there are any: first those that the rules find, then those that
only counting proves safe. When nothing is certain, it opens a cell of the lowest risk. So each cell
that is ever certain counts once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from sapper.game import Deal, Level, Position, Referee, Rules
from sapper.game.codes import HIDDEN
from sapper.inference.analysis import analyse
from sapper.players.mio.mio import seen
from sapper.players.mio.rules import Rule


@dataclass(frozen=True)
class Stuck:
    """A position with safe cells that the rules miss; ``known`` are the mines they found."""

    position: Position
    known: frozenset[int]
    safe: tuple[int, ...]


def stuck_positions(rules: Sequence[Rule], level: str, seed: int) -> Iterator[Stuck]:
    """Yield positions in which the rules are stuck, from an endless series of games."""
    for number in count():
        yield from stuck_in_game(rules, Level.parse(level), seed, number, Counter())


def stuck_in_game(
    rules: Sequence[Rule], level: Level, seed: int, number: int, tally: Counter[str]
) -> Iterator[Stuck]:
    """Play game ``number`` of a seed, add what each rule finds to ``found``, and yield the
    positions in which the rules are stuck.

    - ``rules``: the rules to play by.
    - ``level``: the board.
    - ``seed``, ``number``: the deal.
    - ``tally``: counts the cells that each rule finds.
    """
    grid = level.grid
    referee = Referee(Deal.seeded(grid, level.mines, seed, number), Rules(first="safe"))
    referee.open(grid.cell(grid.corner))
    known: frozenset[int] = frozenset()
    while referee.position.outcome == "playing":
        position = referee.position
        safe, mines, _ = seen(rules, position, known)
        known |= {firing.tile for firing in mines}
        for firing in safe:
            after = referee.position
            if after.outcome == "playing" and after.cells[firing.tile] == HIDDEN:
                tally[firing.rule.name] += 1
                referee.open(grid.cell(firing.tile))
        if safe:
            continue
        analysis = analyse(position)
        cells = tuple(map(grid.index, analysis.safe))
        if cells:
            yield Stuck(position, known, cells)
        for cell in cells or (grid.index(analysis.safest[0]),):
            if referee.position.cells[cell] == HIDDEN:
                referee.open(grid.cell(cell))
