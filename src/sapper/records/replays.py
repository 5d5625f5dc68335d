"""Replays of people's games as records, and records as replays.

A replay's clock is kept in what each decision cost: ``seconds`` of a step is the time since the
step before it, so that their sum up to a step is the time on the clock.
"""

from __future__ import annotations

from sapper.errors import RulesError
from sapper.game import Referee, Rules
from sapper.notation.replay import Kind, MouseEvent, Replay, clicks
from sapper.players import Decision, Reason
from sapper.records.record import Record, Step, newly_open

PERSON = "person"  #: the strategy of a step that somebody made by hand
NOBODY = "somebody"  #: the player of a replay that names none
#: The buttons of each move, in turn.
_BUTTONS: dict[str, tuple[Kind, Kind]] = {
    "open": ("lc", "lr"),
    "flag": ("rc", "rr"),
    "unflag": ("rc", "rr"),
    "chord": ("mc", "mr"),
}


def record_of_replay(replay: Replay) -> Record:
    """The game of a replay, ``unfinished`` if it was neither won nor lost.

    The player is the name of the person. Which promise the program gave for the first cell is not
    told: ``safe`` where it was no mine, else ``any``. Raises ``NotationError`` as ``clicks`` does.
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
        reason = Reason("replay", f"clicked {now / 1000:.3f} s into the game")
        decision = Decision(click.move, PERSON, reason, None, (now - clock) / 1000)
        before = referee.position
        steps.append(Step(decision, newly_open(before, referee.play(click.move))))
        clock = now
    outcome = "unfinished" if last.outcome == "playing" else last.outcome
    return Record(replay.player or NOBODY, rules, replay.deal, tuple(steps), outcome)


def replay_of_record(record: Record) -> Replay:
    """The replay of a game by a hand that did nothing in vain: every move is a click.

    Raises ``RulesError`` for a game that replays cannot hold, as is one without an open cell: a
    replay tells from the start where the mines lie.
    """
    grid, rules = record.deal.grid, record.rules
    if grid.kind != "square" or grid.blocked:
        raise RulesError("replays hold square grids without blocked cells only")
    if record.deal.gold or rules.signs != "none" or rules.gold_known:
        raise RulesError("replays hold no gold")
    if not rules.zeros_open or rules.won_by != "opening" or rules.lives != 1:
        raise RulesError("replays hold games of one life, won by opening, whose zeros open others")
    if not record.begun:
        raise RulesError("the mines of a game are laid when the first cell is opened, none is")
    events, seconds = [], 0.0
    for step in record.steps:
        move = step.decision.move
        seconds += step.decision.seconds
        events += [
            MouseEvent(round(1000 * seconds), button, move.cell) for button in _BUTTONS[move.action]
        ]
    mines = frozenset(grid.index(cell) for cell in record.mines)
    return Replay(grid, mines, tuple(events), record.player, "sapper")
