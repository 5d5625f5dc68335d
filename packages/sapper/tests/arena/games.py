"""Players and helpers for the tests of the arena."""

from dataclasses import replace

from sapper.game import Chance, Move, Position
from sapper.players import Decision, Link, Pass, Player, Reason
from sapper.records import Record


class Flagger:
    """Flags the first hidden cell, then removes the flag, then passes."""

    name = "flagger"

    def __init__(self) -> None:
        self.moves = 0

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        self.moves += 1
        cell = position.grid.cell(position.hidden_indices[0])
        action = {1: "flag", 2: "unflag"}.get(self.moves)
        if action is None:
            return Pass(self.name, "nothing can be done")
        move = Move(action, cell)  # type: ignore[arg-type]
        return Decision(move, self.name, Reason("whim", "it can be done", (cell,)), None)


FLAGGER = Player("flagger", (Link("flagger", Flagger),))

#: A chain that no kernel plays, so that games go through the Python loop.
PYTHON = "scan > random"


def timeless(record: Record) -> Record:
    """Return the record without the times of its decisions."""
    steps = (replace(step, decision=replace(step.decision, seconds=0.0)) for step in record.steps)
    return replace(record, steps=tuple(steps))
