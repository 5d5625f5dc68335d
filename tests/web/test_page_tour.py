"""The first visit: a proof, a split tree and a rule learned live, in three clicks; then Play."""

from __future__ import annotations

from tests.web.browser import Screen


def test_three_clicks_then_play(visitor: Screen) -> None:
    visitor.goto()
    page = visitor.page
    page.get_by_role("button", name="Prove it").wait_for()
    assert page.locator(".tour-cards > .card .button").count() == 3  # in any order
    page.get_by_role("button", name="Prove it").click()
    page.get_by_text("touches only two hidden cells").wait_for()
    page.get_by_role("button", name="Split").click()
    page.locator(".tree .split").first.wait_for()
    page.get_by_role("button", name="Learn a rule").click()
    page.locator(".rule").wait_for()
    assert not visitor.wide()
    page.get_by_role("button", name="Play", exact=True).click()
    visitor.board.wait_for()
    visitor.goto()
    visitor.board.wait_for()
    page.keyboard.press("?")
    page.get_by_role("button", name="Take the tour").click()
    page.get_by_role("button", name="Prove it").wait_for()
    assert page.get_by_role("dialog").count() == 0


def test_the_tour_is_skipped_with_the_keyboard_and_not_shown_again(desk: Screen) -> None:
    desk.goto()
    desk.page.get_by_role("button", name="Skip to Play").wait_for()
    desk.page.get_by_role("button", name="Skip to Play").focus()
    desk.page.keyboard.press("Enter")
    desk.board.wait_for()
    desk.goto()
    desk.board.wait_for()


def test_deep_links_bypass_the_tour(desk: Screen) -> None:
    desk.goto("#watch")
    desk.page.get_by_role("button", name="Click to play").wait_for()
    desk.goto("?position=4x3x2%0AHHHH%0A1221%0A0000")
    desk.page.locator("[name=position]").wait_for()
    desk.goto()
    desk.page.get_by_role("button", name="Prove it").wait_for()
