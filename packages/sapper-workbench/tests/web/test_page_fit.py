"""Play fits its window, and says what of a board is out of sight."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.web.browser import DESK, PHONE
from tests.web.screen import DRAWN, Screen, screen

#: What is where, once it is drawn.
PLACES = """async () => {
    await (DRAWN)();
    const at = (name) => document.querySelector(name).getBoundingClientRect().toJSON();
    const grid = document.querySelector("[role=grid]");
    return {
        more: grid.parentElement.dataset.more,
        size: Number(grid.dataset.size), hidden: grid.scrollWidth - grid.clientWidth,
        below: grid.scrollHeight - grid.clientHeight,
        scrolls: document.documentElement.scrollHeight - innerHeight,
    };
}""".replace("DRAWN", DRAWN)
#: The cells of each level, in pixels, at least; on a phone, expert is moved sideways in its frame.
WINDOWS = {
    (1366, 640): (58, 32, 31),
    (1024, 768): (72, 40, 26),
    (1920, 1080): (104, 58, 43),
}
TOUCHED = {
    (768, 1024): (80, 44, 25),
    (390, 844): (41, 23, 28),
    (844, 390): (42, 23, 23),
    (320, 640): (33, 28, 28),
}
LEVELS = ("beginner", "intermediate", "expert")


def places(shown: Screen, width: int, height: int) -> dict[str, Any]:
    """What is where in a window of this size."""
    shown.page.set_viewport_size({"width": width, "height": height})
    shown.until(f"innerWidth === {width} && innerHeight === {height}")
    found: dict[str, Any] = shown.page.evaluate(PLACES)
    return found


@pytest.mark.parametrize("device", [DESK, PHONE])
def test_play_fits_its_window_with_the_largest_cells(
    chrome: Browser, link: str, device: str
) -> None:
    """Newcomers, who have the instructions beside the board, do not scroll either."""
    with screen(chrome, link, device) as shown:
        no_games = "**/api/history/statistics?*"
        shown.page.route(no_games, lambda route: route.fulfill(json={"levels": []}))
        shown.goto("#play")
        for level, place in zip(LEVELS, range(3), strict=True):
            shown.deal(level)
            for (width, height), least in (WINDOWS if device == DESK else TOUCHED).items():
                found = places(shown, width, height)
                assert (width, level, found["scrolls"]) == (width, level, 0)
                assert found["size"] >= least[place], (width, height, level)
                moved = (width == 390 and level == "expert") or (width == 320 and place > 0)
                assert (found["hidden"] > 0) is moved, (width, height, level)
                assert found["below"] <= 0, (width, height, level)


@pytest.mark.parametrize(("width", "height"), [(820, 1180), (768, 1024), (844, 420)])
def test_fingers_reach_every_column_of_expert(
    chrome: Browser, link: str, width: int, height: int
) -> None:
    with screen(chrome, link, PHONE) as shown:
        shown.page.set_viewport_size({"width": width, "height": height})
        shown.goto("#play")
        shown.deal("expert")
        found = places(shown, width, height)
        assert (found["hidden"], found["size"] >= 22) == (0, True)
        # The line over the board is not behind the header when the page is scrolled to the board.
        shown.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        shown.page.evaluate("document.querySelector('.stage').scrollIntoView()")
        covered = shown.page.evaluate(
            """() => {
                const { left, top, width, height } =
                    document.querySelector(".count").getBoundingClientRect();
                const over = document.elementFromPoint(left + width / 2, top + height / 2);
                return !over.closest(".counters");
            }"""
        )
        assert not covered


def test_a_hint_is_in_the_window_of_a_phone_held_sideways(chrome: Browser, link: str) -> None:
    """It lies over the half of the board that it is not about."""
    with screen(chrome, link, PHONE) as shown:
        shown.page.set_viewport_size({"width": 844, "height": 390})
        shown.goto("#play")
        shown.deal("expert")
        shown.page.get_by_role("button", name="Hint", exact=True).click()
        card = shown.page.get_by_label("Hint", exact=True)
        card.get_by_role("button", name="Show the move").wait_for()
        box = card.evaluate("e => e.getBoundingClientRect().toJSON()")
        assert box["top"] >= 0
        assert box["bottom"] <= 390


def test_a_board_says_on_which_sides_it_goes_on(chrome: Browser, link: str) -> None:
    with screen(chrome, link, PHONE) as shown:
        shown.goto("#play")
        shown.deal("expert")
        shown.board.evaluate("(board) => board.scrollTo(0, 0)")
        assert places(shown, 390, 844)["more"] == "right"
        shown.board.evaluate("(board) => board.scrollTo(9999, 9999)")
        shown.until("document.querySelector('.board').dataset.more.includes('left')")
        assert "right" not in shown.page.evaluate("document.querySelector('.board').dataset.more")
        shown.deal("beginner")
        assert places(shown, 390, 844)["more"] == ""


def test_the_first_page_shows_every_reason_to_its_end(chrome: Browser, link: str) -> None:
    """Also the longest, for which the board leaves room on a phone."""
    with screen(chrome, link, PHONE) as shown:
        shown.goto("#first")
        shown.page.locator(".first-reason").wait_for()
        seen = set()
        for _ in range(24):
            words = shown.page.locator(".first-why").inner_text()
            seen.add(words)
            for width, height in ((390, 844), (320, 640)):
                shown.page.set_viewport_size({"width": width, "height": height})
                shown.page.evaluate(DRAWN)
                card, bar = (
                    shown.page.locator(name).evaluate("e => e.getBoundingClientRect().toJSON()")
                    for name in (".first-why", ".top")
                )
                assert card["bottom"] <= bar["top"], (width, words)
            shown.page.get_by_role("button", name="Next move").click()
            shown.page.evaluate(DRAWN)
        assert len(seen) > 3


def test_signs_in_texts_can_be_tapped(chrome: Browser, link: str) -> None:
    with screen(chrome, link, PHONE) as shown:
        shown.goto("#play")
        shown.deal("beginner", 7)
        shown.tap(4, 4)
        shown.notice("Opened [4, 4]")
        shown.hint()
        sign = shown.page.locator(".cell-letter:visible").first
        sign.wait_for()
        tapped = """(sign) => {
            const { left, top, width, height } = sign.getBoundingClientRect();
            const hits = (x, y) => sign.contains(document.elementFromPoint(x, y));
            const [x, y] = [left + width / 2, top + height / 2];
            return [[-11, 0], [11, 0], [0, -11], [0, 11]].map(([dx, dy]) => hits(x + dx, y + dy));
        }"""
        assert all(sign.evaluate(tapped))  # 24 pixels wide and high, whatever is drawn


def test_the_name_over_a_board_is_cut_only_where_there_is_no_room(desk: Screen) -> None:
    desk.goto("#watch?player=bssuct&level=intermediate&seed=7&first=opening")
    name = desk.page.locator(".level > span")
    name.filter(has_text="bssuct · Intermediate").wait_for()
    for width in (480, 768, 1366, 1920):
        desk.page.set_viewport_size({"width": width, "height": 768})
        desk.page.evaluate(DRAWN)
        assert not name.evaluate("(name) => name.scrollWidth > name.clientWidth"), width


def test_a_phone_shows_the_whole_name_of_the_level(chrome: Browser, link: str) -> None:
    with screen(chrome, link, PHONE) as shown:
        shown.goto("#play")
        name = shown.page.locator(".level > span")
        for level, width in (("beginner", 320), ("intermediate", 320), ("intermediate", 390)):
            shown.deal(level)
            shown.page.set_viewport_size({"width": width, "height": 640})
            shown.page.evaluate(DRAWN)
            cut = name.evaluate("(name) => name.scrollWidth - name.clientWidth")
            assert (level, cut) == (level, 0)
