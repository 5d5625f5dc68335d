"""Converts sessions to games of the history: the line that counts, and when each move was made."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from sapper.game import Deal
from sapper.records import Game, GameNode, Record
from sapper_workbench.history.entry import HistoryGame, Origin, history_game


def snapshot(
    session: Game, key: str, origin: Origin
) -> tuple[Record, Callable[[], HistoryGame]] | None:
    """Return the line of a game that counts, which is the first that ended it or else the current
    one, and a function that works out its columns, which another thread may call.

    None if no cell is open, or no move has a time.
    """
    line = ending(session) if session.ended else session.tree.here.path()
    record = session.record_of(line)
    if not record.begun or not session.began:
        return None
    times = [node.value.at or session.began for node in line]
    known = session.origin.known
    return record, partial(
        history_game,
        record,
        key,
        origin,
        max(times),
        player=session.name,
        seconds=max(times) - min(times),
        no_guess=session.origin.no_guess,
        known=known,
        seeded=not (known or session.world.name) and is_seeded(session),
    )


def ending(session: Game) -> list[GameNode]:
    """Return the line that ended the game first, by the number of its last node."""
    return min(_ends(session), key=lambda node: node.number).path()


def _ends(session: Game) -> list[GameNode]:
    nodes = session.tree.root.preorder()
    return [node for node in nodes if node.value.position.outcome != "playing"]


def of_file(session: Game) -> tuple[Record, float]:
    """Return the game of a session that was read from a file, and the time of its end, 0 if
    unknown.

    It is the line that ended first, by the times of its moves (files number moves by their place in
    the tree), or else the current line.
    """
    here = min(_ends(session), key=_duration, default=session.tree.here)
    line = here.path()
    record = session.record_of(line)
    return record, record.ended or max((node.value.at for node in line), default=0.0)


def _duration(node: GameNode) -> tuple[float, float, int]:
    line = node.path()
    seconds = sum(each.value.step.decision.seconds for each in line)
    return max((each.value.at for each in line), default=0.0), seconds, node.number


def seconds_of(session: Game) -> float:
    """Return the time from the first move to now, or to the end of the first line that ended the
    game.

    A game that was read from a file took the time of its moves.
    """
    line = ending(session) if session.ended else session.tree.here.path()
    if not session.began:
        return sum(node.value.step.decision.seconds for node in line)
    return max(0.0, (line[-1].value.at if session.ended else time.time()) - session.began)


def first_opened(session: Game) -> bool:
    """Return whether the last move opened the first cell, with only flags before it."""
    steps = session.steps[session.opening_steps :]
    others = [step for step in steps if step.decision.move.action not in ("flag", "unflag")]
    return len(others) == 1 and bool(steps[-1].opened)


def is_seeded(session: Game) -> bool:
    """Return whether the seed of a session deals its board."""
    deal = session.world.deal
    seeded = Deal.seeded(deal.grid, deal.mines, session.seed, session.number)
    return seeded == replace(deal, gold=0)
