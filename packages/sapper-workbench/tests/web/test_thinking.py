"""What workers think about for visitors: it may be lost, and ends where the visitor leaves."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sapper.json_input import convert
from sapper.worker import RunningCall
from sapper_workbench.study import RATINGS_FILE, PuzzleStore
from sapper_workbench.web import NewGame, ServedGames, Workbench, Workers
from sapper_workbench.web.games import play
from tests.web.served import LIMITS, events, get, post, served
from tests.worker.processes import idle_pids

DENSE = {"width": 12, "height": 12, "mines": 142}  #: all boards need a guess


def until(true: Callable[[], bool]) -> None:
    """Wait for something."""
    end = time.monotonic() + 120
    while not true():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.01)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="nothing else can be killed so")
def test_a_worker_that_is_lost_is_the_servers_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = Workers.call

    @asynccontextmanager
    async def killed(self: Workers, *args: Any, **options: Any) -> AsyncIterator[RunningCall]:
        """Begin a call, and kill the worker that runs it: before, another one would take it."""
        async with call(self, *args, **options) as running:
            os.kill(running.worker.pid, signal.SIGKILL)
            yield running

    with served(tmp_path) as client:
        game = post(client, "/api/games", 201, level="expert")
        monkeypatch.setattr(Workers, "call", killed)
        path = f"/api/games/{game['id']}/hint"
        answer = client.get(path, params={"player": "bssuct(seconds=50)"})
        assert answer.status_code == 500
        assert "ended unexpectedly" in answer.json()["error"]
        reply = events(client, "/api/watch", player="bssuct(seconds=50)", level="expert")
        assert reply[-1][0] == "refused"
        assert "ended unexpectedly" in reply[-1][1]["error"]
        described = get(client, "/api/openapi.json")["paths"]["/api/games/{id}/hint"]["get"]
        assert "500" in described["responses"]


@pytest.mark.slow
def test_whoever_leaves_a_search_for_a_deal_ends_it(tmp_path: Path) -> None:
    limits = replace(LIMITS, workers=1, no_guess_seconds=500.0)

    async def idle(app: Workbench, expected: bool) -> None:
        async with asyncio.timeout(120):
            while bool(idle_pids(app.workers)) != expected:
                await asyncio.sleep(0.01)

    async def main() -> None:
        app = Workbench(
            limits,
            ServedGames(tmp_path, limits),
            Workers(limits),
            {},
            PuzzleStore(tmp_path / RATINGS_FILE),
        )
        setup = convert({**DENSE, "seed": 1, "no_guess": True}, NewGame)
        await app.workers.start()
        try:
            game = await app.games.create(setup)
            await idle(app, True)
            asked = play.UserMove(action="open", cell=(0, 0))
            asking = asyncio.ensure_future(play.move(app, game.name, asked))
            await idle(app, False)
            asking.cancel()
            await idle(app, True)  # long before the search is over
            assert not game.session.steps
            asked = play.UserMove(action="flag", cell=(0, 0))
            reply = await play.move(app, game.name, asked)
            assert reply.step, "nobody holds it any more"
        finally:
            await app.workers.stop()
            app.games.close()

    asyncio.run(main())
