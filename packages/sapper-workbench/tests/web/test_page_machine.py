"""The views Machine learns and Compare in a browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.lab.stores import contest, play_into
from tests.web.browser import DESK, PHONE
from tests.web.running import server
from tests.web.screen import Screen, screen

pytestmark = pytest.mark.server


def test_learned_rules_are_shown_on_boards(desk: Screen) -> None:
    desk.goto("#machine")
    rules = desk.page.locator(".rule")
    rules.nth(3).locator("canvas").wait_for()
    names = rules.evaluate_all("(all) => all.map((each) => each.ariaLabel)")
    assert names == ["S-1", "S-2", "S-3", "M-1"]
    desk.page.get_by_role("button", name="a larger set of rules").click()
    rules.nth(4).wait_for()
    assert desk.fits()


def test_rules_that_are_switched_off_do_not_play(desk: Screen) -> None:
    desk.goto("#machine")
    desk.page.locator(".rule").first.wait_for()
    desk.page.locator(".rule[aria-label=S-2]").get_by_role("checkbox").uncheck()
    desk.page.get_by_role("button", name="Play with 3 of 4").click()
    desk.page.locator(".stepper-count").wait_for()
    desk.page.keyboard.press("End")
    desk.page.locator(".result").wait_for()
    assert "mio(only=S-1+S-3+M-1)" in desk.page.locator("main").inner_text()


def test_a_lesson_streams_examples_and_rules_until_it_is_stopped(desk: Screen) -> None:
    desk.goto("#machine")
    desk.page.get_by_role("button", name="Start").click()
    figures = desk.page.locator(".figures")
    figures.wait_for()
    desk.page.locator(".rule .clause").first.wait_for(state="attached")
    counts = [int(each.replace(",", "")) for each in figures.locator("dd").all_inner_texts()]
    examples, counterexamples, explored, rules = counts
    assert examples > 0
    assert counterexamples >= 0
    assert explored > 0
    assert rules > 0
    assert not desk.wide()
    desk.page.get_by_role("button", name="Stop").click()
    desk.page.get_by_text("Stopped").wait_for()


def test_long_names_of_players_are_plotted_whole(chrome: Browser, tmp_path: Path) -> None:
    names = ["corner > single-point > csp", "corner > single-point > random"]
    play_into(tmp_path / "long.db", contest("a plan", "beginner8", names, 10))
    with server("--store", str(tmp_path / "long.db"), "--data", str(tmp_path)) as running:
        for device in (DESK, PHONE):
            with screen(chrome, f"{running.url}/", device) as shown:
                shown.goto("#compare")
                shown.page.locator(".contest svg").wait_for()
                assert {*shown.page.locator(".plot-name").all_text_contents()} == {*names}
                assert not shown.wide()


def test_results_are_plotted_and_listed(visitor: Screen) -> None:
    visitor.goto("#compare")
    visitor.page.get_by_role("img", name="Games won, Beginner 8×8").wait_for()
    table = visitor.page.locator("table").first.inner_text()
    assert "csp" in table
    assert "single-point" in table
    said = visitor.page.locator(".contest").first.inner_text()
    assert "games in 100 than" in said or "No clear difference between these players." in said
    assert not visitor.wide()
