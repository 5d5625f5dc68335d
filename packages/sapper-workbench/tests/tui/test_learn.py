"""The lessons in the terminal: picked, answered, kept, and chosen from a list."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from sapper.terminal.board import ADVISED, MARK_STYLES
from sapper_workbench.study import TEST, Progress, lesson
from sapper_workbench.study.lessons.lesson import lessons
from sapper_workbench.tui import LessonsDialog, TerminalApp
from tests.tui.driving import drive, line, press, until


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def test_the_first_lesson_is_played_to_its_end_and_kept(tmp_path: Path) -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "L")
        view = app.lessons
        assert app.view is view
        assert "Pick every hidden neighbour of the number at A." in view.words
        for number, exercise in enumerate(lesson("number").exercises):
            assert f"{number + 1} of 5" in line(app, "status")
            if number == 1:
                view.cursor = exercise.marks[0]
                await press(app, pilot, "enter")
                assert "This cell is already open" in view.words
            if number == 2:
                await press(app, pilot, "s")
                assert "the solution" in view.words
            for cell in exercise.solution if number != 2 else ():
                view.cursor = cell
                await press(app, pilot, "enter")
            assert "That is all" in view.words
            assert "the number at A" in view.words
            if number < 4:
                await press(app, pilot, "n")
        assert "4 of 5 right at the first try." in view.words
        await press(app, pilot, "n")
        assert view.lesson.id == "all-mines"
        assert line(app, "title").strip().endswith("All its hidden cells are mines")

    drive(scenario)
    kept = Progress(tmp_path / "sapper" / "lessons.json")
    assert kept.of(lesson("number")) == ("first", "first", "shown", "first", "first")
    assert kept.following.id == "all-mines"


def test_a_wrong_pick_is_answered_and_counts_as_a_try() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        view = app.lessons
        await press(app, pilot, "L")
        view.begin(lesson("one-one"))
        view.cursor = (0, 0)
        await press(app, pilot, "enter")
        assert "not this one" in view.words
        assert "You cannot know that yet" in view.words
        assert "!\u00a0a\u00a0mine\u00a0that\u00a0fits" in view.words
        view.cursor = (0, 2)
        await press(app, pilot, "enter")
        assert "right\n" in view.words
        assert "C is safe" in view.words
        assert view.progress.of(lesson("one-one"))[0] == "later"
        await press(app, pilot, "e")
        assert app.view is app.analysing

    drive(scenario)


@pytest.mark.slow
def test_every_lesson_is_in_the_list_and_shows_its_solution() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        view = app.lessons
        await press(app, pilot, "L")
        every = list(lessons().values())
        for at, one in enumerate(every):
            await press(app, pilot, "v")
            await until(pilot, lambda: isinstance(app.screen, LessonsDialog))
            app.screen.query_one(OptionList).highlighted = at
            await press(app, pilot, "enter")
            assert view.lesson is one
            assert one.text.words in view.words
            await press(app, pilot, "s")
            assert "the solution" in view.words
            assert any(glyph.style == MARK_STYLES[ADVISED] for glyph in view.board.drawing.glyphs)
            assert ("The lesson on this" in view.words) == (one.id == TEST)

    drive(scenario, size=(120, 40))


def test_progress_that_cannot_be_read_counts_as_none(tmp_path: Path) -> None:
    path = tmp_path / "lessons.json"
    path.write_text('{"number": ["perhaps"]}')
    progress = Progress(path)
    assert progress.of(lesson("number")) == (None,) * 5
    progress.add(lesson("number"), 0, "first")
    progress.add(lesson("number"), 0, "shown")
    assert Progress(path).of(lesson("number")) == ("first", None, None, None, None)
