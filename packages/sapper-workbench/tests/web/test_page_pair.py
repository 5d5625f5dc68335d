"""Two players on one board in Watch, in a browser."""

from __future__ import annotations

import re

from tests.web.screen import Screen

SEED = 5
PAIR = f"#watch?player=csp&against=random&level=beginner8&first=opening&seed={SEED}"


def parts(shown: Screen) -> list[str]:
    """What each of two boards shows, cell by cell, as screen readers hear it in the first row."""
    words = """(halves) => halves.map((half) =>
        [...half.querySelectorAll("[role=gridcell]")].map((each) => each.ariaLabel).join())"""
    found: list[str] = shown.page.locator(".half").evaluate_all(words)
    assert len(found) == 2
    return found


def test_two_players_play_the_same_deal_in_step(visitor: Screen) -> None:
    visitor.goto(PAIR)
    differ = visitor.page.get_by_role("region", name="Where they differ")
    differ.wait_for()
    visitor.page.keyboard.press("End")
    visitor.page.locator(".half .tag").nth(1).wait_for()  # both games are over
    assert visitor.page.locator(".ending").count() == 2
    assert not visitor.wide()
    boxes = visitor.page.locator(".half [role=grid]").evaluate_all(
        """(boards) => boards.map((board) => board.getBoundingClientRect())
            .map(({ y, width, height }) => [y, width, height].join())"""
    )
    assert len(boxes) == 2
    assert len(set(boxes)) == 1
    part = differ.get_by_role("button", name="Go to that move")
    part.click()
    at = int(re.findall(r"different moves at move (\d+)", differ.inner_text())[0]) - 1
    visitor.until(f"document.querySelector('.stepper-count').textContent.startsWith('{at} /')")
    assert "Here the boards look the same." in differ.inner_text()
    one, other = parts(visitor)
    assert one == other
    visitor.page.keyboard.press("ArrowRight")
    titles = visitor.page.locator(".decision .overline")
    visitor.until("document.querySelectorAll('.decision .overline').length === 2")
    assert titles.all_inner_texts() == [
        f"{player}: move {at + 1} comes next" for player in ("csp", "random")
    ]
    visitor.page.keyboard.press("ArrowRight")
    visitor.until(f"document.querySelector('.stepper-count').textContent.startsWith('{at + 1} /')")
    assert re.search(r"\d+ cells? differs?", differ.inner_text())


def test_a_player_is_changed_on_the_same_board(desk: Screen) -> None:
    desk.goto(PAIR)
    desk.page.locator(".half").nth(1).wait_for()
    for field, player in (("against", "single-point"), ("player", "swift"), ("against", "")):
        form = desk.players()
        form.locator(f"[name={field}]").select_option(player)
        form.get_by_role("button", name="Start").click()
        wanted = f"{field}={player}" if player else "player=swift&level"
        desk.until(f"location.hash.includes('{wanted}')")
        assert f"seed={SEED}" in desk.address
    desk.page.locator(".half").first.wait_for(state="detached")


def test_the_second_player_is_refused_in_a_sentence_and_the_first_goes_on(desk: Screen) -> None:
    desk.goto(PAIR.replace("random", "oracle"))
    desk.page.locator(".half .trouble", has_text="unknown player or strategy 'oracle'").wait_for()
    desk.page.keyboard.press("End")
    desk.page.locator(".half .tag").wait_for()
