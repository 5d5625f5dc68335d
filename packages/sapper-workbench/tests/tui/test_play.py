"""Play: a game by keys alone, and what may be asked on the way."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from sapper.arena import difficulty
from sapper.errors import InputError
from sapper.game import FLAGGED, HIDDEN, Move
from sapper.records import YOU, Record, read
from sapper_workbench.study import GameSetup
from sapper_workbench.tui import TerminalApp
from tests.tui.driving import drive, line, press, rows, settled, until

LINE = GameSetup("5x1x1", "csp", "any", 3)


async def go_to(app: TerminalApp, pilot: Pilot[None], cell: tuple[int, int]) -> None:
    """Move the cursor with arrows, Home and PageUp."""
    down, right = ["down"] * cell[0], ["right"] * cell[1]
    await press(app, pilot, "home", "pageup", *down, *right)
    assert app.view.cursor == cell


def test_whole_game_is_won_by_keys_alone() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        session = app.playing.session
        mines = session.world.deal.mine_indices(40, "safe")
        await press(app, pilot, "enter")  # in the middle, where the cursor begins
        for index in sorted(set(range(81)) - mines):
            if session.position.cells[index] == HIDDEN:
                app.playing.cursor = divmod(index, 9)
                await press(app, pilot, "enter")
        assert session.position.outcome == "won"
        assert "You won after" in app.playing.words
        assert {step.decision.strategy for step in session.steps} == {YOU}

    drive(scenario)


def test_keys_move_the_cursor_and_stop_at_the_edges() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await go_to(app, pilot, (2, 3))
        await press(app, pilot, "end", "right", "pagedown", "down")
        assert app.view.cursor == (8, 8)
        await press(app, pilot, "home", "left", "pageup", "up")
        assert app.view.cursor == (0, 0)
        assert "[■]" in rows(app)[1]

    drive(scenario)


@pytest.mark.slow
def test_an_expert_board_with_its_risks_fits_eighty_columns() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "enter", "p")
        await until(pilot, lambda: app.view.findings is not None)
        board = app.view.board
        assert board.whole.width <= 80 >= max(map(len, rows(app)))
        risks = [row for row in rows(app) if re.search("[▁-▇✓]", row)]
        assert risks
        assert not any(re.search("[▁-█✓][▁-█✓0-9·]", row) for row in risks), (
            "no cell touches the next"
        )
        assert "✓ safe" in app.view.words.replace("\u00a0", " ")
        title = line(app, "title")
        assert "30x16x99" in title
        assert "…" not in title

    drive(scenario, GameSetup("expert", "csp", "safe", 29))
    drive(scenario, GameSetup("expert", "csp", "opening", 695943))


def test_flag_and_unflag_and_what_is_flagged_does_not_open() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        position = app.playing.session.position
        await press(app, pilot, "f")
        assert app.playing.position[(4, 4)] == FLAGGED
        assert "9 mines left · 0:0" in line(app, "status")
        await press(app, pilot, "enter")
        assert "has a flag" in app.playing.words
        await press(app, pilot, "f")
        assert app.playing.position == position

    drive(scenario)


def test_enter_on_a_clue_chords() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        session = app.playing.session
        (mine,) = session.world.deal.mine_indices(0, "any")
        beside = mine - 1 if mine else 1
        app.playing.cursor = (0, beside)
        await press(app, pilot, "enter")
        assert session.position.cells[beside] == 1
        await press(app, pilot, "c")
        assert "Cannot chord" in app.playing.words
        app.playing.cursor = (0, mine)
        await press(app, pilot, "f")
        app.playing.cursor = (0, beside)
        await press(app, pilot, "enter")
        assert session.steps[-1].decision.move.action == "chord"

    drive(scenario, LINE)


def test_hint_is_shown_and_made_only_by_the_agent() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "enter", "h")
        while app.playing.advice is None:
            await press(app, pilot, "h")
        advice = app.playing.advice
        assert advice is not None
        assert len(app.playing.session.steps) == 1
        assert f"? {advice.move}" in app.playing.words
        assert "single-point passes" in app.playing.words or advice.strategy == "single-point"
        await press(app, pilot, "a")
        assert app.playing.session.steps[-1].decision == advice
        assert app.playing.cursor == advice.move.cell

    drive(scenario)


def test_a_hint_names_the_region_then_the_clues_then_the_move() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        view = app.playing
        while view.hint is None or view.hint.walk is None:
            await press(app, pilot, "a", "h")
        hint = view.hint
        assert view.advice is None
        region, clues = hint.explanation.grades
        assert region.words in plain(view.words)
        assert str(list(hint.advice.move.cell)) not in view.words
        await press(app, pilot, "h")
        assert plain(hint.explanation.lettered(clues.words)) in plain(view.words)
        for clue in clues.cells[:5]:
            assert view.board.drawing.at(clue).mark == hint.explanation.letters[clue]
        await press(app, pilot, "comma")
        assert clues.words not in plain(view.words)
        await press(app, pilot, "h", "full_stop")
        assert app.playing.hint is None
        assert app.playing.advice == hint.advice
        assert f"? {hint.advice.move}" in view.words
        await press(app, pilot, "h")  # all is said: it does not begin again
        assert app.playing.hint is None

    drive(scenario)


@pytest.mark.slow
def test_a_hint_is_walked_one_step_at_a_time() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        view = app.playing
        while view.walk is None or len(view.walk.narration) < 2:
            await press(app, pilot, "a", "h")
            while view.hint is not None:
                await press(app, pilot, "h")
            assert view.position.outcome == "playing"
        narration, why = view.walk.narration, view.walk.explanation
        opened = view.session.steps
        for at, (words, step) in enumerate(narration, start=1):
            assert f"step {at} of {len(narration)}" in plain(view.words)
            assert why.lettered(words) in view.words
            assert all(why.lettered(later) not in view.words for later, _ in narration[at:])
            for clue in step.clues:
                assert view.board.drawing.at(clue).mark == why.letters[clue]
            await press(app, pilot, "full_stop")
        await press(app, pilot, "comma")
        assert f"step {len(narration) - 1} of" in plain(view.words)
        assert view.session.steps == opened
        await press(app, pilot, "a")
        assert view.walk is None

    drive(scenario)


def plain(words: str) -> str:
    return words.replace("\u00a0", " ")


def test_agent_that_knows_no_move_says_why() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "a")
        assert "No move: " in app.playing.words
        assert "scan passes" in app.playing.words

    drive(scenario, GameSetup("beginner", "scan", "safe", 1))


def test_undo_redo_and_another_line() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        session = app.playing.session
        await press(app, pilot, "f", "u", "enter")
        opened = session.position
        await press(app, pilot, "t")
        assert session.position[(4, 4)] == FLAGGED
        assert "2 moves tried here" in line(app, "status")
        await press(app, pilot, "t")
        assert session.position == opened
        await press(app, pilot, "u", "u")
        assert "no move to undo" in app.playing.words
        await press(app, pilot, "r")
        assert session.position == opened

    drive(scenario)


def test_probabilities_are_on_the_board() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "enter", "p")
        findings = app.playing.findings
        assert findings is not None
        assert findings.analysis is not None
        risk = round(100 * findings.analysis.mine_probability[3, 3])
        assert f"{risk:2d} {risk:2d} {risk:2d}" in rows(app)[4]
        assert "layouts" in app.playing.words
        await press(app, pilot, "p")
        assert str(risk) not in rows(app)[4]

    drive(scenario)


def test_why_tells_what_the_clues_say() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "enter", "right", "w")
        assert "A mine lies here in" in app.playing.words
        await press(app, pilot, "left", "w")
        assert " touches " in app.playing.words

    drive(scenario)


def test_the_coach_says_which_clicks_open_most() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "enter", "k")
        words = app.playing.words
        assert (
            "Most cells for the fewest clicks" in words
            or "no hidden cell is certainly safe" in words.lower()
        )

    drive(scenario)


def test_new_game_is_the_next_deal() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        deal = app.playing.session.world.deal
        await press(app, pilot, "enter", "n")
        assert app.playing.session.world.deal != deal
        assert not app.playing.session.steps
        assert "deal 1" in line(app, "title")

    drive(scenario)


def test_world_shows_gold_and_lives() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        assert "HARD10" in line(app, "title")
        assert "1 life" in line(app, "status")
        assert "gold 0" in line(app, "status")
        while app.playing.session.counts.gold == 0 and app.playing.position.outcome == "playing":
            await press(app, pilot, "a")
        assert "2 lives" in line(app, "status")
        assert "gold" in app.playing.words
        assert any("G" in row for row in rows(app))

    drive(scenario, GameSetup("HARD10", "logic4", "any", 4))


def test_end_of_a_game_shows_everything() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        while app.playing.position.outcome == "playing":
            await press(app, pilot, "a")
        assert app.playing.position.outcome == "lost"
        assert "random lost after" in app.playing.words
        assert "".join(rows(app)).count("✹") == 10
        await press(app, pilot, "a")
        assert "no more moves" in app.playing.words

    drive(scenario, GameSetup("beginner", "random", "safe", 1))


@pytest.mark.slow
@pytest.mark.parametrize("lines", [1, 2])
def test_game_is_saved_and_comes_back(lines: int, tmp_path: Path) -> None:
    file = tmp_path / "game.json"

    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "enter", *(["u", "f"] if lines == 2 else []))
        await press(app, pilot, "s")
        app.screen.query_one(Input).value = str(tmp_path / "no" / "file")
        await press(app, pilot, "enter")
        assert "its folder does not exist" in str(app.screen.query_one(".refusal").render())
        app.screen.query_one(Input).value = str(file)
        await press(app, pilot, "enter")
        assert "Saved to" in app.playing.words

    app = drive(scenario)
    saved = read(file.read_text())
    played = app.playing.session.lines()
    assert [replace(line, ended=None) for line in saved.lines()] == [
        replace(line, ended=None)
        for line in played  # a session from a record has no clock
    ]
    if lines == 1:
        assert Record.parse(file.read_text()) == app.playing.session.record


def test_saved_game_is_gone_on_with() -> None:
    session = GameSetup("beginner", "random", "safe", 7).session()
    session.play(Move("open", (4, 4)))
    session.undo()
    session.play(Move("flag", (0, 0)))

    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        assert app.playing.session is session
        assert app.playing.setup == GameSetup("9x9x10", "random", "safe", 7)
        await press(app, pilot, "t", "a")
        assert [step.decision.strategy for step in session.steps] == [YOU, "random"]

    drive(scenario, shown=session)


def test_mouse_opens_flags_and_leaves_the_edges_alone() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        board = app.view.board
        await pilot.click(board, offset=(3 + 2 * 2, 1 + 3))
        await settled(app, pilot)
        assert [step.decision.move.cell for step in app.playing.session.steps] == [(3, 2)]
        await pilot.click(board, offset=(0, 0))
        await pilot.click(board, offset=(1, 3))
        await settled(app, pilot)
        assert len(app.playing.session.steps) == 1

    drive(scenario)


def test_a_game_won_with_help_says_so() -> None:
    """One move is the user's, the agent makes all others: that is no win of the user's own."""

    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "enter")
        while app.playing.position.outcome == "playing":
            await press(app, pilot, "a")
        assert app.playing.position.outcome == "won"
        moves = app.playing.session.undoable
        words = f"Won with help: {moves - 1} of {moves} moves by csp"
        assert words in app.playing.words
        assert "You won" not in app.playing.words

    drive(scenario)


def test_a_board_that_needs_no_guess_is_dealt_when_its_first_cell_is_opened() -> None:
    setup = GameSetup("9x9x10", "csp", "opening", 4, no_guess=True)

    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        session = app.playing.session
        app.playing.cursor = (1, 1)
        await press(app, pilot, "f", "f", "enter")
        assert "No guess is needed: " in app.playing.words
        assert app.playing.rated == difficulty(session.world.deal, session.world.rules, (1, 1))
        while session.position.outcome == "playing":
            await press(app, pilot, "a")
            assert session.steps[-1].decision.mine_probability == 0.0
        assert session.position.outcome == "won"
        await press(app, pilot, "n")
        await press(app, pilot, "a")  # the agent opens the first cell
        assert "No guess is needed: " in app.playing.words

    drive(scenario, setup)


def test_a_world_cannot_be_dealt_to_need_no_guess() -> None:
    with pytest.raises(InputError, match="only levels and sizes"):
        GameSetup("easy", no_guess=True).world()
