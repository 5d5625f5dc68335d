"""A player's decision in a visitor's game: in a thread if that is quick, else by a worker."""

from __future__ import annotations

import asyncio
import re
from functools import partial

from sapper.players import Decision, Pass, Player
from sapper.study.session.decider import decide
from sapper.study.session.session import Session
from sapper.web.workbench import Workbench

#: Strategies that decide within milliseconds on boards of a few thousand cells.
QUICK = {"corner", "origin", "random", "scan", "single-point", "start", "csp", "swift"}


async def decided(bench: Workbench, session: Session, name: str, player: Player) -> Decision | Pass:
    """Return a player's decision in the game ``name``.

    Any worker can answer: one without the player's memory of this game asks the player about the
    earlier positions first. Each position has the time limit of a decision, and all together have
    that of a game.
    Raises ``IllegalMoveError`` if the game is over.
    """
    session.check_playing()
    position, earlier = session.position, session.earlier(player)
    decider, limits = session.decider(player), bench.limits
    known = session.decided_here(player) or decider.known(position, earlier)
    if known is None and quick(player):
        known = await asyncio.to_thread(
            limits.quickly, position, lambda here: decider.decide(here, earlier)
        )
    for restart in (False, True):
        if known is None:
            request = decider.request(position, earlier, restart=restart)
            seconds = limits.decision_seconds * (1 + len(request.earlier))
            known = await bench.workers.compute(
                partial(decide, request),
                min(limits.watch_seconds, seconds),
                prefer=(name, str(player)),
            )
            if known is not None:
                decider.answered(request, earlier, known)
    assert known is not None, "a player that starts again resumes no state"
    return known


def why_passed(player: Player, result: Pass) -> str:
    """Return a clause: why a player has no move."""
    reasons = "; ".join(f"{each.strategy}: {each.words}" for each in result.passed)
    return f"the player {player} has no move here: {reasons or result.words}"


def quick(player: Player) -> bool:
    """Return whether a player is quick enough on small boards to need no worker process."""
    names = (re.match("[a-z0-9-]*", link.text) for link in player.chain)
    return all(name is not None and name[0] in QUICK for name in names)
