"""The program as a whole: its keys are those of the one table, and it fits its terminal."""

import os
import re
import select
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from textual.containers import VerticalScroll
from textual.pilot import Pilot
from textual.widgets import Input

from sapper.game import LEVELS, Move, Position
from sapper_workbench.cli.verbs.tui import _last_level
from sapper_workbench.history import History, history_game
from sapper_workbench.keys import VIEWS, Group, View, bindings_of, rows
from sapper_workbench.session import Session
from sapper_workbench.study import GameSetup
from sapper_workbench.tui import (
    LARGE_COLUMNS,
    MAX_ROW_LINES,
    MIN_TEXT_COLUMNS,
    BoardWidget,
    Host,
    TerminalApp,
    action_of,
)
from tests.cli.runs import sentence
from tests.sources import ROOT
from tests.terminals import open_terminal
from tests.tui import driving
from tests.tui.driving import SETUP, Here, drive, line, press, settled, until

TABLES: list[tuple[Group, ...]] = [
    ("board", "play"),
    ("watch",),
    ("board", "find"),
    ("board", "mistakes"),
    ("board", "learn"),
    ("board", "puzzles"),
    ("board", "analyse"),
    ("tree",),
    ("all",),
]
EXPERT = GameSetup("expert", "csp", "safe", 29)


def test_every_key_of_the_table_does_something() -> None:
    app = TerminalApp(EXPERT, decider=Here(), analyst=Here())
    for view in app.views:
        for binding in bindings_of(view.view):
            assert callable(action_of(app, view, binding.name))


def test_keys_go_from_view_to_view() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        for key, view in [
            ("W", app.watching),
            ("L", app.lessons),
            ("A", app.analysing),
            ("P", app.playing),
        ]:
            await press(app, pilot, key)
            assert app.view is view
            await until(pilot, lambda: app.view.board.size.height > 2)
        for key in ("M", "C"):
            await press(app, pilot, key)
            assert app.view is app.playing
        assert len(app._notifications) == 2

    drive(scenario)


@pytest.mark.slow
@pytest.mark.parametrize("view", get_args(View))
def test_help_shows_every_key_of_the_view(view: View) -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "question_mark")
        shown = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
        for group in VIEWS[view]:
            for _, words in rows(group):
                assert words in shown
        await press(app, pilot, "down", "x")
        assert app.screen is app.screen_stack[0]

    drive(scenario, view=view, size=(100, 60))


def test_expert_fits_in_80_by_24() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:

        def whole() -> bool:
            return [row.count("■") for row in driving.rows(app)].count(30) == 16

        await until(pilot, whole)
        assert app.playing.board.size.width == 80
        await press(app, pilot, "a")
        assert app.playing.words.splitlines()[0].startswith("1  open")
        assert "? keys" in line(app, "status")

    drive(scenario, EXPERT)


def test_long_reasons_are_read_to_their_end() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "a", "a", "p")
        story = app.playing.query_one(VerticalScroll)
        await until(pilot, lambda: story.max_scroll_y > 3)
        ends: list[tuple[str, Callable[[], int]]] = [
            ("full_stop", lambda: story.max_scroll_y),  # which changes until all is laid out
            ("comma", lambda: 0),
        ]
        for key, end in ends:
            for _ in range(40):
                await press(app, pilot, key)
                await pilot.pause()
                if story.scroll_y == end():
                    break
            assert story.scroll_y == end()
            assert story.max_scroll_y > 3

    drive(scenario, EXPERT, size=(40, 8))


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (200, 60), (40, 12), (20, 8), (8, 4)])
def test_cursor_stays_in_sight_whatever_the_size(size: tuple[int, int]) -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        for keys in ("home", "end", "pagedown", "home", "pageup"):
            await press(app, pilot, keys)
            if size[0] > 10:
                await until(pilot, lambda: any("[■" in row for row in driving.rows(app)))

    drive(scenario, GameSetup("60x40x300", "csp", "safe", 1), size=size)


def test_new_size_is_laid_out_anew() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: app.playing.has_class("aside"))
        await pilot.resize_terminal(44, 16)
        await until(pilot, lambda: not app.playing.has_class("aside"))
        await until(pilot, lambda: any("[■" in row for row in driving.rows(app)))

    drive(scenario)


@pytest.mark.slow
def test_settings_begin_another_game_or_say_what_is_wrong() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "o")
        for name, value, words in [
            ("board", "nowhere", "nknown board 'nowhere'"),
            ("player", "nobody", "nknown player"),
            ("first", "never", "First: expected any, safe or opening, got 'never'."),
            ("seed", "-1", "Seed: expected a whole number, got '-1'."),
        ]:
            field = app.screen.query_one(f"#{name}", Input)
            kept, field.value = field.value, value
            await press(app, pilot, "enter")
            assert words in str(app.screen.query_one(".refusal").render())
            field.value = kept
        app.screen.query_one("#board", Input).value = "HARD10"
        app.screen.query_one("#seed", Input).value = ""
        await press(app, pilot, "enter")
        assert app.playing.session.world.name == "HARD10"
        await press(app, pilot, "o", "escape")
        assert app.playing.session.world.name == "HARD10"

    drive(scenario)


def test_levels_are_one_key_away_and_named_before_the_first_move() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        for key, name in (("1", "beginner"), ("2", "intermediate"), ("3", "expert")):
            assert f"{key}\u00a0{name}" in app.playing.words
            await press(app, pilot, key)
            assert app.playing.setup.board == name
            assert LEVELS[name].dimensions in line(app, "title")
        before = app.playing.session.world.deal
        await press(app, pilot, "3")
        assert app.playing.session.world.deal.order != before.order

    drive(scenario)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (60, 24), (120, 40)])
@pytest.mark.parametrize("level", ["beginner", "expert"])
def test_no_line_break_splits_an_item_of_a_legend(level: str, size: tuple[int, int]) -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        text = app.playing._text
        shown = [text.render_line(y).text.strip() for y in range(text.size.height)]
        items = {item for line in shown for item in re.split(r" {2,}", line.replace("\u00a0", " "))}
        assert {"Enter open", "a move for me", "2 intermediate", "L learn"} <= items

    drive(scenario, replace(SETUP, board=level), size=size)


def test_without_a_level_the_one_played_last_is_dealt(tmp_path: Path) -> None:
    history = History(tmp_path / "history.db")
    assert _last_level(history) == "beginner"
    for number, level in enumerate(("expert", "intermediate", "5x4x3")):
        session = replace(driving.SETUP, board=level).session()
        session.play(Move("open", (0, 0)), 0.0)
        game = history_game(session.record, f"terminal:{number}", "terminal", float(number))
        assert history.keep(game, session.record)
    assert _last_level(history) == "intermediate"
    expert = replace(driving.SETUP, board="expert").session()
    other = history_game(expert.record, "file", "import", 9.0)
    assert history.keep(other, expert.record)
    assert _last_level(history) == "intermediate"


def test_hexagons_are_drawn_and_pressed_where_they_are() -> None:
    position = Position.parse("4x3x2 grid=hex\nHHHH\n1111\n0000")

    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        shown = [row[2:] for row in driving.rows(app)[1:4]]
        margins = [len(row) - len(row.lstrip(" [")) for row in shown]
        assert margins[0] > margins[1] > margins[2]
        board = app.view.board
        for row in range(3):
            text = driving.rows(app)[1 + row]
            x = 2 + board.drawing.indent(row) + board.drawing.whole * 2 + 1
            await pilot.click(board, offset=(x, 1 + row))
            assert app.view.cursor == (row, 2), text

    drive(scenario, shown=position, view="analyse")


def test_words_of_a_file_cannot_steer_the_terminal() -> None:
    session = driving.SETUP.session()
    session.play_agent()
    text = session.record.text.replace('"reason": "', '"reason": "\\u001b[2Jboo [bold]')
    shown = Session.of_record(text)

    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "right")
        assert "boo [bold]" in app.watching.words
        assert "\x1b" not in app.watching.words

    drive(scenario, shown=shown, view="watch")


def test_documented_keys_are_those_of_the_table() -> None:
    page = (ROOT / "docs" / "terminal.md").read_text(encoding="utf-8")
    for groups in TABLES:
        lines = [f"| `{keys}` | {words} |" for group in groups for keys, words in rows(group)]
        assert "\n".join(["| key | action |", "|---|---|", *lines]) in page


def test_without_a_terminal_and_with_wrong_input_it_says_so(tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_text("5x5")
    assert "needs a terminal" in sentence("tui")
    assert f"{file}: line 1" in sentence("tui", str(file))
    assert "missing: no such file" in sentence("tui", "missing")
    assert "unknown player" in sentence("tui", "--player", "nobody")
    assert "unknown board 'nowhere'" in sentence("tui", "--level", "nowhere")


# The program in a real terminal


class Terminal:
    """The program as it runs in a terminal."""

    def __init__(self, process: subprocess.Popen[bytes], master: int) -> None:
        self.process, self.master, self.seen = process, master, ""

    def until(self, words: str) -> None:
        """Read until words have been shown."""
        ends = time.monotonic() + 120
        while words not in re.sub(r"\x1b\[[?\d;]*[A-Za-z]", "", self.seen):
            if not select.select([self.master], [], [], max(0, ends - time.monotonic()))[0]:
                raise AssertionError(f"no {words!r} in {self.seen[-500:]!r}")
            try:
                self.seen += os.read(self.master, 65536).decode(errors="replace")
            except OSError:  # the other end is closed
                raise AssertionError(f"it ended with {self.seen[-2000:]!r}") from None
        self.seen = ""

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self.master, keys.encode())

    def left(self) -> int:
        """Read what comes until the program ends; its exit code."""
        try:
            while os.read(self.master, 65536):
                pass
        except OSError:  # the other end is closed
            pass
        return self.process.wait(120)

    def close(self) -> None:
        """Close the terminal's window."""
        if self.master >= 0:
            os.close(self.master)
        self.master = -1


@contextmanager
def terminal(*arguments: str) -> Iterator[Terminal]:
    """The program in a terminal of 80 columns and 24 lines."""
    import fcntl
    import termios

    master, slave = open_terminal()
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    with subprocess.Popen(
        [sys.executable, "-m", "sapper", "tui", *arguments],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**os.environ, "TERM": "xterm-256color"},
        start_new_session=True,
    ) as process:
        os.close(slave)
        shown = Terminal(process, master)
        try:
            yield shown
        finally:
            process.kill()
            shown.close()


@pytest.mark.slow
def test_in_a_terminal_a_new_player_gets_beginner_the_agent_thinks_and_it_leaves(
    tmp_path: Path,
) -> None:
    with terminal("--history", str(tmp_path / "history.db"), "--seed", "29") as shown:
        shown.until("9x9x10")
        shown.until("keys")
        shown.type("\r")
        shown.until("you opened")
        shown.type("a")
        shown.until("single-point")
        shown.type("q")
        assert shown.left() == 0


@pytest.mark.slow
def test_file_is_stepped_through_in_a_terminal(tmp_path: Path) -> None:
    session = driving.SETUP.session()
    session.play_agent()
    file = tmp_path / "game.json"
    file.write_text(session.record.text)
    with terminal(str(file)) as shown:
        shown.until("move 0 of 1")
        shown.type("\x1b[C")
        shown.until("corner")
        shown.type("q")
        assert shown.left() == 0


@pytest.mark.slow
def test_ctrl_c_leaves_with_130() -> None:
    with terminal("--view", "analyse") as shown:
        shown.until("layouts")
        shown.type("\x03")
        assert shown.left() == 130


@pytest.mark.slow
def test_it_ends_with_its_terminal_even_without_a_signal() -> None:
    with terminal("--view", "analyse") as shown:
        shown.until("layouts")
        shown.close()
        assert shown.process.wait(120) == 129


def test_the_program_has_all_that_views_ask_of_it() -> None:
    shared = {"attempt", "think", "find"}
    asked = {name for name in vars(Host) if not name.startswith("_")} - shared
    assert "examine" in asked
    assert not [name for name in asked if name not in vars(TerminalApp)]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50), (300, 90)])
@pytest.mark.parametrize("level", ["beginner", "expert"])
def test_a_board_fills_a_large_terminal_and_clicks_find_its_cells(
    level: str, size: tuple[int, int]
) -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        view = app.view
        board, grid, lines = view.board, view.position.grid, view.board.lines
        assert board.whole.height <= view.size.height or lines == 1
        larger = board.drawing.label + 2 * (lines + 1) * grid.width + 2 + MIN_TEXT_COLUMNS
        full = board.drawing.heads + (lines + 1) * grid.height
        if size[0] >= LARGE_COLUMNS and lines < MAX_ROW_LINES:
            assert larger > size[0] or full > view.size.height
        for row, column in ((0, 0), (grid.height - 1, grid.width // 2)):
            shown = [board.render_line(y).text for y in range(board.whole.height)]
            y = board.drawing.heads + row * lines
            assert shown[y].startswith(board.drawing.number(row))
            x = board.drawing.label + board.drawing.whole * (column + 1) - 1
            if y < board.size.height:
                await pilot.click(BoardWidget, offset=(x, y + lines - 1))
                await settled(app, pilot)
                assert view.cursor == (row, column)

    drive(scenario, replace(SETUP, board=level), size=size)
