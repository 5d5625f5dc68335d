"""Today, the first screen of those who have been here before, in a browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser

from tests.web.browser import DESK, PHONE
from tests.web.screen import Screen, screen


@pytest.mark.parametrize("device", [DESK, PHONE])
def test_an_unfinished_game_is_continued_in_one_click(
    chrome: Browser, link: str, device: str
) -> None:
    with screen(chrome, link, device) as shown:
        shown.goto("#play?level=beginner&seed=7&first=opening")
        shown.board.wait_for()
        shown.click(4, 4)
        shown.notice("Opened [4, 4]")
        address = shown.address
        shown.page.get_by_role("link", name="Today").click()
        game = shown.page.get_by_role("region", name="Your game")
        game.get_by_text(re.compile(r"\d+% open")).wait_for()
        assert not shown.wide()
        game.get_by_role("link", name="Continue").click()
        shown.board.wait_for()
        assert shown.address == address


def test_a_level_begins_with_one_click(desk: Screen) -> None:
    desk.goto("#today")
    desk.page.get_by_role("button", name="Play intermediate").click()
    desk.page.locator("[role=grid][aria-label*='16 rows']").wait_for()


def test_the_day_has_addresses_that_stay_after_back_and_a_reload(desk: Screen) -> None:
    desk.goto("#today")
    desk.page.get_by_role("link", name="Puzzle 1").click()
    desk.until("location.hash === '#daily/puzzle/1'")
    desk.page.locator("[aria-label='About the puzzle']").wait_for()
    desk.reload()
    desk.page.locator("[aria-label='About the puzzle']").wait_for()
    desk.page.go_back()
    desk.page.get_by_role("region", name="Daily").wait_for()
    desk.goto("#daily")
    desk.page.get_by_role("heading", name=re.compile("^Daily")).wait_for()
