"""What the tests of sessions step through."""

from dataclasses import replace

from sapper.errors import IllegalMoveError
from sapper.game import HIDDEN, Chance, Move, Position, Rules, World, seeded_world
from sapper.players import Decision, Link, Pass, Player, Reason
from sapper.records import YOU, Record, Step
from sapper_workbench.session import Session

#: The rules of the specification, of the report, and of its variant.
RULES = (
    Rules("any", signs="marks"),
    Rules("any", signs="marks", zeros_open=False),
    Rules("any", signs="counts", gold_known=True, lives=3),
    Rules("any", won_by="flagging"),
)


class Fickle:
    """Remembers all it was asked, wastes its luck on passes, and passes often."""

    name = "fickle"

    def __init__(self) -> None:
        self.memory = 0

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        self.memory += 1 + sum(position.cells)
        mood = chance.below(97) + self.memory
        cells = [i for i in position.hidden_indices if position.cells[i] == HIDDEN]
        if mood % 4 == 0 or not cells:
            return Pass(self.name, f"not in the mood: {mood}")
        cell = position.grid.cell(cells[mood % len(cells)])
        move = Move("flag" if mood % 3 else "open", cell)
        return Decision(move, self.name, Reason("mood", f"remembers {self.memory}"), None)


FICKLE = Player("fickle", (Link("fickle", Fickle),))


def world(seed: int, rules: Rules = RULES[0], size: str = "easy") -> World:
    """A small world under any rules."""
    return replace(seeded_world(size, seed), rules=rules)


def ask(session: Session) -> Step | Pass | str:
    """What the agent does, without what it cost; or why it may not."""
    try:
        step = session.play_agent()
    except IllegalMoveError as error:
        return str(error)
    return step if isinstance(step, Pass) else timeless(step)


def timeless(step: Step) -> Step:
    """A step without what its decision cost."""
    return Step(replace(step.decision, seconds=0.0), step.opened)


def timeless_record(record: Record) -> Record:
    """A record without what its decisions cost."""
    return replace(record, steps=tuple(map(timeless, record.steps)))


def again(session: Session) -> Session:
    """A fresh session in which just the moves of this one were made, nothing taken back.

    The agent is asked anew for its own; if it decides otherwise, the records tell.
    """
    fresh = Session(session.world, session.player, session.seed, session.number)
    for step in session.steps[session.opening_steps :]:
        if step.decision.strategy == YOU:
            fresh.play(step.decision.move)
        else:
            fresh.play_agent()
    return fresh
