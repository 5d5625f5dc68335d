"""Play, in a browser: with mouse, finger and keyboard alone; hints, review, and coming back."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from sapper import LEVELS, Deal, Position
from tests.web.running import quiet_port, server
from tests.web.screen import DRAWN, Screen, screen

SEED = 4
LEVEL = LEVELS["beginner8"]
DEAL = Deal.seeded(LEVEL.grid, LEVEL.mines, SEED)
MINES = sorted(map(LEVEL.grid.cell, DEAL.mine_indices(0, "opening")))  # opened at [0, 0] first


def begun(shown: Screen) -> Screen:
    """A game whose mines are ``MINES``, opened at [0, 0]."""
    shown.goto("#play")
    shown.deal("beginner8", SEED)
    shown.click(0, 0)
    shown.notice("Opened [0, 0]")
    return shown


def frontier(shown: Screen) -> tuple[int, int]:
    """A mine beside an open 1 that has other hidden neighbours."""
    position = Position.parse("\n".join(shown.position()))
    for row, column in MINES:
        for near in LEVEL.grid.neighbour_indices(LEVEL.grid.index((row, column))):
            if position.cells[near] == 1 and chordable(position, near):
                return row, column
    raise AssertionError("no mine of this game is beside an open 1")


def chordable(position: Position, clue: int) -> bool:
    hidden = [
        near for near in LEVEL.grid.neighbour_indices(clue) if near in position.hidden_indices
    ]
    return len(hidden) > 1


def test_a_game_is_ready_at_once_on_any_screen(visitor: Screen) -> None:
    visitor.goto("#play")
    visitor.page.get_by_text("A game is ready").wait_for()
    label = visitor.board.get_attribute("aria-label")
    assert label in (
        "Your game. Minesweeper board, 16 rows of 30 cells, 99 mines; 480 hidden, 0 flagged",
        "Your game. Minesweeper board, 9 rows of 9 cells, 10 mines; 81 hidden, 0 flagged",
    )
    assert not visitor.wide()
    visitor.until("location.hash.startsWith('#play/')")


def test_the_mouse_opens_flags_and_chords(desk: Screen) -> None:
    shown = begun(desk)
    assert any(cell.isdigit() for cell in "".join(shown.cells()))
    row, column = frontier(shown)
    shown.click(row, column, button="right")
    shown.notice(f"Flagged [{row}, {column}]")
    assert shown.cells()[row][column] == "F"
    left = shown.page.locator(".counters b").first
    assert left.inner_text() == str(LEVEL.mines - 1)
    position = Position.parse("\n".join(shown.position()))
    clue = next(
        near
        for near in LEVEL.grid.neighbour_indices(LEVEL.grid.index((row, column)))
        if position.cells[near] == 1 and chordable(position, near)
    )
    shown.click(*LEVEL.grid.cell(clue))
    shown.notice("Opened around")
    shown.click(row, column, button="right")
    shown.notice("Unflagged")


def test_a_number_without_its_flags_opens_nothing(desk: Screen) -> None:
    shown = begun(desk)
    row, column = frontier(shown)
    before = shown.cells()
    position = Position.parse("\n".join(shown.position()))
    near = LEVEL.grid.neighbour_indices(LEVEL.grid.index((row, column)))
    clue = LEVEL.grid.cell(next(i for i in near if position.cells[i] == 1))
    shown.click(*clue)
    shown.notice(re.compile("flag"))
    assert shown.cells() == before


def test_a_whole_game_is_won_without_a_mouse(desk: Screen) -> None:
    desk.goto("#play")
    desk.board.wait_for()
    keys = desk.page.keyboard
    keys.press("o")  # the form of a new game, its first field focused
    keys.type("beginner8")
    for _ in range(2):
        keys.press("Tab")
    keys.type("3")
    keys.press("Enter")
    desk.notice("A new game.")
    keys.press("Escape")
    desk.page.evaluate("document.activeElement.blur()")
    here = [0, 0]
    for _ in range(LEVEL.grid.size):
        for _ in range(3):  # where to look, at which numbers, and the move
            keys.press("h")
            desk.page.locator("[aria-label=Hint]").wait_for()
        card = desk.page.locator(".decision[aria-label=Hint] h2")
        card.wait_for()
        found = re.search(r"(Open|Flag)[ A]*\[(\d+), (\d+)\]", card.inner_text())
        assert found is not None
        row, column = int(found[2]), int(found[3])
        for key, steps in (("Down", row - here[0]), ("Right", column - here[1])):
            back = {"Down": "Up", "Right": "Left"}[key]
            for _ in range(abs(steps)):
                keys.press(f"Arrow{key if steps > 0 else back}")
        here = [row, column]
        keys.press("Enter" if found[1] == "Open" else "f")
        desk.notice(f"[{row}, {column}]")
        if desk.page.locator(".result").count():
            break
    desk.page.locator(".result-won").wait_for()
    desk.notice("The game is won, with help.")


def test_a_hint_names_a_move_and_marks_the_clues_that_prove_it(desk: Screen) -> None:
    begun(desk)
    card = desk.hint()
    signs = card.locator(".cell-letter")
    named = signs.evaluate_all("(signs) => signs.map((sign) => JSON.parse(sign.title))")
    (row, column), *clues = [(row, column) for row, column in named]
    assert clues  # and the other cells that its steps name
    assert signs.all_inner_texts()[:2] == ["A", "B"]  # as the board marks them
    desk.page.keyboard.press("Home")
    for _ in range(row):
        desk.page.keyboard.press("ArrowDown")
    desk.until(f"document.querySelector('[role=row]').ariaRowIndex === '{row + 1}'")
    assert "the cell of this move, marked A" in desk.words(row, column)
    for clue_row, clue_column in {cell for cell in clues if cell[0] == row}:
        spoken = desk.words(clue_row, clue_column)
        assert "hidden" in spoken or "a clue that the reason uses" in spoken


def test_the_move_of_a_hint_is_made_by_its_button(desk: Screen) -> None:
    begun(desk)
    card = desk.hint()
    found = re.search(r"(Open|Flag)[\sA]*(\[\d+, \d+\])", card.locator("h2").inner_text())
    assert found is not None
    card.get_by_role("button", name="Make this move").click()
    desk.notice(f"{found[1]}{'ed' if found[1] == 'Open' else 'ged'} {found[2]}")
    card.wait_for(state="detached")


def test_a_game_that_is_not_here_is_said_to_be_missing(desk: Screen) -> None:
    desk.goto("#play/0123456789abcdef")
    alert = desk.page.get_by_role("alert")
    alert.wait_for()
    assert "no game “0123456789abcdef”" in alert.inner_text()
    assert desk.board.count() == 0
    alert.get_by_role("button", name="New game").click()
    desk.board.wait_for()
    begun(desk)
    game = desk.address
    desk.page.evaluate("location.hash = 'play/nowhere'")  # also while another one is played
    alert.wait_for()
    desk.page.evaluate("address => { location.href = address; }", game)
    desk.board.wait_for()
    assert alert.count() == 0


@pytest.mark.server
def test_a_game_that_an_agent_won_says_so(desk: Screen) -> None:
    desk.goto("#play")
    desk.deal("beginner8", SEED)
    result = desk.page.locator(".result-won")
    for _ in range(LEVEL.grid.size):
        with desk.page.expect_response("**/agent") as answer:
            desk.page.keyboard.press("a")
        if answer.value.json()["step"]["outcome"] != "playing":
            break
    result.wait_for()
    assert "with help" in result.inner_text()
    assert "Every move was made for you." in result.inner_text()
    notice = desk.page.locator(".notice").inner_text()
    assert "You won" not in notice
    assert desk.page.locator("[title^=Mines] b").inner_text() == "0"


@pytest.mark.server
def test_a_hint_that_takes_long_says_so_and_is_stopped_by_a_key_or_a_move(desk: Screen) -> None:
    # Before the page loads: a page that is open already may still send one request past the route.
    desk.page.route("**/hint*", lambda route: None)  # an adviser that never answers
    begun(desk)
    row, column = MINES[0]
    for stopped_by_key in (True, False):
        desk.page.keyboard.press("h")
        desk.notice("is thinking …")
        if stopped_by_key:
            desk.page.keyboard.press("Escape")
        desk.click(row, column, button="right")
        desk.notice("lagged")
    assert desk.cells()[row][column] == "H"  # flagged, and unflagged


def test_every_probability_is_shown_and_hidden_by_a_key(desk: Screen) -> None:
    begun(desk)
    desk.page.keyboard.press("PageDown")
    known = "/% mine|certainly/.test(cell.ariaLabel)"
    cells = "[...document.querySelectorAll('[role=gridcell]')]"
    hidden = f"{cells}.filter(cell => /hidden/.test(cell.ariaLabel))"
    desk.until(f"{hidden}.length > 0 && !{hidden}.some(cell => {known})")
    desk.page.keyboard.press("p")
    desk.until(f"{hidden}.length > 0 && {hidden}.every(cell => {known})")
    desk.page.keyboard.press("p")
    desk.until(f"!{hidden}.some(cell => {known})")


def test_moves_are_taken_back_and_made_again(desk: Screen) -> None:
    begun(desk)
    after = desk.cells()
    desk.menu("Board menu").get_by_role("button", name="Undo").click()
    desk.notice("Move undone.")
    assert set("".join(desk.cells())) == {"H"}
    desk.page.keyboard.press("r")
    desk.notice("Move redone.")
    assert desk.cells() == after


def test_a_lost_game_is_reviewed_and_stepped_through(visitor: Screen) -> None:
    begun(visitor)
    visitor.click(*MINES[-1])
    visitor.page.locator(".result-lost").wait_for()
    assert "\n".join(visitor.cells()).count("*") == 1
    visitor.page.get_by_role("button", name="Review").click()
    guess = visitor.page.locator(".guess").first
    guess.wait_for()
    assert f"[{MINES[-1][0]}, {MINES[-1][1]}]" in guess.inner_text()
    visitor.page.get_by_role("img", name="Chance of winning throughout the game").wait_for()
    guess.get_by_role("button", name="move 2").click()
    assert guess.get_attribute("aria-current") == "step"
    visitor.until(
        "document.querySelector('[role=grid]').getBoundingClientRect().top < innerHeight - 100"
    )
    assert "*" not in "".join(visitor.cells())
    visitor.page.keyboard.press("Home")
    assert set("".join(visitor.cells())) == {"H"}
    visitor.page.keyboard.press("End")
    visitor.until("document.querySelector('.stepper-count').textContent === '2 / 2'")
    assert not visitor.wide()
    visitor.page.keyboard.press("Home")
    visitor.page.keyboard.press("ArrowRight")
    visitor.page.get_by_role("button", name="Try another move").click()
    visitor.notice("Another move here starts a variation.")
    visitor.page.get_by_role("button", name="Hint", exact=True).wait_for()
    assert visitor.page.locator(".move-here").inner_text().startswith("1.")


def test_a_board_that_needs_no_guess_is_dealt_on_the_first_click(desk: Screen) -> None:
    desk.goto("#play")
    desk.levels.get_by_role("button", name="No guessing needed").click()
    desk.notice("A new game.")
    desk.deal("beginner8", 1)
    desk.page.get_by_text("no guess will be needed").wait_for()
    desk.click(3, 3)
    desk.notice("Opened [3, 3]")
    desk.page.get_by_text(re.compile("No guess is needed: .* solve it")).wait_for()


def test_worlds_of_daggers_and_gold_are_played(desk: Screen) -> None:
    desk.goto("#play")
    desk.deal("EASY1")
    desk.click(0, 0)
    desk.notice("Opened [0, 0]")
    assert int(desk.page.locator("[title=Lives] b").inner_text()) >= 1
    legend = desk.page.get_by_role("region", name="What the signs mean").inner_text()
    for word in ("dagger", "Gold", "heart", "small diamond", "easy", "hard"):
        assert word in legend
    names = desk.page.locator("optgroup[label^=Daggers] option").all_text_contents()
    assert any(re.match(r"\s*easy: 5×5, 4 daggers, 1 gold", name) for name in names)
    assert any(re.match(r"\s*easy map 1: 5×5, 4 daggers", name) for name in names)
    desk.page.keyboard.press("B")
    desk.page.locator("[name=adviser]").select_option("logic4")
    desk.page.get_by_role("button", name="Close").click()
    desk.page.get_by_role("button", name="Hint", exact=True).click()
    desk.page.locator(".decision[aria-label=Hint]").wait_for()


def test_a_game_goes_on_after_the_server_was_restarted(chrome: Browser, tmp_path: Path) -> None:
    with ExitStack() as visits:
        with server("--data", str(tmp_path), "--port", str(quiet_port())) as first:
            link = f"{first.url}/"
            shown = begun(visits.enter_context(screen(chrome, link)))
        with server("--data", str(tmp_path), "--port", first.url.rpartition(":")[2]):
            row, column = MINES[0]
            shown.click(row, column, button="right")  # the page stayed open
            shown.notice(f"Flagged [{row}, {column}]")
            before, address = shown.position(), shown.address.removeprefix(link)
            shown.goto(address)
            shown.board.wait_for()
            assert shown.position() == before


#: Whether the probabilities of the position shown have arrived.
ANALYSED = "/certainly|% mine/.test(document.querySelector('[role=grid]').innerHTML)"


@pytest.mark.server
def test_cells_drawn_one_by_one_are_those_of_the_whole_board(desk: Screen) -> None:
    desk.goto("#play")
    desk.deal("expert", SEED)
    desk.page.get_by_role("button", name="Risks").click()
    desk.click(8, 15)
    desk.notice("Opened [8, 15]")
    expert = LEVELS["expert"]
    deal = Deal.seeded(expert.grid, expert.mines, SEED)
    mines = set(map(expert.grid.cell, deal.mine_indices(expert.grid.index((8, 15)), "opening")))
    opened = 0
    for row, column in [(row, column) for row in (0, 5, 10, 15) for column in range(0, 30, 8)]:
        if (row, column) not in mines and desk.cells()[row][column] == "H":
            with desk.page.expect_response("**/analysis") as analysis:
                desk.click(row, column)
            analysis.value.finished()
            desk.notice(f"Opened [{row}, {column}]")
            desk.until(ANALYSED)
            opened += 1
    assert opened >= 4
    picture, drawn = (
        "document.querySelector('[role=grid] canvas').toDataURL()",
        "[role=grid]').dataset.drawn",
    )
    before = -1
    while before != (now := int(desk.page.evaluate(f"document.querySelector('{drawn}"))):
        before = now  # the analysis is drawn a moment after it has come
        desk.page.wait_for_timeout(1000)
        desk.page.evaluate(DRAWN)
    cell_by_cell = desk.page.evaluate(picture)
    desk.page.evaluate("window.dispatchEvent(new Event('preferencechange'))")
    desk.until(f"document.querySelector('{drawn} > {before}")
    assert desk.page.evaluate(picture) == cell_by_cell


def test_seed_and_record_of_a_game_are_there_when_it_is_over(desk: Screen) -> None:
    desk.goto("#play")
    form = desk.levels
    form.locator("[name=level]").select_option(label="own size")
    for name, value in {"width": "1", "height": "2", "mines": "1"}.items():
        form.locator(f"[name={name}]").fill(value)
    form.locator("[name=first]").select_option("any")
    form.get_by_role("button", name="Deal").click()
    desk.notice("A new game.")
    files = desk.menu("Board menu")
    assert "you will see the seed when the game ends" in files.inner_text()
    save = files.get_by_role("button", name="Save the record")
    assert save.is_disabled()
    desk.page.keyboard.press("Escape")
    files.wait_for(state="hidden")
    desk.page.keyboard.press("s")
    desk.notice("you can save it only after the game")
    desk.click(0, 0)
    desk.page.locator(".result").wait_for()
    files = desk.menu("Board menu")
    assert re.search(r"seed \d+", files.inner_text())
    with desk.page.expect_download() as kept:
        files.get_by_role("button", name="Save the record").click()
    assert '"outcome"' in Path(kept.value.path()).read_text()


def test_the_coach_names_the_best_clicks(desk: Screen) -> None:
    begun(desk)
    desk.page.keyboard.press("k")
    card = desk.page.locator("section[aria-label='Best clicks']")
    card.wait_for()
    assert "click" in card.inner_text()


@pytest.mark.server
def test_another_tab_with_the_same_game_follows(desk: Screen) -> None:
    desk.goto("#play?level=beginner8&first=opening&seed=3")
    desk.board.wait_for()
    other = desk.page.context.new_page()
    other.goto(desk.address)
    other.locator("[role=grid]").wait_for()
    desk.click(0, 0)
    desk.notice("Opened [0, 0]")
    opened = "document.querySelector('[role=gridcell][aria-label^=\"row 0, column 0:\"]').ariaLabel"
    Screen(other, desk.link).until(f"!/hidden/.test({opened})")
