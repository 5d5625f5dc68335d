"""How much of what can be deduced in games a theory deduces, and what is the simplest it misses.

Games are played by all that is certain: what the theory finds is opened first. Where it finds
nothing more, whatever counting still proves safe is what it misses, and is opened too; where
nothing is certain, a cell of least risk. So each cell that is ever certain counts once.
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
from sapper.players.mio import seen
from sapper.players.mio_rules import Rule

SEED = 20031  #: of the deals that coverage is measured on
LOOKED_AT = 60  #: positions with something missed that proofs are found for


@dataclass(frozen=True)
class Missed:
    """A cell that is safe though no rule is true of it: ``clues`` are a smallest set that proves
    it, ``total`` says whether the number of mines belongs to it."""

    position: Position
    cell: int
    clues: tuple[int, ...]
    total: bool


@dataclass(frozen=True)
class Coverage:
    """Certain moves of games: how many rules found, rule by rule, and those they missed."""

    games: int
    found: dict[str, int]
    missed: int
    simplest: tuple[Missed, ...]

    @property
    def share(self) -> float:
        """The share of certain moves that the theory finds; 1 of none."""
        found = sum(self.found.values())
        return found / (found + self.missed) if found + self.missed else 1.0


@dataclass(frozen=True)
class Stuck:
    """A position in which rules say nothing more, with the mines they found, and cells that are
    safe nevertheless."""

    position: Position
    known: frozenset[int]
    safe: tuple[int, ...]


def coverage(
    rules: Sequence[Rule], level: str, games: int, *, seed: int = SEED, simplest: int = 3
) -> Coverage:
    """Play so many games, the first cell safe.

    The ``simplest`` cells that are missed, by the fewest clues that prove them, are those of the
    first ``LOOKED_AT`` positions. Raises ``InputError`` for an unknown level.
    """
    found = dict.fromkeys((rule.name for rule in rules), 0)
    stuck: list[Stuck] = []
    for number in range(games):
        stuck += _game(rules, Level.parse(level), seed, number, found)
    missed = sum(len(one.safe) for one in stuck)
    told = sorted(
        (proof for one in stuck[:LOOKED_AT] if (proof := _told(one)) is not None),
        key=lambda one: (one.total, len(one.clues)),
    )
    return Coverage(games, found, missed, tuple(told[:simplest]))


def stuck_positions(rules: Sequence[Rule], level: str, seed: int) -> Iterator[Stuck]:
    """Where rules miss something, game after game without end."""
    for number in count():
        yield from _game(rules, Level.parse(level), seed, number, {})


def _game(
    rules: Sequence[Rule], level: Level, seed: int, number: int, found: dict[str, int]
) -> Iterator[Stuck]:
    """Play one game, and count what each rule finds."""
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


def _told(stuck: Stuck) -> Missed | None:
    """The first safe cell of a position, with the clues that prove it; None if that is hard."""
    try:
        proof = because(stuck.position, stuck.safe[0], False, propagations=2_000_000)
    except BudgetError:
        return None
    assert proof is not None, "what counting proves safe has a proof"
    return Missed(stuck.position, stuck.safe[0], tuple(proof.clues), proof.total)
