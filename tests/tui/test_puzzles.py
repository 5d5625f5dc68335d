"""Puzzles in the terminal: asked, answered and rated."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from sapper.study.puzzles.answers import solution
from sapper.study.puzzles.package import puzzles
from sapper.tui.app import TerminalApp
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
        assert "rating 1500" in line(app, "status")
        found = puzzles().by_id.values()
        view.puzzle = next(one for one in found if one.kind == "safe" and "beginner" in one.themes)
        await press(app, pilot, "y")
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
        assert "not solved" in view.words
        assert not any("*" in row for row in rows(app))
        await press(app, pilot, "e")
        assert shown(app) == "analyse"

    drive(scenario)
    assert (tmp_path / "sapper" / "puzzles.sqlite").exists()
