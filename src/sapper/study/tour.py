"""What a first visitor is shown: a proof and a split tree, each in a small position."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.game import Position
from sapper.players import Decision
from sapper.study.suggestion import suggest

PROOF = Position.parse("7x6x8\n01H2H10\n1323110\nH2H2111\n243H11H\nHHH2111\n12H1000")
SPLITS = Position.parse("5x4x5\nHHHHH\nHHHHH\n12HHH\n01HHH")


@dataclass(frozen=True)
class Exhibit:
    """A position, and what a player decides in it."""

    position: Position
    decision: Decision

    @classmethod
    def of(cls, position: Position, player: str) -> Exhibit:
        """Ask a player that is certain here."""
        found = suggest(position, player)
        assert isinstance(found, Decision), f"{player} is certain in this position"
        return cls(position, found)


def proof() -> Exhibit:
    """Return a cell that only several clues together prove safe."""
    return Exhibit.of(PROOF, "csp")


def splits() -> Exhibit:
    """Return a cell that limited belief finds safe by case splits."""
    return Exhibit.of(SPLITS, "limited(splits=2)")
