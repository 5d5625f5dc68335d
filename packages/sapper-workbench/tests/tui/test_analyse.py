"""Analyse: a position is drawn or pasted, and what it implies is said and shown."""

import pytest
from textual import events
from textual.pilot import Pilot

from sapper.game import FLAGGED, MINE, Position
from sapper.notation import link_of_deal
from sapper_workbench.narration import prose
from sapper_workbench.study import GameSetup
from sapper_workbench.tui import TerminalApp
from tests.tui.driving import drive, line, press, rows, settled

THREE = Position.parse("5x3x3\nHHHHH\n1222H\n0001H")


def test_risks_certain_cells_and_what_lies_away() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        assert rows(app)[1].rstrip() == "0 [ok] !  ! ok ok"
        assert rows(app)[2].split() == ["1", "1", "2", "2", "2", "50"]
        assert "2 layouts · 3 safe · 2 certain mines" in app.analysing.words
        await press(app, pilot, "p")
        assert rows(app)[1].split() == ["0", "[■]■", "■", "■", "■"]

    drive(scenario, shown=THREE, view="analyse")


def test_suggestion_comes_with_its_proof() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "s")
        advice = app.analysing.advice
        assert advice is not None
        assert f"? {advice.move}" in app.analysing.words
        assert app.analysing.walk is not None
        why = app.analysing.walk.explanation
        assert f"1. {prose(why.lettered(advice.reason.words))}" in app.analysing.words
        for clue in advice.reason.clues:
            assert app.analysing.board.drawing.at(clue).mark == why.letters[clue]

    drive(scenario, shown=THREE, view="analyse")


def test_why_names_the_clues_that_prove_it() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "right", "enter")
        assert "[0, 1] is a mine" in app.analysing.words
        assert {"A", "B", "C"} <= {glyph.mark for glyph in app.analysing.board.drawing.glyphs}
        await press(app, pilot, "end", "w")
        assert "[0, 4] is safe" in app.analysing.words
        await press(app, pilot, "left")
        assert "is safe" not in app.analysing.words

    drive(scenario, shown=THREE, view="analyse")


@pytest.mark.slow
def test_keys_draw_and_take_back() -> None:
    codes = {str(n): n for n in range(4)} | {"f": FLAGGED, "m": MINE}

    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        for key, code in codes.items():
            await press(app, pilot, key)
            assert app.analysing.position == THREE.with_cell((0, 0), code)
            await press(app, pilot, "u")
            assert app.analysing.position == THREE
            await press(app, pilot, "r")
            assert app.analysing.position[(0, 0)] == code
            for hide in ("x", "H", "delete", "backspace"):
                await press(app, pilot, key, hide)
                assert app.analysing.position == THREE

    drive(scenario, shown=THREE, view="analyse")


def test_clue_that_cannot_be_is_refused_in_words() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "8")
        assert "lue 8 at [0, 0] has only 3 neighbours" in app.analysing.words
        assert app.analysing.position == THREE

    drive(scenario, shown=THREE, view="analyse")


def test_impossible_position_marks_the_clues_at_fault() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "minus", "minus", "minus")
        assert app.analysing.position.mines == 0
        assert "No layout fits" in app.analysing.words
        assert "impossible" in line(app, "status")
        assert "x1" in "".join(rows(app))
        await press(app, pilot, "s")
        assert "No move: no layout fits" in app.analysing.words
        await press(app, pilot, "plus", "plus", "plus")
        assert "2 layouts" in app.analysing.words

    drive(scenario, shown=THREE, view="analyse")


def test_new_hides_all() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "n")
        assert app.analysing.position == Position.start(THREE.grid, 3)

    drive(scenario, shown=THREE, view="analyse")


def test_text_is_edited_pasted_and_refused() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "o", *"4x4x40", "ctrl+s")
        assert "no cell is left" in str(app.screen.query_one(".refusal").render())
        await press(app, pilot, "backspace", "ctrl+s")
        assert app.analysing.position == Position.start(
            Position.parse("4x4x4" + "\nHHHH" * 4).grid, 4
        )
        await press(app, pilot, "o", "escape")
        app.post_message(events.Paste(str(THREE).replace("\n", "\r")))
        await press(app, pilot)
        await pilot.pause()
        assert app.analysing.position == THREE
        app.post_message(events.Paste("5x3x3\nHHHHH\n"))
        await pilot.pause()
        await pilot.pause()
        assert "Line 1 " in app.analysing.words
        assert app.analysing.position == THREE

    drive(scenario, shown=THREE, view="analyse")


def test_link_to_a_board_is_played_and_a_record_is_stepped_through() -> None:
    session = GameSetup("beginner", "csp", "safe", 3).session()
    session.play_agent()

    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        views = []
        app.analysing.load(link_of_deal(session.world.deal))
        await settled(app, pilot)
        views.append(app.view)
        mines = session.world.deal.mine_indices(0, "any")
        assert app.playing.session.world.deal.mine_indices(0, "any") == mines
        app.analysing.load(session.record.text)
        await settled(app, pilot)
        views.append(app.view)
        assert views == [app.playing, app.watching]
        assert app.watching.session.line == session.steps
        assert not app.watching.session.steps

    drive(scenario, view="analyse")


def test_position_of_a_game_is_examined() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "enter", "e")
        assert app.view is app.analysing
        assert app.analysing.position == app.playing.position

    drive(scenario, GameSetup("beginner", "csp", "safe", 29))


def test_the_best_cells_are_listed_and_get_surer() -> None:
    guess = Position.parse("9x9x10\n" + "\n".join([*["HHHHHHHHH"] * 8, "HHHHHHHH1"]))

    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        found = app.analysing.candidates
        assert found is not None
        assert found.playouts > 0
        best = found.best[0]
        assert "best cells" in app.analysing.words
        row, column = best.cell
        assert f"[{row}, {column}]" in app.analysing.words
        assert str(best.chance) in app.analysing.words

    drive(scenario, shown=guess, view="analyse", looking=0.2)


def test_the_ending_is_exact_at_once() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        found = app.analysing.candidates
        assert found is not None
        assert found.done
        assert found.best[0].exact == 1.0
        assert "simulated" not in app.analysing.words

    drive(scenario, shown=THREE, view="analyse")


def test_mines_are_drawn_and_the_clues_follow() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "d", "m", "right", "0")
        assert str(app.analysing.position).splitlines() == ["3x2x1", "H1H", "HHH"]
        assert app.analysing.editor.drawn == frozenset({0})
        await press(app, pilot, "left", "m", "right", "0", "d")
        assert str(app.analysing.position).splitlines() == ["3x2x0", "000", "000"]
        assert app.analysing.editor.drawn is None

    drive(scenario, shown=Position.parse("3x2x1\nHHH\nHHH"), view="analyse")
