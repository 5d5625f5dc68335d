"""The list of moves in the terminal: the same keys as on the page walk and edit the same tree."""

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from sapper.game import Position
from sapper.records import Game, Tree, read_game
from sapper_workbench.tui import TerminalApp
from tests.tui.driving import drive, press


@pytest.mark.slow
def test_an_undone_move_is_in_the_list_and_keys_walk_to_it() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        session = app.playing.session
        await press(app, pilot, "enter", "up", "f", "u", "down", "down", "f")
        first, second = (node.number for node in session.tree.find(1).children)
        assert "(2." in app.playing.words.replace("\u00a0", " ")
        await press(app, pilot, "l", "up")
        assert session.tree.here.number == first
        await press(app, pilot, "down")
        assert session.tree.here.number == second
        await press(app, pilot, "left", "left", "left")
        assert session.tree.here is session.start
        await press(app, pilot, "end", "m")
        assert session.tree.find(1).children[0].number == second
        await press(app, pilot, "home", "d")
        assert "cannot be deleted" in app.playing.words
        await press(app, pilot, "right", "d")
        assert "again to delete 3 moves" in app.playing.words
        assert len(session.tree) == 4
        await press(app, pilot, "d")
        assert len(session.tree) == 1
        await press(app, pilot, "l", "enter")
        assert session.undoable == 1

    drive(scenario)


def test_comments_and_files_of_moves(tmp_path: Path) -> None:
    file = tmp_path / "moves.txt"

    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "enter", "l", "c")
        app.screen.query_one(Input).value = "why [here]? \x1b[2J"
        await press(app, pilot, "enter")
        assert "{why [here]?" in app.playing.words.replace("\u00a0", " ")
        assert "\x1b" not in app.playing.words
        await press(app, pilot, "s")
        app.screen.query_one(Input).value = str(file)
        await press(app, pilot, "enter")

    app = drive(scenario)
    found = read_game(file.read_bytes(), file.name)
    assert isinstance(found, Game)
    assert found.tree.here.comment == "why [here]?  [2J"
    assert found.position == app.playing.session.position


def test_changes_in_analyse_are_a_tree(tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"

    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "f", "u", "2", "l", "up")
        assert "F" in str(app.analysing.position).splitlines()[1][:1]
        await press(app, pilot, "s")
        app.screen.query_one(Input).value = str(file)
        await press(app, pilot, "enter")

    position = Position.parse("3x2x1\nHHH\nHHH")
    app = drive(scenario, shown=position, view="analyse")
    found = read_game(file.read_bytes(), file.name)
    assert isinstance(found, Tree)
    assert found.here.value == app.analysing.position

    async def again(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "l", "down")
        assert str(app.analysing.position).splitlines()[1] == "2HH"

    drive(again, shown=found, view="analyse")
