"""The answer to "Is this a guess?" in a browser."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route

from tests.web.screen import Screen

CERTAIN = "5x3x3\nHHHHH\n1222H\n0001H"
GUESS = "2x2x1\nHH\n11"


def ask(shown: Screen, text: str) -> None:
    """Paste a position on the page in the menu."""
    shown.goto("#play")
    shown.menu("More").get_by_role("link", name="Is this a guess?").click()
    shown.page.locator("[name=position]").fill(text)
    shown.page.get_by_role("button", name="Is this a guess?").click()


def label(column: int) -> str:
    """A cell of the guess, as a screen reader reads it, in JavaScript."""
    cell = f'[role=gridcell][aria-label^="row 0, column {column}:"]'
    return f"document.querySelector('{cell}').ariaLabel"


def test_a_certain_cell_is_named_with_the_clues_that_prove_it(desk: Screen) -> None:
    ask(desk, CERTAIN)
    answer = desk.page.locator(".decision", has_text="Three mines are left")
    answer.wait_for()
    assert "No guess is needed" in answer.inner_text()
    assert desk.fits()


def test_a_guess_is_proved_by_two_layouts_and_its_link_asks_again(desk: Screen) -> None:
    ask(desk, GUESS)
    desk.page.locator(".decision", has_text="It is a guess").wait_for()
    desk.page.locator(".candidates tbody tr").nth(1).wait_for()
    desk.page.get_by_role("button", name="With a mine").click()
    desk.until(f"/a mine/.test({label(0)}) && !/a mine/.test({label(1)})")  # of equals, the first
    desk.page.get_by_role("button", name="Without a mine").click()
    desk.until(f"/a mine/.test({label(1)}) && !/a mine/.test({label(0)})")
    desk.page.get_by_role("button", name="Copy link").click()
    desk.notice("Link copied")
    copied = urlsplit(desk.page.evaluate("navigator.clipboard.readText()"))
    desk.page.locator("[name=position]").fill(CERTAIN)
    desk.page.get_by_role("button", name="Is this a guess?").click()
    desk.page.locator(".decision", has_text="No guess is needed").wait_for()
    desk.goto(f"#{copied.fragment}")
    desk.page.locator(".decision", has_text="It is a guess").wait_for()
    assert "2×2, 1 mine" in desk.page.locator(".summary").inner_text()


@pytest.mark.server
def test_a_position_asked_about_before_the_first_answer_is_the_one_shown(desk: Screen) -> None:
    held: list[Route] = []
    desk.page.route(
        "**/api/analyse", lambda route: route.continue_() if held else held.append(route)
    )
    with desk.page.expect_request("**/api/analyse"):  # the one that is held: of the example
        desk.goto("#guess")
    desk.page.locator("[name=position]").fill(GUESS)
    desk.page.get_by_role("button", name="Is this a guess?").click()
    desk.page.locator(".decision", has_text="It is a guess").wait_for()
