"""Puzzles in the terminal: asked, answered and rated."""

import re
from datetime import date
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from sapper.game import HIDDEN
from sapper_workbench.history import Choice, History
from sapper_workbench.study import solution
from sapper_workbench.study.puzzles import package as days
from sapper_workbench.study.puzzles.package import puzzles
from sapper_workbench.tui import DailyDialog, TerminalApp
from sapper_workbench.tui import puzzles as puzzles_view
from tests.tui.driving import drive, line, press, rows, until


def shown(app: TerminalApp) -> str:
    """The view in front."""
    return app.view.view


def test_a_puzzle_is_solved_and_the_next_one_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "Z")
        view = app.puzzles
        assert app.view is view
        await until(pilot, lambda: view.puzzle is not None)
        assert view.puzzle is not None
        assert "rating 1200" in line(app, "status")
        found = puzzles().by_id.values()
        view.puzzle = next(one for one in found if one.kind == "safe" and "beginner" in one.themes)
        await press(app, pilot, "x")
        assert "Choose cells with Enter" in view.words
        for cell in solution(view.puzzle).cells:
            view.cursor = cell
            await press(app, pilot, "enter")
        assert ">\u00a0chosen" in view.words
        await press(app, pilot, "c")
        assert "right\n" in view.words
        assert "beginner" in view.words
        assert "1 of 1 solved" in line(app, "status")
        before = view.puzzle
        await press(app, pilot, "n")
        assert view.puzzle != before
        assert view.verdict is None
        view.puzzle = next(one for one in found if one.kind == "certain")
        await press(app, pilot, "s")
        assert "lowers your rating: press s again" in view.words.replace("\n", " ")
        assert view.verdict is None
        await press(app, pilot, "s")
        assert "not solved" in view.words
        assert not any("*" in row for row in rows(app))
        await press(app, pilot, "e")
        assert shown(app) == "analyse"

    drive(scenario)
    assert (tmp_path / "sapper" / "puzzles.sqlite").exists()


def test_a_storm_goes_on_until_its_time_is_over_and_a_streak_until_a_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    now = [0.0]
    monkeypatch.setattr(puzzles_view, "monotonic", lambda: now[0])
    monkeypatch.setattr(puzzles_view, "randbelow", lambda _: 1)

    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        view = app.puzzles

        async def answer(*keys: str) -> str:
            """Choose the right cells; return the status."""
            assert view.puzzle is not None
            for cell in solution(view.puzzle).cells:
                view.cursor = cell
                await press(app, pilot, "enter")
            await press(app, pilot, *keys)
            return line(app, "status")

        await press(app, pilot, "Z", "t")
        assert "Choose the only safe cell." in view.words
        assert "storm · 3:00 · 0 solved" in line(app, "status")
        for solved in range(1, 5):
            assert f"3:00 · {solved} solved · best 0 · {solved} in a row" in await answer()
        assert "3:03 · 5 solved" in await answer()
        await press(app, pilot, "s", "n")
        assert "Answer the puzzle first, or end the storm." in view.words
        asked = view.puzzle
        assert asked is not None
        cells = ((row, column) for row in range(9) for column in range(9))
        view.cursor = next(
            cell
            for cell in cells
            if view.position[cell] == HIDDEN and cell not in solution(asked).cells
        )
        await press(app, pilot, "enter")
        assert "2:53 · 5 solved" in line(app, "status")
        assert view.puzzle == asked  # with its solution
        await press(app, pilot, "enter")
        assert view.puzzle != asked
        now[0] = 173.0
        await until(pilot, lambda: "The storm is over" in view.words)
        assert "5 puzzles solved; your best: 5." in view.words
        assert "0 of 0 solved" in line(app, "status")  # a storm is not rated
        await press(app, pilot, "r")
        assert view.puzzle is not None
        assert "streak · 0 solved" in line(app, "status")
        assert "streak · 1 solved" in await answer("c")
        await press(app, pilot, "n", "s", "s")
        assert "The streak is over: 1 puzzle solved; your best: 1." in view.words
        assert "1 of 2 solved" in line(app, "status")

    drive(scenario)


async def said(app: TerminalApp, pilot: Pilot[None]) -> str:
    """The words of the list of the day, once it is there."""
    await until(
        pilot, lambda: isinstance(app.screen, DailyDialog) and len(app.screen.query(Static)) == 2
    )
    return "\n".join(str(one.render()) for one in app.screen.query(Static))


@pytest.mark.slow
def test_the_day_is_played_and_solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(puzzles_view, "today", lambda: date(2026, 11, 24))  # a beginner board
    history = History(tmp_path / "history.db")

    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "Z", "d")
        assert "board not won, puzzles 0/3 ..." in await said(app, pilot)
        await press(app, pilot, "enter")
        await until(pilot, lambda: app.playing.rated is not None)
        session = app.playing.session
        assert (shown(app), session.world.name) == ("play", "daily-2026-11-24")
        assert "No guess is needed: " in app.playing.words
        mines = session.world.deal.mine_indices(session.world.deal.grid.index((0, 0)), "any")
        await press(app, pilot, "Z", "d")
        await said(app, pilot)
        await press(app, pilot, "down", "enter")
        view = app.puzzles
        await until(pilot, lambda: not isinstance(app.screen, DailyDialog))
        found = days.daily(date(2026, 11, 24), puzzles()).puzzles
        for puzzle in found:
            assert view.puzzle == puzzle
            await press(app, pilot, "s", "s", "n")
        assert "puzzles 0/3 ---" in await said(app, pilot)
        await press(app, pilot, "escape")
        await until(pilot, lambda: not isinstance(app.screen, DailyDialog))
        await press(app, pilot, "n")
        assert view.puzzle not in found
        await press(app, pilot, "P")
        for index in sorted(set(range(81)) - mines):
            if app.playing.position.cells[index] == HIDDEN:
                app.playing.cursor = divmod(index, 9)
                await press(app, pilot, "enter")
        assert app.playing.position.outcome == "won"
        await press(app, pilot, "Z", "d")
        moves = f"and {session.undoable} moves, puzzles 0/3 ---"
        assert re.search(rf"board in (\d+:)?\d+\.\d\d(\u00a0s)? {moves}", await said(app, pilot))
        await press(app, pilot, "enter")
        await until(pilot, lambda: shown(app) == "watch")  # it was won: it is shown

    drive(scenario, history=history)
    ((_, game, _),) = history.games(Choice())
    assert (game.level, game.no_guess, game.known, game.outcome) == ("daily", True, False, "won")
