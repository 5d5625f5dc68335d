"""How a game ends on the page: what killed it, the way back, and the records of a win."""

from __future__ import annotations

import re

from sapper import Position, analyse
from tests.web.screen import Screen

LOST = "#play?level=beginner&seed=5&first=safe"
CLICKS = ((0, 0), (0, 3), (0, 4), (0, 5))  #: the last of them hits a mine; [1, 4] is safe by then


def lose(shown: Screen) -> None:
    shown.goto(LOST)
    shown.board.wait_for()
    for row, column in CLICKS:
        shown.click(row, column)
        shown.notice(f"Opened [{row}, {column}]")


def test_a_loss_says_how_it_could_have_been_known(desk: Screen) -> None:
    lose(desk)
    why = desk.page.get_by_role("region", name="Why")
    desk.page.locator(".cause", has_text=re.compile(r"a risk of \d+%, but \w+ was certainly safe"))
    desk.page.locator(".cause").wait_for()
    why.get_by_text("certainly safe").wait_for()
    why.get_by_role("button", name="Next step").click()
    assert "is safe" in why.locator(".walk-step[aria-current]").inner_text()
    assert desk.fits()


def test_what_was_safe_is_safe_by_the_clues_alone(desk: Screen) -> None:
    lose(desk)
    why = desk.page.get_by_role("region", name="Why")
    said = why.get_by_text(re.compile(r"certainly safe")).inner_text()
    named = re.search(r"\[(\d), (\d)\]", said)
    assert named is not None
    desk.page.get_by_role("button", name="Try again from there").click()
    desk.notice("Move undone.")
    rows = desk.cells()
    position = Position.parse("\n".join(["9x9x10", *rows]))
    assert (int(named[1]), int(named[2])) in analyse(position).safe


def test_the_same_board_can_be_played_again(desk: Screen) -> None:
    lose(desk)
    lost = desk.address
    desk.page.get_by_role("button", name="Same board").click()
    desk.page.locator(".result").wait_for(state="detached")
    assert desk.address != lost
    desk.click(0, 0)
    desk.notice("Opened [0, 0]")
    desk.click(0, 5)
    desk.notice("Opened [0, 5]: a mine")


def test_wins_without_help_are_compared_with_the_best_time(desk: Screen) -> None:
    """In both games the mine is in the middle, as the 1 beside it says. The second may be faster or
    slower. The server's history is that of all tests, but no other plays on boards of this size."""
    for seed, said in ((1, "Your first win on 1×3 boards with 1 mine."), (3, "best time")):
        desk.goto(f"#play?width=1&height=3&mines=1&seed={seed}&first=safe")
        desk.page.locator(".result").wait_for(state="detached")
        desk.board.wait_for()
        desk.click(0, 0)
        desk.notice("Opened [0, 0]: clue 1")
        desk.click(2, 0)
        desk.page.locator(".result", has_text=said).wait_for()


def test_the_result_card_has_the_accuracy_of_the_game_and_its_curve(desk: Screen) -> None:
    lose(desk)
    card = desk.page.get_by_role("region", name="Result")
    card.locator(".result-accuracy", has_text=re.compile(r"^≈?\d+%$")).wait_for()
    curve = card.get_by_role("img", name="Chance of winning throughout the game")
    curve.wait_for()
    card.get_by_text("3BV/s").first.wait_for()
    card.get_by_role("button", name="Mistakes").wait_for()  # there are some
    assert desk.fits()
    curve.click()
    desk.page.get_by_role("toolbar", name="Review tools").wait_for()


def test_a_game_without_costly_guesses_offers_no_mistakes(desk: Screen) -> None:
    desk.goto("#play?width=3&height=1&mines=1&seed=1&first=safe")
    desk.board.wait_for()
    desk.click(0, 0)
    desk.notice("Opened [0, 0]: clue 1")
    desk.click(0, 2)
    card = desk.page.get_by_role("region", name="Result")
    card.locator(".result-accuracy", has_text="100%").wait_for()
    assert card.get_by_role("button", name="Mistakes").count() == 0
    desk.page.keyboard.press("m")
    desk.notice("No guess of this game was costly")


def test_a_challenge_link_deals_the_board_of_a_game_that_runs_and_of_one_that_ended(
    desk: Screen,
) -> None:
    desk.goto("#play")
    desk.board.wait_for()
    desk.deal("beginner", seed=5, first="safe")
    desk.menu("Board menu").get_by_role("button", name="Challenge link").click()
    desk.notice("Link copied")
    running = desk.page.evaluate("navigator.clipboard.readText()")
    assert "challenge=" in running or "seed=5" in running
    desk.page.goto("about:blank")
    desk.page.goto(running)
    desk.notice("A new game on the linked board.")
    for row, column in CLICKS:
        desk.click(row, column)
        desk.notice(f"Opened [{row}, {column}]")
    desk.page.get_by_role("button", name="Challenge link").click()
    desk.notice("Link copied")
    assert "seed=5" in desk.page.evaluate("navigator.clipboard.readText()")
