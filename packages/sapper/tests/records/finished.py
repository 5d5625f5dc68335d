"""Finished games of a person, made by a player: won and lost, quickly."""

from __future__ import annotations

from dataclasses import replace

from sapper.arena import play
from sapper.game import Deal, Grid
from sapper.records import YOU, Record, own_move


def played(seed: int, *, size: int = 5, mines: int = 4, seconds: float = 0.5) -> Record:
    """A finished game of a person on a small board, each move after so many seconds."""
    record = play("csp", Deal.seeded(Grid(size, size), mines, seed=seed)).record
    steps = [
        replace(step, decision=replace(own_move(step.decision.move), seconds=seconds))
        for step in record.steps
    ]
    return replace(record, player=YOU, steps=tuple(steps), seed=seed)
