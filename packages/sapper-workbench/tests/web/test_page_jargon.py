"""Where a player reads, the page speaks of cells, clues and mines, not of how sapper is built."""

from __future__ import annotations

import re

import pytest

from tests.web.browser import SIZES
from tests.web.screen import DRAWN, Screen
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
    """The words of `JARGON` that are in sight, on a desktop or on a phone."""
    texts = []
    for width, height in SIZES.values():
        shown.page.set_viewport_size({"width": width, "height": height})
        shown.until(f"innerWidth === {width}")
        shown.page.evaluate(DRAWN)
        texts.append(shown.page.locator("body").inner_text().lower())
    text = "\n".join(texts)
    return [word for word in JARGON if re.search(rf"\b{re.escape(word)}\b", text)]


#: What is in sight when a view has loaded.
LOADED = {
    "": ".first-reason",
    "#play": "[role=grid]",
    "#puzzles": ".board canvas",
    "#learn": ".lesson",
    "#guess": "button:has-text('Show its answer')",
}


@pytest.mark.parametrize("view", LOADED)
def test_a_view_for_players_opens_without_jargon(desk: Screen, view: str) -> None:
    desk.goto(view)
    desk.page.locator(LOADED[view]).first.wait_for()
    assert not jargon(desk)


def test_a_hint_and_its_steps_have_no_jargon(desk: Screen) -> None:
    desk.goto("#play?level=beginner&first=opening&seed=3")
    desk.board.wait_for()
    desk.click(0, 0)
    desk.notice("Opened [0, 0]")
    desk.page.get_by_role("button", name="Hint", exact=True).click()
    desk.page.locator(".decision[aria-label=Hint]").wait_for()
    assert not jargon(desk)


def test_the_end_of_a_game_has_no_jargon(desk: Screen) -> None:
    lose(desk)
    desk.page.get_by_role("region", name="Why").wait_for()
    assert not jargon(desk)
