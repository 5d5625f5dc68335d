"""The review of a game, in a browser: what it calls a guess is what the command line calls it."""

from __future__ import annotations

from tests.web.browser import Screen

SEED = 4


def test_a_guess_that_lost_games_is_called_avoidable(desk: Screen) -> None:
    """No cell was certainly safe, but another one would have won 7.0 more games in 100."""
    desk.goto("#play")
    form = desk.page.locator("details", has=desk.page.locator("h2", has_text="New game"))
    form.locator("summary").click()
    form.locator("[name=level]").select_option(label="own size")
    form.locator("[name=first]").select_option("safe")
    desk.deal("own size", SEED, width=4, height=4, mines=4)
    desk.click(3, 3)
    desk.notice("Opened [3, 3]")
    desk.click(2, 3)
    desk.page.locator(".result-lost").wait_for()
    desk.page.get_by_role("button", name="Review").click()
    guess = desk.page.locator(".guess").first
    guess.wait_for()
    words = guess.inner_text()
    assert "wins 7.0 more games in 100." in words.replace("\u00a0", " ")
    assert guess.locator(".tag").inner_text() == "avoidable"
    review = desk.page.get_by_role("region", name="Review")
    assert review.locator("h2").inner_text().endswith("1 avoidable")
    assert "the 95 % interval of the difference lies above 0" in review.inner_text()
    risk = guess.locator("b").inner_text().removesuffix(" risk")
    assert f"at {risk} risk, and it was a mine; " in words.replace("\u00a0", " ")
