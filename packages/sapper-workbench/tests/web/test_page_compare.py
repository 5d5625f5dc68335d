"""Compare in a browser: filter, files, the games behind a figure, and a match of one's own."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.web.screen import Screen, screen

pytestmark = pytest.mark.server


def saved(shown: Screen, button: str) -> str:
    """The text of the file that a button saves."""
    with shown.page.expect_download() as download:
        shown.page.get_by_role("button", name=button, exact=True).click()
    return Path(download.value.path()).read_text(encoding="utf-8")


def test_what_is_filtered_is_shown_and_saved(desk: Screen) -> None:
    desk.goto("#compare")
    desk.page.locator(".contest").wait_for()
    rows = list(csv.DictReader(io.StringIO(saved(desk, "CSV"))))
    assert {row["player"] for row in rows} == {"csp", "single-point"}
    desk.page.locator("[name=filter]").fill("beginner8 csp")
    assert desk.page.get_by_role("rowheader", name="single-point", exact=True).count() == 0
    (contest,) = json.loads(saved(desk, "JSON"))["contests"]
    assert [row["player"] for row in contest["players"]] == ["csp"]
    desk.page.locator("[name=filter]").fill("nobody")
    desk.page.get_by_text("No player or board matches").wait_for()
    assert desk.page.locator(".contest").count() == 0


def test_the_games_behind_a_figure_are_watched(desk: Screen) -> None:
    desk.goto("#compare")
    desk.page.get_by_role("button", name=re.compile("games lost by single-point")).click()
    games = desk.page.locator(".games-list li")
    games.first.wait_for()
    figure = desk.page.get_by_role("button", name=re.compile("games lost by single-point"))
    assert games.count() == int(figure.inner_text())
    assert not desk.wide()
    games.first.get_by_role("link").click()
    desk.page.locator(".stepper-count").wait_for()
    desk.page.keyboard.press("End")
    desk.page.locator(".result", has_text="Lost").wait_for()


def test_a_match_is_played_and_its_games_are_watched(desk: Screen) -> None:
    desk.goto("#compare")
    desk.page.locator("summary", has_text="Play a match").click()
    form = desk.page.locator(".match form")
    form.locator("[name=player0]").select_option("csp")
    form.locator("[name=player1]").select_option("single-point")
    form.locator("[name=games]").fill("25")
    form.locator("[name=seed]").fill("3")
    form.get_by_role("button", name="Start").click()
    own = desk.page.get_by_role("region", name="Your match")
    own.wait_for()
    assert "seed 3" in own.inner_text()
    own.get_by_role("button", name=re.compile("games won by csp")).click()
    own.locator(".games-list a").first.click()
    desk.page.locator(".stepper-count").wait_for()
    desk.page.keyboard.press("End")
    desk.page.locator(".result", has_text="Won").wait_for()
    desk.page.keyboard.press("C")
    desk.page.get_by_role("region", name="Your match").wait_for()


def test_a_match_that_cannot_be_is_refused_in_a_sentence(desk: Screen) -> None:
    desk.goto("#compare")
    desk.page.locator("summary", has_text="Play a match").click()
    form = desk.page.locator(".match form")
    for name in ("player0", "player1"):
        form.locator(f"[name={name}]").select_option("csp")
    form.get_by_role("button", name="Start").click()
    desk.page.locator(".match-progress .trouble", has_text="twice").wait_for()


#: Keeps where a match under way was shown last.
PLACED = """new MutationObserver(() => {
  const heading = document.querySelector(".match-progress h2");
  if (heading) window.placed = heading.getBoundingClientRect().top + scrollY;
}).observe(document, {childList: true, subtree: true});"""


def test_the_result_of_a_match_takes_the_place_of_advice_and_progress(
    chrome: Browser, unused: str
) -> None:
    with screen(chrome, unused) as shown:
        shown.page.add_init_script(PLACED)
        shown.goto("#compare")
        shown.page.locator("details.match[open]").wait_for()
        shown.page.locator("[name=games]").fill("10")
        shown.page.get_by_role("button", name="Start").click()
        own = shown.page.get_by_role("region", name="Your match")
        own.wait_for()
        box = own.bounding_box()
        assert box is not None
        assert box["y"] + 100 < shown.page.evaluate("innerHeight")  # above the fold
        assert shown.page.locator("details.match[open]").count() == 0
        heading = "document.querySelector('.contest h2').getBoundingClientRect().top + scrollY"
        assert shown.page.evaluate(f"Math.abs(placed - ({heading}))") <= 8


def test_a_match_goes_on_in_other_views_and_its_result_stays(desk: Screen) -> None:
    desk.goto("#compare")
    desk.page.locator("summary", has_text="Play a match").click()
    desk.page.locator("[name=games]").fill("40")
    desk.page.get_by_role("button", name="Start").click()
    desk.page.keyboard.press("P")
    desk.board.wait_for()
    desk.page.keyboard.press("C")
    own = desk.page.get_by_role("region", name="Your match: swift, csp")
    own.wait_for()
    desk.goto("#compare")
    own.wait_for()
    own.get_by_role("button", name="Remove").click()
    own.wait_for(state="detached")
    desk.goto("#compare")
    desk.page.locator(".contest").wait_for()
    assert own.count() == 0
