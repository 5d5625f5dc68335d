"""The share of possible deductions that a theory makes in games, and the simplest that it misses.

The cells that counting proves safe when the theory finds no more are its misses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sapper.errors import BudgetError
from sapper.game import Level, Position
from sapper.inference.proof import because
from sapper.players.mio.rules import Rule
from sapper.study.lesson.stuck import Stuck, stuck_in_game

SEED = 20031  #: the seed of the deals that coverage is measured on
LOOKED_AT = 60  #: the number of positions with misses for which proofs are searched


@dataclass(frozen=True)
class MissedCell:
    """A safe cell that no rule finds: ``clues`` is a minimal set that proves it, and ``total`` says
    whether the proof needs the number of mines."""

    position: Position
    cell: int
    clues: tuple[int, ...]
    total: bool

    def to_json(self) -> dict[str, Any]:
        """Return the cell and its proof as plain values."""
        at = self.position.grid.cell
        return {
            "position": str(self.position),
            "cell": list(at(self.cell)),
            "clues": [list(at(i)) for i in self.clues],
            "total": self.total,
        }


@dataclass(frozen=True)
class GameCoverage:
    """The certain moves of games: how many each rule ``found``, and how many all rules missed."""

    games: int
    found: dict[str, int]
    missed: int
    simplest: tuple[MissedCell, ...]

    @property
    def share(self) -> float:
        """The share of certain moves that the theory finds; 1 if there were no certain moves."""
        found = sum(self.found.values())
        return found / (found + self.missed) if found + self.missed else 1.0

    def to_json(self) -> dict[str, Any]:
        """Return the counts as plain values."""
        return {
            "games": self.games,
            "found": self.found,
            "missed": self.missed,
            "share": self.share,
            "simplest": [one.to_json() for one in self.simplest],
        }


def coverage(
    rules: Sequence[Rule], level: str, games: int, *, seed: int = SEED, simplest: int = 3
) -> GameCoverage:
    """Play ``games`` games whose first cell is safe, and return the coverage.

    ``simplest`` is how many missed cells to return: those whose proofs need the fewest clues among
    the first ``LOOKED_AT`` positions. Raises ``InputError`` for an unknown level.
    """
    found = Counter(dict.fromkeys((rule.name for rule in rules), 0))
    stuck: list[Stuck] = []
    for number in range(games):
        stuck += stuck_in_game(rules, Level.parse(level), seed, number, found)
    missed = sum(len(one.safe) for one in stuck)
    proved = sorted(
        (proof for one in stuck[:LOOKED_AT] if (proof := _proved(one)) is not None),
        key=lambda one: (one.total, len(one.clues)),
    )
    return GameCoverage(games, found, missed, tuple(proved[:simplest]))


def _proved(stuck: Stuck) -> MissedCell | None:
    """Return the first safe cell of a position with the clues that prove it, or None if the proof
    takes too long."""
    try:
        proof = because(stuck.position, stuck.safe[0], False, propagations=2_000_000)
    except BudgetError:
        return None
    assert proof is not None, "what counting proves safe has a proof"
    return MissedCell(stuck.position, stuck.safe[0], tuple(proof.clues), proof.total)
