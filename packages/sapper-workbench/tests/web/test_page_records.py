"""Records on the page: the best time in sight, the race against it, progress and the calendar."""

from __future__ import annotations

from sapper.game import Deal, Grid
from tests.web.screen import Screen

EASY = "#play?width=4&height=1&mines=1&first=safe&seed="


def _seeds(number: int) -> list[int]:
    """Seeds whose mine is beside the first cell, so that its clue tells where."""
    mines = {
        seed: next(i for i in Deal.seeded(Grid(4, 1), 1, seed).order if i != 0)
        for seed in range(50)
    }
    return [seed for seed, mine in mines.items() if mine == 1][:number]


def _win_twice(desk: Screen) -> None:
    page = desk.page
    for seed in _seeds(2):
        desk.goto(f"{EASY}{seed}")
        page.locator(".result").wait_for(state="detached")
        desk.board.wait_for()
        desk.click(0, 0)
        desk.notice("Opened [0, 0]: clue 1")
        desk.click(0, 2)
        desk.click(0, 3)
        page.locator(".result-won").wait_for()


def test_the_best_time_is_in_sight_and_raced(desk: Screen) -> None:
    page = desk.page
    _win_twice(desk)
    desk.goto(f"{EASY}99")
    page.get_by_text("Your best:").wait_for()
    desk.menu("Board menu").get_by_role("button", name="Race your best").click()
    page.locator(".race:visible", has_text="your best game").wait_for()


def test_records_have_curves_and_lead_to_their_games(desk: Screen) -> None:
    page = desk.page
    _win_twice(desk)
    page.keyboard.press("Y")
    page.get_by_role("button", name="Records", exact=True).click()
    # The history is that of all tests of this server, whose wins may be of other levels.
    level = page.get_by_role("region", name="4×1, 1 mine")
    level.get_by_role("img", name="Times of the games won").wait_for()
    level.get_by_role("img", name="Won of the last 20 games").wait_for()
    level.get_by_title("Review this game").first.click()
    page.get_by_role("toolbar", name="Review tools").wait_for()


def test_swift_is_raced_on_a_board_with_the_same_start(visitor: Screen) -> None:
    visitor.goto("#play")
    visitor.deal("beginner", 7)
    visitor.menu("Board menu").get_by_role("button", name="Race swift").click()
    race = visitor.page.locator(".race:visible")
    assert race.count() == 0
    if visitor.page.evaluate("matchMedia('(pointer: coarse)').matches"):
        visitor.tap(4, 4)
    else:
        visitor.click(4, 4)
    race.wait_for()
    assert not visitor.wide()
    race.filter(has_not_text="swift 0%").wait_for()  # it has made a move
    visitor.menu("Board menu").get_by_role("button", name="Race swift").click()
    race.wait_for(state="detached")


def test_the_calendar_leads_to_the_board_and_the_puzzles_of_other_days(desk: Screen) -> None:
    desk.goto("#puzzles/daily/2025-03-18")
    calendar = desk.page.get_by_role("region", name="Calendar")
    calendar.get_by_role("button", name="2025-03-18").wait_for()
    assert desk.fits()
    calendar.get_by_role("button", name="2025-03-17").click()
    desk.page.get_by_role("heading", name="Daily · 2025-03-17").wait_for()
    calendar.get_by_role("button", name="←").click()
    calendar.get_by_role("button", name="2025-02-28").wait_for()


def test_a_challenge_is_raced_by_those_who_open_it(desk: Screen) -> None:
    """Its link carries the name and the pace of who won the board, and the result compares them."""
    desk.goto(f"{EASY}{_seeds(1)[0]}&by=Anna&pace=150.150.300")
    desk.notice("you race Anna")
    for column in (0, 2, 3):
        desk.click(0, column)
    desk.page.locator(".result", has_text="Anna opened only 15% of the board").wait_for()
    # What is no pace is no race.
    desk.goto(f"{EASY}{_seeds(2)[1]}&by=Anna&pace=1.x")
    desk.notice("A new game on the linked board.")
