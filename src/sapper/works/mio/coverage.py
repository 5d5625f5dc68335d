"""The share of possible deductions that a theory makes in games, and the simplest that it misses.

Every game opens certain cells as long as there are any, first those that the theory finds. When it
finds no more, the cells that counting still proves safe are its misses, and they are opened too.
When nothing is certain, a cell of least risk is opened. So each cell that is ever certain counts
once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np

from sapper.errors import BudgetError
from sapper.game import Deal, Level, Position, Referee, Rules
from sapper.game.codes import HIDDEN
from sapper.inference.analysis import Analysis, analyse
from sapper.inference.proof import because
from sapper.players.mio.mio import seen
from sapper.players.mio.rules import Rule

SEED = 20031  #: the seed of the deals that coverage is measured on
LOOKED_AT = 60  #: the number of positions with misses for which proofs are searched


@dataclass(frozen=True)
class Missed:
    """A safe cell that no rule finds: ``clues`` is a minimal set that proves it, and ``total`` says
    whether the proof needs the number of mines."""

    position: Position
    cell: int
    clues: tuple[int, ...]
    total: bool


@dataclass(frozen=True)
class Coverage:
    """The certain moves of games: how many each rule ``found``, and how many all rules missed."""

    games: int
    found: dict[str, int]
    missed: int
    simplest: tuple[Missed, ...]

    @property
    def share(self) -> float:
        """The share of certain moves that the theory finds; 1 if there were no certain moves."""
        found = sum(self.found.values())
        return found / (found + self.missed) if found + self.missed else 1.0


@dataclass(frozen=True)
class Stuck:
    """A position in which the rules find nothing more, the mines they have found, and the cells
    that are safe nevertheless."""

    position: Position
    known: frozenset[int]
    safe: tuple[int, ...]


def coverage(
    rules: Sequence[Rule], level: str, games: int, *, seed: int = SEED, simplest: int = 3
) -> Coverage:
    """Play ``games`` games whose first cell is safe, and return the coverage.

    ``simplest`` is how many missed cells to return: those whose proofs need the fewest clues among
    the first ``LOOKED_AT`` positions. Raises ``InputError`` for an unknown level.
    """
    found = dict.fromkeys((rule.name for rule in rules), 0)
    stuck: list[Stuck] = []
    for number in range(games):
        stuck += _game(rules, Level.parse(level), seed, number, found)
    missed = sum(len(one.safe) for one in stuck)
    proved = sorted(
        (proof for one in stuck[:LOOKED_AT] if (proof := _proved(one)) is not None),
        key=lambda one: (one.total, len(one.clues)),
    )
    return Coverage(games, found, missed, tuple(proved[:simplest]))


def stuck_positions(rules: Sequence[Rule], level: str, seed: int) -> Iterator[Stuck]:
    """Yield positions in which the rules miss something, from an endless series of games."""
    for number in count():
        yield from _game(rules, Level.parse(level), seed, number, {})


def _game(
    rules: Sequence[Rule], level: Level, seed: int, number: int, found: dict[str, int]
) -> Iterator[Stuck]:
    """Play one game, count what each rule finds, and yield where the rules are stuck."""
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
                found[firing.rule.name] = found.get(firing.rule.name, 0) + 1
                referee.open(grid.cell(firing.tile))
        if safe:
            continue
        analysis = analyse(position)
        cells = tuple(map(grid.index, analysis.safe))
        if cells:
            yield Stuck(position, known, cells)
        for cell in cells or (_least_risky(analysis),):
            if referee.position.cells[cell] == HIDDEN:
                referee.open(grid.cell(cell))


def _least_risky(analysis: Analysis) -> int:
    return int(np.nanargmin(analysis.mine_probability))


def _proved(stuck: Stuck) -> Missed | None:
    """Return the first safe cell of a position with the clues that prove it, or None if the proof
    takes too long."""
    try:
        proof = because(stuck.position, stuck.safe[0], False, propagations=2_000_000)
    except BudgetError:
        return None
    assert proof is not None, "what counting proves safe has a proof"
    return Missed(stuck.position, stuck.safe[0], tuple(proof.clues), proof.total)
