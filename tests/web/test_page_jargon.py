"""Where a player reads, the page speaks of cells, clues and mines, not of how sapper is built."""

from __future__ import annotations

import re

import pytest

from tests.web.browser import Screen
from tests.web.test_page_ending import lose

#: Words of the code, the papers and the statistics, which docs explain.
JARGON = (
    "adviser",
    "split level",
    "splitting on",
    "satisfied",
    "level 0",
    "recipe",
    "games in 100",
    "µs",
    "belief",
    "playout",
    "conjunction",
    "literal",
    "zini",
    "ioe",
    "throughput",
    "single-point",
    "start passed",
)


def jargon(shown: Screen) -> list[str]:
    """The words of `JARGON` that are in sight."""
    text = shown.page.locator("body").inner_text().lower()
    return [word for word in JARGON if re.search(rf"\b{re.escape(word)}\b", text)]


#: What is in sight when a view has loaded.
LOADED = {
    "": ".first-reason",
    "#play": "[role=grid]",
    "#puzzles": ".board canvas",
    "#learn": ".lesson",
    "#guess": ".decision, .card[aria-label=Why]",
}


@pytest.mark.parametrize("view", LOADED)
def test_a_view_for_players_opens_without_jargon(visitor: Screen, view: str) -> None:
    visitor.goto(view)
    visitor.page.locator(LOADED[view]).first.wait_for()
    assert not jargon(visitor)


def test_a_hint_and_its_steps_have_no_jargon(visitor: Screen) -> None:
    visitor.goto("#play?level=beginner&first=opening&seed=3")
    visitor.board.wait_for()
    visitor.click(0, 0)
    visitor.notice("Opened [0, 0]")
    visitor.page.get_by_role("button", name="Hint", exact=True).click()
    visitor.page.locator(".decision[aria-label=Hint]").wait_for()
    assert not jargon(visitor)


def test_the_end_of_a_game_has_no_jargon(visitor: Screen) -> None:
    lose(visitor)
    visitor.page.get_by_role("region", name="Why").wait_for()
    assert not jargon(visitor)
