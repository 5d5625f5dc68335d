"""The review of a game, in a browser: what it calls a guess is what the command line calls it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Route

from sapper.game import Position
from sapper.reviews import find
from tests.web.screen import DRAWN, Screen

SEED = 4


def lost(shown: Screen) -> None:
    """A game that was lost at [2, 3]: no cell was certainly safe, but [1, 3] would have won 7.0
    more games in 100."""
    shown.goto("#play")
    shown.levels.locator("[name=level]").select_option(label="own size")
    shown.deal("own size", SEED, "safe", width=4, height=4, mines=4)
    shown.click(3, 3)
    shown.notice("Opened [3, 3]")
    shown.click(2, 3)
    shown.page.locator(".result-lost").wait_for()


def test_a_guess_that_lost_games_is_called_avoidable_and_graded(desk: Screen) -> None:
    lost(desk)
    desk.page.get_by_role("button", name="Review").click()
    desk.page.get_by_role("button", name="Learn from your mistakes").wait_for()
    whole = "(list) => list.scrollHeight === list.clientHeight"
    assert desk.page.locator(".guesses").evaluate(whole)
    guess = desk.page.locator(".guess").first
    words = guess.inner_text()
    assert "wins 7.0 more games in 100." in words.replace("\u00a0", " ")
    assert guess.locator(".verdict").inner_text() == "avoidable"
    assert guess.locator(".tag").inner_text() == "mistake"
    review = desk.page.get_by_role("region", name="Review")
    assert "the 95% interval of the difference lies above 0" in str(
        guess.locator(".verdict").get_attribute("title")
    )
    story = review.locator("h2").inner_text().replace("\u00a0", " ")
    assert story.startswith("Lost at move ")
    assert " risk, where " in story
    guess.locator("button").first.click()
    guess.get_by_text("and no cell wins more.").wait_for()  # the reason for the better cell
    risk = guess.locator("b").inner_text().removesuffix(" risk")
    assert f"at {risk} risk and hit a mine; " in words.replace("\u00a0", " ")


@pytest.mark.server
def test_the_quick_review_is_shown_until_the_review_knows_more(desk: Screen) -> None:
    held: list[Route] = []
    desk.page.route("**/review", lambda route: held.append(route))  # the quick one has a query
    lost(desk)
    desk.page.locator(".result-accuracy", has_text="%").wait_for()
    desk.page.get_by_role("button", name="Review").click()
    review = desk.page.get_by_role("region", name="Review", exact=True)
    review.locator(".guess .verdict").wait_for()
    assert "so far" in review.locator("h2").inner_text()
    while not held:
        desk.page.wait_for_timeout(20)
    held[0].continue_()
    desk.page.get_by_role("button", name="Learn from your mistakes").wait_for()
    assert "so far" not in review.locator("h2").inner_text()


@pytest.mark.server
def test_the_accuracy_is_that_of_the_best_review_and_is_kept(desk: Screen) -> None:
    def worse(route: Route) -> None:
        reviews.append(route.request.url)
        answer = route.fetch()
        route.fulfill(
            response=answer, body=re.sub(r'"accuracy":[\d.]+', '"accuracy":0.5', answer.text())
        )

    reviews: list[str] = []
    desk.page.route("**/review", worse)  # the quick one has a query
    lost(desk)
    accuracy = desk.page.locator(".result-accuracy")
    accuracy.filter(has_text="%").wait_for()
    assert accuracy.inner_text() != "50%"
    for _ in range(2):
        desk.page.get_by_role("button", name="Review", exact=True).click()
        accuracy.filter(has_text="50%").wait_for()
        desk.page.get_by_role("button", name="Learn from your mistakes").wait_for()
        desk.page.get_by_role("button", name="Close", exact=True).click()
        assert accuracy.inner_text() == "50%"
    assert len(reviews) == 1  # it is not computed again


def test_the_exercise_of_the_quick_review_leads_back_to_a_review_too(desk: Screen) -> None:
    lost(desk)
    desk.page.get_by_role("button", name="Mistakes").and_(desk.page.locator(":enabled")).click()
    task_of(desk, "you opened")
    desk.page.get_by_role("button", name="Back to the review").click()
    desk.page.get_by_role("region", name="Review").wait_for()
    desk.page.get_by_role("button", name="Learn from your mistakes").wait_for()


def test_a_costly_guess_is_tried_again_by_mouse_and_by_key(desk: Screen) -> None:
    lost(desk)
    desk.page.keyboard.press("m")
    task = task_of(desk, "you opened [2, 3] here")
    assert "*" not in (desk.board.get_attribute("aria-label") or "")
    desk.click(3, 3)
    desk.notice("[3, 3] is already open: try a hidden cell.")
    desk.click(2, 3)
    task.get_by_text("not this one").wait_for()
    assert "the move that was made" in task.inner_text()
    desk.page.keyboard.press("Home")
    desk.page.keyboard.press("PageUp")
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight", "Enter"):
        desk.page.keyboard.press(key)
    task.get_by_text("✓ right").wait_for()
    assert "it wins 7.0 games in 100 more" in task.inner_text().replace("\u00a0", " ")
    assert "and no cell wins more." in task.inner_text(), "the reason for the best guess"
    assert desk.fits()
    result = task.get_by_role("status").filter(has_text="That was the last one")
    assert "0 of 1 right at the first try." in result.inner_text()
    assert task.get_by_title("solved later").count() == 1
    desk.page.keyboard.press("v")
    desk.page.get_by_role("region", name="Review").wait_for()
    desk.page.get_by_role("button", name="Learn from your mistakes").click()
    desk.page.get_by_role("button", name="Show me").click()
    task.get_by_text("the solution", exact=True).wait_for()
    desk.page.keyboard.press("Escape")
    desk.page.get_by_role("region", name="Review").wait_for()


def task_of(shown: Screen, words: str) -> Locator:
    """Wait for a position to try again with these words over it; return what stands beside it."""
    shown.page.locator(".lesson-task", has_text=words).wait_for()
    return shown.page.get_by_role("complementary", name="About the lesson")


def test_the_reason_why_a_missed_cell_was_safe_is_walked_on_its_position(visitor: Screen) -> None:
    visitor.goto("#play")
    visitor.board.wait_for()
    visitor.deal("beginner", SEED)
    visitor.click(4, 4)
    visitor.notice("Opened [4, 4]")
    analysis = find(Position.parse("\n".join(visitor.position()))).analysis
    assert analysis is not None
    assert analysis.safe
    visitor.click(*analysis.certain_mines[0])
    visitor.page.locator(".result-lost").wait_for()
    visitor.page.get_by_role("button", name="Review").click()
    missed = visitor.page.locator(".guess", has_text="was certainly safe")
    missed.locator(".link").click()
    visitor.page.locator(".guess-now .walk").wait_for()
    visitor.page.evaluate(DRAWN)
    before = visitor.board.bounding_box()
    guess = visitor.page.locator(".guess-now")
    assert "B" in guess.locator(".walk").inner_text()
    said = guess.locator(".reason").first  # what was missed, named as in the heading
    assert re.search(r"although \[\d+, \d+\] was certainly safe", said.inner_text())
    assert not guess.locator(".guess-head, .reason:not(.walk)").locator(".cell-letter").count()
    visitor.page.keyboard.press(".")
    assert visitor.board.bounding_box() == before
    visitor.page.get_by_role("button", name="Learn from your mistakes").click()
    task = task_of(visitor, "here; find a better cell")
    visitor.click(*analysis.safe[0])  # is right, and says why in the same way
    task.get_by_text("✓ right").wait_for()
    task.locator(".walk-step").first.wait_for()
    safe = {f"[{row}, {column}]" for row, column in analysis.safe}
    assert len(safe) > 1
    visitor.page.get_by_role("button", name="Back to the review").click()
    visitor.page.get_by_role("button", name="Learn from your mistakes").click()
    visitor.page.get_by_role("button", name="Show me").click()
    task.get_by_text("are certainly safe").wait_for()
    assert safe <= set(re.findall(r"\[\d+, \d+\]", task.inner_text()))


#: A game that opened [1, 2] and, ten minutes later by way of [1, 1], [1, 0].
REPLAY = """RawVF_Version: Rev5
Player: Ada
Level: custom
Width: 3
Height: 2
Mines: 1
Board:
*00
000

Events:
0.00 start
-0.12 mv 1 1 (7 12)
0.00 lc 3 2 (45 22)
0.05 lr 3 2 (45 22)
0.60 mv 2 2 (25 22)
599.00 mv 1 2 (5 22)
600.20 lc 1 2 (5 22)
600.25 lr 1 2 (5 22)
600.25 won
"""


def test_how_a_lost_guess_compares_with_others_is_said_once(desk: Screen) -> None:
    lost(desk)
    why = desk.page.get_by_role("region", name="Why")
    why.locator(".reason").first.wait_for()
    said = why.locator(".reason").all_inner_texts()
    assert len(said) == len(set(said)) == 1


def test_the_path_of_the_pointer_in_a_game_played_here_is_shown_in_its_review(
    desk: Screen,
) -> None:
    lost(desk)
    desk.reload()
    desk.page.get_by_role("button", name="Review").click()
    desk.page.get_by_role("toolbar", name="Review tools").wait_for()
    desk.page.keyboard.press("Tab")  # so that the focus of the board is visible
    desk.board.focus()
    for _ in range(2):
        desk.page.keyboard.press("ArrowDown")
    cell = "document.querySelector('[role=gridcell][aria-label^=\"row 2, column 3:\"]').ariaLabel"
    desk.until(f"{cell}.includes('on the path of the pointer')")


def test_a_replay_is_played_as_it_was_with_the_path_of_its_pointer(
    desk: Screen, tmp_path: Path
) -> None:
    file = tmp_path / "ada.rawvf"
    file.write_text(REPLAY, encoding="ascii")
    desk.goto("#analyse")
    desk.page.get_by_text("2 safe").wait_for()  # the example
    desk.page.get_by_role("button", name="Open a file").set_input_files(file)
    desk.notice("A game of 2 moves.")
    desk.page.get_by_role("button", name="Review", exact=True).click()
    desk.page.get_by_role("toolbar", name="Review tools").wait_for()
    shown = "document.querySelector('.stepper-count').textContent"
    desk.until(f"{shown} === '2 / 2'")
    on_path = (
        "[...document.querySelectorAll('[role=gridcell][aria-label*=\"path of the pointer\"]')]"
    )
    desk.page.keyboard.press("Tab")  # so that the focus of the board is visible
    desk.board.focus()
    desk.page.keyboard.press("ArrowDown")
    columns = f"{on_path}.map((each) => each.ariaColIndex).join()"
    desk.until(f"{columns} === '1,2'")
    desk.page.get_by_label("Speed").select_option("as played")
    desk.page.locator(".stepper").get_by_role("button", name="Play").click()
    desk.until(f"{shown} === '1 / 2' && {columns} === '2'")  # for ten minutes
    desk.page.locator(".stepper").get_by_role("button", name="Pause").click()
    desk.until(f"{columns} === '3'")  # where the first click was
