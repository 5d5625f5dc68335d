"""A visitor with a fresh profile gets what README and the first pages of the docs promise."""

from __future__ import annotations

import re

import pytest

from tests.conftest import ROOT
from tests.web.browser import Screen

PAGES = ("README.md", "docs/start.md", "docs/workbench.md")


def _text(page: str) -> str:
    return " ".join((ROOT / page).read_text(encoding="utf-8").split())


@pytest.mark.parametrize("page", PAGES)
def test_the_page_says_that_a_game_is_ready(page: str) -> None:
    assert re.search(r"(?i)a game is ready", _text(page))


def test_a_first_visit_is_as_the_pages_say(desk: Screen) -> None:
    """A game, and then the keys that the pages name."""
    desk.goto()
    desk.page.get_by_text("A game is ready").wait_for()
    desk.board.wait_for()
    for page in PAGES[:2]:
        keys = set(re.findall(r"\*\*(.)\*\*", _text(page)))
        assert keys <= {"h", "p", "u", "?"}, f"{page} names a key that this test does not press"
    desk.board.focus()
    desk.page.keyboard.press("Enter")
    desk.notice("Opened")
    desk.page.keyboard.press("h")
    desk.page.locator(".reason").first.wait_for()
    desk.page.keyboard.press("p")
    desk.page.get_by_role("button", name="Risks", pressed=True).wait_for()
    desk.page.keyboard.press("u")
    desk.notice(re.compile("[Uu]nd|back"))
    desk.page.keyboard.press("?")
    desk.page.get_by_role("dialog").get_by_text("undo").first.wait_for()


def test_a_first_visitor_is_a_click_away_from_the_lessons(visitor: Screen) -> None:
    visitor.goto()
    visitor.page.get_by_role("link", name="Short lessons").click()
    visitor.page.get_by_role("link", name="Start with the first lesson").click()
    visitor.board.wait_for()
    assert visitor.page.url.endswith("#learn/number")
