"""Puzzles and the day in a browser: with the keyboard on a desktop, with a finger on a phone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import APIResponse, Browser, Route

from sapper.study.puzzles.answers import solution
from sapper.study.puzzles.package import Puzzle, puzzles
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
    assert "1 unsolved to repeat" in standing.inner_text()
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
    phone.page.locator(".day-parts").wait_for()
    line = phone.page.locator(".share-line")
    assert line.count() == 0  # nothing to share yet
    phone.page.get_by_role("listitem").filter(has_text="Puzzle 2").get_by_role("button").tap()
    phone.page.get_by_role("button", name="None is").tap()
    judged = phone.page.get_by_role("region", name="Verdict")
    judged.wait_for()
    sign = "+" if "✓ right" in judged.inner_text() else "-"
    assert not phone.wide()
    phone.page.get_by_role("button", name="Daily").tap()
    assert line.inner_text().endswith(f"/3 .{sign}.")
    phone.page.get_by_role("button", name="Play").tap()
    phone.until("location.hash.startsWith('#play/')")
    phone.page.get_by_role("button", name="Level: daily-").wait_for()
