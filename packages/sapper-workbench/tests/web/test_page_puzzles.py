"""Puzzles and the day in a browser: with the keyboard on a desktop, with a finger on a phone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import APIResponse, Browser, Page, Route, expect

from sapper_workbench.study import Puzzle, solution
from sapper_workbench.study.puzzles.package import puzzles
from tests.cli.runs import run
from tests.web.browser import PHONE
from tests.web.screen import Screen, screen


@pytest.fixture
def phone(chrome: Browser, link: str, no_progress: None) -> Iterator[Screen]:
    """A new visitor on a phone."""
    with screen(chrome, link, PHONE) as shown:
        yield shown


def first(kind: str, *themes: str) -> Puzzle:
    """A puzzle of the package."""
    found = puzzles().by_id.values()
    return next(one for one in found if one.kind == kind and {*themes} <= {*one.themes})


def given(page: Page) -> list[Puzzle]:
    """The puzzles that the page is given from now on; the list grows."""
    found: list[Puzzle] = []

    def pass_on(route: Route) -> None:
        answer = route.fetch()  # the page may drop the body of its own answer when it leaves
        found.append(puzzles().find(answer.json()["id"]))
        route.fulfill(response=answer)

    page.route("**/api/puzzles/next?**", pass_on)
    return found


@pytest.mark.server
def test_puzzles_are_solved_with_the_keyboard(desk: Screen, played: Path) -> None:
    puzzle = first("safe", "beginner", "several cells")
    desk.goto(f"#puzzles/{puzzle.id}")
    desk.board.wait_for()
    at = (0, 0)
    for row, column in sorted(solution(puzzle).cells):
        down, right = row - at[0], column - at[1]
        for key, steps in (
            ("ArrowDown" if down > 0 else "ArrowUp", abs(down)),
            ("ArrowRight" if right > 0 else "ArrowLeft", abs(right)),
        ):
            for _ in range(steps):
                desk.page.keyboard.press(key)
        desk.page.keyboard.press("Enter")
        at = (row, column)
    assert desk.words(*at).endswith("chosen")
    desk.page.keyboard.press("c")
    judged = desk.page.get_by_role("region", name="Verdict")
    judged.wait_for()
    assert "✓ right" in judged.inner_text()
    assert "beginner" in judged.inner_text()
    assert desk.words(*at).endswith("right")
    standing = desk.page.get_by_role("region", name="Your rating")
    assert "1 of 1 puzzle solved" in standing.inner_text()
    shown = json.loads(run("puzzle", "--standing", "--json", "--data", str(played)).stdout)
    assert (shown["tried"], shown["solved"]) == (1, 1)  # the terminal's rating is the same
    assert f"{shown['rating']:,}".replace(",", "") in standing.inner_text()
    desk.page.keyboard.press("n")
    desk.page.get_by_role("region", name="Task").wait_for()
    desk.page.keyboard.press("s")
    desk.notice("lowers your rating")
    assert not judged.count()
    desk.page.keyboard.press("s")
    judged.wait_for()
    assert "the solution" in judged.inner_text()
    assert "1 missed puzzle will come back in the next few days" in standing.inner_text()
    assert not desk.wide()


@pytest.mark.server
def test_a_rating_that_is_read_late_does_not_undo_a_verdict(desk: Screen) -> None:
    late: list[tuple[Route, APIResponse]] = []
    desk.page.route("**/api/puzzles", lambda route: late.append((route, route.fetch())))
    puzzle = first("safe", "beginner", "several cells")
    desk.goto(f"#puzzles/{puzzle.id}")
    desk.board.wait_for()
    while not late:  # on a busy machine the board may be there first
        desk.page.wait_for_timeout(20)
    desk.click(*next(iter(solution(puzzle).cells)))
    desk.page.keyboard.press("c")
    rating = desk.page.get_by_role("region", name="Your rating")
    judged = rating.inner_text()
    assert "of 1 puzzle solved" in judged
    ((route, before),) = late
    route.fulfill(response=before)
    desk.page.get_by_role("heading", name="Themes").wait_for()  # it has been read
    assert rating.inner_text() == judged


def test_the_day_is_played_on_a_phone(phone: Screen) -> None:
    phone.goto("#puzzles/daily")
    phone.page.locator(".day").wait_for()
    line = phone.page.locator(".share-line")
    assert line.count() == 0  # nothing to share yet
    phone.page.get_by_role("link", name="Solve puzzle 2").tap()
    phone.page.get_by_role("button", name="No safe cell").tap()
    judged = phone.page.get_by_role("region", name="Verdict")
    judged.wait_for()
    sign = "+" if "✓ right" in judged.inner_text() else "-"
    assert not phone.wide()
    phone.page.get_by_role("button", name="Daily").tap()
    assert line.inner_text().endswith(f"/3 .{sign}.")
    phone.page.get_by_role("button", name="Play").tap()
    phone.until("location.hash.startsWith('#play/')")
    phone.page.get_by_role("button", name="Level: Daily").wait_for()


def test_a_puzzle_of_the_day_has_an_address_that_survives_a_reload_and_back(desk: Screen) -> None:
    desk.goto("#puzzles/daily/2026-11-22")
    second = desk.page.get_by_role("link", name="Solve puzzle 2")
    second.click()
    desk.until("location.hash === '#daily/2026-11-22/puzzle/2'")
    task = desk.page.get_by_role("region", name="Task")
    task.get_by_text("Daily 2026-11-22").wait_for()
    desk.page.reload()
    task.get_by_text("Daily 2026-11-22").wait_for()
    desk.page.go_back()
    second.wait_for()


@pytest.mark.server
def test_another_browser_knows_what_was_solved_on_a_day(
    desk: Screen, chrome: Browser, link: str
) -> None:
    third = "#puzzles/daily/2026-11-22/1"
    desk.goto(third)
    desk.board.wait_for()
    for _ in range(2):
        desk.page.get_by_role("button", name="Show the solution").click()
    desk.page.get_by_role("region", name="Verdict").wait_for()
    with screen(chrome, link, PHONE) as other:
        other.goto("#puzzles/daily/2026-11-22")
        part = other.page.get_by_role("listitem").filter(has_text="Puzzle 1")
        part.get_by_text("not solved").wait_for()


@pytest.mark.parametrize("address", ["#puzzles/xyz", "#puzzles/daily/yesterday"])
def test_an_address_without_a_puzzle_leads_on(desk: Screen, address: str) -> None:
    desk.goto(address)
    desk.page.get_by_role("alert").or_(desk.page.locator(".trouble")).first.wait_for()
    desk.page.locator("main a.button").click()
    desk.page.locator(".board canvas, .day").first.wait_for()


def test_a_streak_gets_harder_and_ends_with_the_first_mistake(visitor: Screen) -> None:
    page = visitor.page
    asked = given(page)
    visitor.goto("#puzzles/streak")
    card = page.locator("section[aria-label=Streak]")
    for solved in range(2):
        if solved:
            page.get_by_role("button", name="Next", exact=True).click()
        page.get_by_role("button", name="Check").wait_for()
        puzzle = asked[-1]
        assert abs(puzzle.rating - (850 + 25 * solved)) < 60
        answer = solution(puzzle)
        for cell in answer.cells:
            visitor.click(*cell)
        page.get_by_role("button", name="No safe cell" if answer.none else "Check").click()
        expect(card).to_contain_text(f"{solved + 1} best {solved + 1}")
    page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_role("button", name="Show the solution").click()
    page.get_by_role("button", name="Show the solution").click()
    expect(card).to_contain_text("2 best 2")
    expect(card).to_contain_text("The streak is over.")
    page.get_by_role("button", name="New streak").click()
    expect(card).to_contain_text("0 best 2")


def test_a_storm_asks_for_one_cell_after_the_other_until_the_time_is_over(visitor: Screen) -> None:
    page = visitor.page
    asked = given(page)
    visitor.goto("#puzzles/storm")
    page.evaluate(
        "window.later = 0; const now = performance.now.bind(performance);"
        " performance.now = () => now() + window.later"
    )
    begin = page.get_by_role("button", name="Begin")
    begin.wait_for()
    shown = page.locator("section[aria-label=Storm]")
    with page.expect_response("**/api/puzzles/next?**"):
        page.keyboard.press("n")
    for solved in range(1, 3):
        page.get_by_text("Choose the only safe cell.").wait_for()
        (cell,) = solution(asked[-1]).cells
        with page.expect_response("**/api/puzzles/next?**"):
            visitor.click(*cell)
            expect(shown.last).to_contain_text(f"{solved} best 0")
    page.evaluate("window.later = 180_000")
    expect(page.get_by_role("heading", name="2 puzzles solved")).to_be_visible()
    expect(page.get_by_text("Your best: 2.")).to_be_visible()
