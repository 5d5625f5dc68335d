"""Coverage: the share of certain moves in games that the rules of a theory find."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sapper.arena.runner import Sums
from sapper.errors import BudgetError
from sapper.game import Level, Position
from sapper.inference.proof import because
from sapper_agents.learner.learned import Stuck, stuck_in_game
from sapper_agents.mio.rules import Rule

SEED = 20031  #: seed of the deals on which coverage is measured
PROVED_POSITIONS = 60  #: maximum number of positions in which missed cells are proved


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
class StuckSums(Sums):
    """Sums over games: the number of certain moves that each rule ``found``, and the positions
    where all rules are ``stuck`` and miss some, each with the number of its game."""

    games: int = 0
    found: Counter[str] = field(default_factory=Counter)
    stuck: list[tuple[int, Stuck]] = field(default_factory=list)


@dataclass(frozen=True)
class GameCoverage:
    """The certain moves of games: how many each rule ``found``, and how many all missed."""

    games: int
    found: dict[str, int]
    missed: int
    simplest: tuple[MissedCell, ...]

    @classmethod
    def of(cls, rules: Sequence[Rule], sums: StuckSums, simplest: int = 3) -> GameCoverage:
        """Return the coverage of sums over games.

        ``simplest`` is the number of missed cells to return: those of the first
        ``PROVED_POSITIONS`` positions whose proofs need the fewest clues.
        """
        found = {rule.name: sums.found[rule.name] for rule in rules}
        stuck = [one for _, one in sorted(sums.stuck, key=lambda pair: pair[0])]
        proved = sorted(
            (proof for one in stuck[:PROVED_POSITIONS] if (proof := _proved(one)) is not None),
            key=lambda one: (one.total, len(one.clues)),
        )
        missed = sum(len(one.safe) for one in stuck)
        return cls(sums.games, found, missed, tuple(proved[:simplest]))

    @property
    def share(self) -> float:
        """The share of certain moves that the theory finds; 1 if there were no certain moves."""
        total = sum(self.found.values())
        return total / (total + self.missed) if total + self.missed else 1.0

    def to_json(self) -> dict[str, Any]:
        """Return the counts as plain values."""
        return {
            "games": self.games,
            "found": self.found,
            "missed": self.missed,
            "share": self.share,
            "simplest": [one.to_json() for one in self.simplest],
        }


def stuck_games(rules: Sequence[Rule], level: str, seed: int, numbers: Sequence[int]) -> StuckSums:
    """Play these games of a seed, and return the moves that the rules find and miss."""
    board = Level.parse(level)
    counts: Counter[str] = Counter()
    stuck = [
        (number, one)
        for number in numbers
        for one in stuck_in_game(rules, board, seed, number, counts)
    ]
    return StuckSums(len(numbers), counts, stuck)


def _proved(stuck: Stuck) -> MissedCell | None:
    """Return the first safe cell of a position and the clues that prove it, or None if the proof
    takes too long."""
    try:
        proof = because(stuck.position, stuck.safe[0], False, propagations=2_000_000)
    except BudgetError:
        return None
    assert proof is not None, "what counting proves safe has a proof"
    return MissedCell(stuck.position, stuck.safe[0], tuple(proof.clues), proof.total)
