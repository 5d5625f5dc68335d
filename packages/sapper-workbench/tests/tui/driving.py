"""Driving the terminal's program without a terminal: its keys, and what it shows."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from textual import events
from textual.pilot import Pilot
from textual.screen import ModalScreen

from sapper.game import Position
from sapper.players import DecisionWorker
from sapper.records import Tree
from sapper.worker import Call, P, T
from sapper_workbench.history import History
from sapper_workbench.session import Session
from sapper_workbench.study import GameSetup
from sapper_workbench.tui import TerminalApp

SETUP = GameSetup("beginner", "csp", "safe", 29)
Scenario = Callable[[TerminalApp, Pilot[None]], Awaitable[None]]


class Here(DecisionWorker):
    """Thinks in this very process: a new one takes a second to begin."""

    def call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return function(*args, **kwargs)

    def follow(self, call: Call, on_news: Callable[[Any], None]) -> Any:
        args = (on_news, *call.args) if call.news else call.args
        return call.function(*args, **call.kwargs)

    def start(self) -> None:
        pass


def drive(
    scenario: Scenario,
    setup: GameSetup = SETUP,
    shown: Session | Tree[Position] | Position | None = None,
    *,
    view: Any = "play",
    size: tuple[int, int] = (80, 24),
    decider: DecisionWorker | None = None,
    looking: float = 0.0,
    history: History | None = None,
) -> TerminalApp:
    """Run a scenario in the program; returns it as it was left. In Analyse the figures of the
    candidates get surer for so many seconds of ``looking``."""
    here = decider or Here()
    app = TerminalApp(setup, view, shown, decider=here, analyst=Here(), history=history)
    app.analysing.seconds = looking

    async def main() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await settled(app, pilot)
            await scenario(app, pilot)

    asyncio.run(main())
    return app


async def press(app: TerminalApp, pilot: Pilot[None], *keys: str) -> None:
    """Press keys one after the other, each once all before is done."""
    for key in keys:
        if isinstance(app.screen, ModalScreen):
            await pilot.press(key)
        else:  # the pilot waits 45 ms at every key
            app.post_message(events.Key(key, None))
        await settled(app, pilot)


async def settled(app: TerminalApp, pilot: Pilot[None]) -> None:
    """Wait until all that was sent has arrived, and nothing is being thought about."""
    await _arrived(app)
    while not app.idle:
        await asyncio.sleep(0.001)
        await _arrived(app)


async def _arrived(app: TerminalApp) -> None:
    """Messages go from the program to its screen and back, and then to a view."""
    for receiver in (app, app.screen, app, app.screen, app.view, app):
        here = asyncio.Event()
        receiver.call_later(here.set)
        await here.wait()


async def until(pilot: Pilot[None], true: Callable[[], bool]) -> None:
    """Wait for something; that it comes at all is bounded by the test's own time."""
    for _ in range(30_000):
        if true():
            return
        await asyncio.sleep(0.01)
        await pilot.pause()
    raise AssertionError("it never came")


def rows(app: TerminalApp) -> list[str]:
    """The lines of the board as they are shown."""
    board = app.view.board
    return [board.render_line(y).text for y in range(board.size.height)]


def line(app: TerminalApp, name: str) -> str:
    """The title or the status."""
    return str(app.query_one(f"#{name}").render())
