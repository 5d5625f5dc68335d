"""Watch in half steps, finding the moves oneself, and the buttons of the demo."""

from __future__ import annotations

import re

from playwright.sync_api import Browser

from sapper.game import Position
from sapper.reviews import find
from tests.web.browser import PHONE
from tests.web.screen import Screen, screen
from tests.web.test_page_watch import count, decided, in_row, reasoned, whole


def at_question(shown: Screen, number: int) -> None:
    """Go to the question before a move, in a game that is finished."""
    whole(shown, "csp", "level=beginner8&seed=4&first=opening")
    shown.page.get_by_label("Step", exact=True).fill(str(number - 1))
    shown.page.evaluate("document.activeElement.blur()")
    shown.page.keyboard.press("y")
    shown.page.keyboard.press("ArrowRight")
    shown.page.get_by_text(f"Find move {number}").wait_for()


def position(shown: Screen) -> Position:
    return Position.parse("\n".join(shown.position()))


def safe_cell(shown: Screen) -> tuple[int, int]:
    """A cell that is certainly safe in the position shown."""
    analysis = find(position(shown)).analysis
    assert analysis is not None
    return analysis.safe[0]


def test_a_reason_is_shown_before_its_move_and_what_it_opened_after(desk: Screen) -> None:
    whole(desk, "csp", "level=beginner8&seed=4&first=opening")
    desk.page.keyboard.press("ArrowLeft")
    _, steps = count(desk)
    reasoned(desk, steps - 1)
    before, (row, column) = desk.cells(), decided(desk)
    assert before[row][column] == "H"
    in_row(desk, row)
    assert "the cell of this move" in desk.words(row, column)
    clue = desk.page.locator(".decision .walk-step .cell-letter").first
    row_of, column_of = re.findall(r"\d", clue.get_attribute("title") or "")
    assert before[int(row_of)][int(column_of)].isdigit()
    desk.page.evaluate("document.activeElement.blur()")
    desk.page.keyboard.press("ArrowRight")
    desk.page.locator(".result").wait_for()
    assert desk.cells()[row][column].isdigit()
    assert "changed by this move" in desk.words(row, column)


def test_answers_are_judged_and_the_reason_waits_for_a_right_one(desk: Screen) -> None:
    at_question(desk, 3)
    assert desk.page.locator(".decision").count() == 0
    analysis = find(position(desk)).analysis
    assert analysis is not None
    mine = analysis.certain_mines[0]
    desk.click(*mine)
    desk.page.get_by_text("Wrong").wait_for()
    assert desk.page.locator(".decision").count() == 0
    desk.click(*mine, button="right")
    desk.page.locator(".decision").wait_for()
    assert "0 of 1 move found at the first try." in desk.page.locator(".finding").inner_text()
    desk.page.keyboard.press("ArrowRight")
    desk.page.keyboard.press("ArrowRight")
    desk.page.get_by_text("Find move 4").wait_for()
    desk.click(*safe_cell(desk))
    desk.page.get_by_text("1 of 2 moves found").wait_for()
    reasoned(desk, 3)


def test_the_keyboard_alone_answers_shows_and_stops(desk: Screen) -> None:
    at_question(desk, 3)
    keys = desk.page.keyboard
    keys.press("?")
    assert "answer that the cell is a mine" in desk.page.get_by_role("dialog").inner_text()
    keys.press("?")
    keys.press("ArrowDown")  # moves the cursor now, not the game
    assert count(desk)[0] == 2
    row, column = safe_cell(desk)
    keys.press("PageUp")
    keys.press("Home")
    for key, times in (("ArrowDown", row), ("ArrowRight", column)):
        for _ in range(times):
            keys.press(key)
    keys.press("Enter")
    reasoned(desk, 2)
    for _ in range(2):
        keys.press("ArrowRight")
    desk.page.get_by_text("Find move 4").wait_for()
    keys.press("g")
    reasoned(desk, 3)
    assert "1 of 2 moves found" in desk.page.locator(".side").inner_text()
    keys.press("y")
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    reasoned(desk, 4)


def test_playing_pauses_at_each_question(desk: Screen) -> None:
    at_question(desk, 3)
    desk.page.keyboard.press("g")
    desk.page.keyboard.press("ArrowRight")
    desk.page.keyboard.press("Space")
    desk.page.get_by_text("Find move 4").wait_for()
    desk.page.get_by_role("button", name="Play", exact=True).first.wait_for()
    assert count(desk)[0] == 3


def test_the_boards_and_splits_of_the_demo_are_a_click_away(chrome: Browser, link: str) -> None:
    with screen(chrome, link, PHONE) as shown:
        shown.goto("#watch")
        shown.players().locator("[name=player]").select_option("limited")
        shown.page.keyboard.press("Escape")
        board = shown.page.get_by_role("group", name="Board", exact=True)
        splits = shown.page.get_by_role("group", name="Splits")
        board.get_by_role("button", name="small").click()
        shown.page.get_by_text("limited(splits=2)").first.wait_for()
        shown.until("location.hash.includes('seed=')")
        seed = re.search(r"seed=(\d+)", shown.address)
        splits.get_by_role("button", name="0").click()
        shown.until("location.hash.includes('splits%3D0')")
        shown.page.get_by_text("limited(splits=0)").first.wait_for()
        again = re.search(r"seed=(\d+)", shown.address)
        assert seed is not None
        assert again is not None
        assert again[1] == seed[1], "the same board with other splits"
        assert splits.get_by_role("button", name="0").get_attribute("aria-pressed") == "true"
        shown.page.get_by_role("button", name="as in the demo").click()
        shown.until("location.hash.includes('world=demo-8x8x10')")
        shown.page.get_by_text("Every mine must be flagged, too.").wait_for()
        splits.get_by_role("button", name="9").click()
        shown.until(
            "/world=demo-8x8x10.*splits%3D9|splits%3D9.*world=demo-8x8x10/.test(location.hash)"
        )
        assert not shown.wide()


def test_the_address_of_a_board_of_the_demo_shows_it(desk: Screen) -> None:
    desk.goto("#watch?player=limited&world=demo-small&seed=1")
    desk.until("/\\/ 25/.test(document.querySelector('.stepper-count').textContent)")
    told = desk.page.get_by_role("button", name="as in the demo")
    assert told.get_attribute("aria-pressed") == "true"
    desk.page.get_by_role("button", name="on the board").click()
    spoken = desk.page.locator("[role=gridcell][aria-label*='decided at split level']")
    desk.board.focus()
    desk.page.keyboard.press("ArrowDown")
    desk.page.keyboard.press("ArrowDown")
    spoken.first.wait_for(state="attached")


def test_a_board_of_10000_cells_is_scrubbed(desk: Screen) -> None:
    desk.goto("#watch?player=single-point&width=100&height=100&mines=1200&seed=1&first=opening")
    desk.page.locator(".stepper-count").wait_for()
    desk.until("/\\/ (\\d+)/.exec(document.querySelector('.stepper-count').textContent)[1] > 100")
    for at in (90, 10, 60):
        desk.page.get_by_label("Step", exact=True).fill(str(at))
        desk.until(f"document.querySelector('.stepper-count').textContent.startsWith('{at} /')")
    desk.page.evaluate("document.activeElement.blur()")
    desk.page.keyboard.press("ArrowRight")
    reasoned(desk, 60)


def test_at_the_start_it_plays_to_the_first_question_and_ends_with_the_game(desk: Screen) -> None:
    whole(desk, "csp", "level=beginner8&seed=4&first=opening")
    desk.page.keyboard.press("Home")
    desk.page.keyboard.press("y")
    desk.page.locator(".finding-question").wait_for()
    assert count(desk)[0] >= 1
    whole(desk, "csp", "level=beginner8&seed=5&first=opening")
    assert desk.page.locator(".finding").count() == 0
    assert (
        desk.page.get_by_role("button", name="Find it yourself").get_attribute("aria-pressed")
        == "false"
    )
    desk.goto("#watch")
    desk.page.get_by_role("button", name="Play", exact=True).wait_for()
    desk.page.keyboard.press("y")  # before any game it starts one
    desk.page.locator(".finding").wait_for()
