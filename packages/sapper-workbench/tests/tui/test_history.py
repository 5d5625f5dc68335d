"""The terminal keeps the games that are played in it, move by move."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Static

from sapper.game import Move
from sapper.players import player as read_recipe
from sapper.records import Game
from sapper_workbench.history import Choice, History, HistoryWriter
from sapper_workbench.session import session_of
from sapper_workbench.study import GameSetup
from sapper_workbench.tui import HistoryDialog, TerminalApp
from tests.history.games import game
from tests.tui.driving import Here, press

SETUP = GameSetup("3x3x1", "csp", "safe", 5)


def test_a_game_is_kept_after_each_move_and_once_when_it_ends(tmp_path: Path) -> None:
    history = History(tmp_path / "history.db")
    writer = HistoryWriter(history)
    session = SETUP.session()
    writer.begin(session)
    writer.save(session)  # nothing was played yet
    cells = [(row, column) for row in range(3) for column in range(3)]
    session.play(Move("open", cells[0]), time.time())
    writer.save(session)
    mines = session.world.deal.mine_indices(0, "safe")
    for cell in cells[1:]:
        if session.position.outcome != "playing":
            break
        if session.position[cell] == 250 and session.world.deal.grid.index(cell) not in mines:
            session.play(Move("open", cell), time.time())
            writer.save(session)
    session.undo()
    writer.save(session)
    session.play(
        Move("open", session.world.deal.grid.cell(min(mines))), time.time()
    )  # after the end
    writer.save(session)
    writer.close()
    ((number, kept, _),) = history.games(Choice())
    assert (kept.origin, kept.outcome, kept.known, kept.seed) == ("terminal", "won", False, 5)
    assert history.record(number).outcome == "won"


def test_an_unfinished_game_is_continued_as_the_same_game(tmp_path: Path) -> None:
    history = History(tmp_path / "history.db")
    writer = HistoryWriter(history)
    session = GameSetup("9x9x30", "csp", "safe", 5).session()
    writer.begin(session)
    session.play(Move("open", (0, 0)), time.time())
    writer.save(session)
    writer.settle().result()
    ((number, begun, _),) = history.games(Choice())
    assert (begun.outcome, begun.seed) == ("unfinished", None)
    again = session_of(Game.of_record(history.started(number)), read_recipe("csp"))
    assert again.steps == session.steps
    writer.begin(again, begun.key)
    mines = again.world.deal.mine_indices(0, "safe")
    again.play(Move("open", again.world.deal.grid.cell(min(mines))), time.time())
    writer.save(again)
    writer.close()
    ((number, ended, _),) = history.games(Choice())
    assert (ended.key, ended.outcome, ended.known, ended.seed) == (begun.key, "lost", False, 5)


def test_a_game_is_chosen_from_the_list(tmp_path: Path) -> None:
    history = History(tmp_path / "history.db")
    made, record = game(3)
    history.keep(made, record)
    app = TerminalApp(SETUP, decider=Here(), analyst=Here(), history=history)

    async def main() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await press(app, pilot, "Y")
            assert isinstance(app.screen, HistoryDialog)
            assert "5x5x4: " in str(app.screen.query_one(Static).render())
            await press(app, pilot, "enter")
            await pilot.pause()
            assert app.view is app.watching
            assert [step.decision.move for step in app.watching.session.line] == [
                step.decision.move for step in record.steps
            ]

    asyncio.run(main())


def test_a_game_of_the_program_is_in_the_history(tmp_path: Path) -> None:
    history = History(tmp_path / "history.db")
    app = TerminalApp(SETUP, decider=Here(), analyst=Here(), history=history)

    async def play(pilot: Pilot[None]) -> None:
        await press(app, pilot, "enter", "left", "enter", "a")

    async def main() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await play(pilot)

    asyncio.run(main())
    ((_, kept, _),) = history.games(Choice())
    assert (kept.origin, kept.level, kept.first) == ("terminal", "3x3x1", "safe")


def test_without_a_history_nothing_is_kept() -> None:
    writer = HistoryWriter(None)
    session = SETUP.session()
    writer.begin(session)
    session.play(Move("open", (0, 0)), time.time())
    writer.save(session)
    writer.close()
    assert writer.failure == ""
