"""Replays of people's games as records, and records as replays.

The clock of a replay becomes the ``seconds`` of decisions: each is the time since the step before,
so that their sum up to a step is the time on the clock.
"""

from __future__ import annotations

from sapper.errors import RulesError
from sapper.game import Referee, Rules
from sapper.notation.replays.replay import Kind, MouseEvent, Replay, clicks
from sapper.players import Decision, Reason
from sapper.records.record import Record
from sapper.records.step import Step

PERSON = "person"  #: the strategy of steps that a person made
NOBODY = "somebody"  #: the player of a replay without a name
#: The mouse events of each move, in order.
_BUTTONS: dict[str, tuple[Kind, Kind]] = {
    "open": ("lc", "lr"),
    "flag": ("rc", "rr"),
    "unflag": ("rc", "rr"),
    "chord": ("mc", "mr"),
}


def record_of_replay(replay: Replay) -> Record:
    """Return the game of a replay, ``unfinished`` if it was neither won nor lost.

    The player is the name of the person. A replay does not say what the program promised for the
    first cell: the record has ``any`` if that was a mine, else ``safe``. Raises ``NotationError``
    as ``clicks`` does.
    """
    made, last = clicks(replay)
    first = next((click.move.cell for click in made if click.move.action == "open"), None)
    hit = first is not None and replay.grid.index(first) in replay.mines
    rules = Rules("any" if hit else "safe", lives=replay.lives)
    referee = Referee(replay.deal, rules)
    steps: list[Step] = []
    clock = 0
    for click in made:
        now = max(click.milliseconds, clock)
        reason = Reason("replay", f"clicked {now / 1000:.3f} s after the start of the game")
        decision = Decision(click.move, PERSON, reason, None, (now - clock) / 1000)
        referee.play(click.move)
        steps.append(Step(decision, referee.opened))
        clock = now
    outcome = "unfinished" if last.outcome == "playing" else last.outcome
    return Record(replay.player or NOBODY, rules, replay.deal, tuple(steps), outcome)


def replay_of_record(record: Record) -> Replay:
    """Return a replay of a game in which every move is one click.

    Raises ``RulesError`` for a game that a replay cannot represent. That includes games without an
    open cell, as a replay lists the mines from the start.
    """
    grid, rules = record.deal.grid, record.rules
    if grid.kind != "square" or grid.blocked:
        raise RulesError("replays only support square grids without blocked cells")
    if record.deal.gold or rules.signs != "none" or rules.gold_known:
        raise RulesError("replays do not support gold")
    if not rules.zeros_open or rules.won_by != "opening" or rules.lives != 1:
        raise RulesError(
            "replays only support games of one life, won by opening, in which a 0 opens others"
        )
    if not record.begun:
        raise RulesError(
            "no cell is open, and the mines are only laid when the first one is opened"
        )
    events, seconds = [], 0.0
    for step in record.steps:
        move = step.decision.move
        seconds += step.decision.seconds
        events += [
            MouseEvent(round(1000 * seconds), button, move.cell) for button in _BUTTONS[move.action]
        ]
    mines = frozenset(grid.index(cell) for cell in record.mines)
    return Replay(grid, mines, tuple(events), record.player, "sapper")
