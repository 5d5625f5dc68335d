"""The layout of the page: nothing scrolls sideways, and the board stays where it is."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Route

from tests.web.browser import PATIENCE, SIZES
from tests.web.screen import DRAWN, UNPAINTED, Screen, screen, widths

VIEWS = (
    "first",
    "play",
    "puzzles",
    "puzzles/daily",
    "puzzles/storm",
    "today",
    "watch",
    "analyse",
    "guess",
    "learn",
    "compare",
    "history",
    "history/records",
    "studies",
    "machine",
    "believe",
)
#: What a view shows once it is there.
SHOWN = (
    ".board canvas, .contest, .history .card, .history-game, .history .heading, .match, .lesson"
    ", .day, .believe, .today, [aria-label=Storm]"
)

FRAMES = """async ([views, shown]) => {
    for (const view of views) {
        const frame = document.createElement("iframe");
        Object.assign(frame, {src: `/#${view}`, width: 1200, height: 800, name: view});
        document.body.append(frame);
    }
    const there = (frame) => frame.contentDocument?.querySelector(shown);
    while (![...document.querySelectorAll("iframe")].every(there))
        await new Promise((done) => setTimeout(done, 20));
}"""
#: The widths at which views are too wide, once each has followed the width of its window.
TOO_WIDE = """async (widths) => {
    const found = [];
    const frames = [...document.querySelectorAll("iframe")];
    const drawn = () => new Promise((done) => requestAnimationFrame(done));
    for (const width of widths) {
        for (const frame of frames) frame.width = width;
        for (let i = 0; i < 2; i += 1) await drawn();
        for (const frame of frames) {
            const { documentElement: whole } = frame.contentDocument;
            for (const part of [whole, ...whole.querySelectorAll(".tabs, .counters")])
                if (part.scrollWidth > part.clientWidth)
                    found.push([frame.name, part.className, width, part.scrollWidth]);
        }
    }
    return found;
}"""


def framed(route: Route) -> None:
    """Answer with the page, but let it be shown in frames."""
    answer = route.fetch()
    dropped = ("content-security-policy", "x-frame-options", "cross-origin-opener-policy")
    headers = {name: value for name, value in answer.headers.items() if name not in dropped}
    route.fulfill(response=answer, headers=headers)


@pytest.mark.parametrize("fingers", [False, True], ids=["mouse", "touch"])
def test_no_view_scrolls_sideways_at_any_width(chrome: Browser, link: str, fingers: bool) -> None:
    context = chrome.new_context(has_touch=fingers, is_mobile=fingers, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.route(link, framed)
    page.route(f"{link}frames", lambda route: route.fulfill(body="", content_type="text/html"))
    page.goto(f"{link}frames")
    assert page.evaluate("matchMedia('(pointer: coarse)').matches") == fingers
    page.evaluate(FRAMES, [VIEWS, SHOWN])
    for frame in page.frames:
        frame.evaluate(UNPAINTED)
    assert page.evaluate(TOO_WIDE, widths()) == []
    context.close()


#: The middle of the name on each tab, in pixels from the top.
MIDDLES = """() => [...document.querySelectorAll(".tabs .tab")].map((tab) => {
    const texts = document.createTreeWalker(tab, NodeFilter.SHOW_TEXT);
    const name = document.createRange();
    name.selectNodeContents(texts.nextNode());
    const { top, bottom } = name.getBoundingClientRect();
    return Math.round((top + bottom) / 2);
})"""


@pytest.mark.parametrize("fingers", [False, True], ids=["mouse", "touch"])
def test_the_names_of_the_tabs_are_on_one_line(chrome: Browser, link: str, fingers: bool) -> None:
    """Links and the button of the menu have one height, also where fingers need more of it."""
    context = chrome.new_context(
        viewport={"width": 844, "height": 500}, has_touch=fingers, is_mobile=fingers
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{link}#play")
    page.locator(".tabs .tab").first.wait_for()
    middles = page.evaluate(MIDDLES)
    assert len(middles) > 1
    assert len(set(middles)) == 1, middles
    context.close()


@pytest.mark.parametrize("view", ["first", "play", "watch"])
def test_the_board_uses_the_room(desk: Screen, view: str) -> None:
    """Most of the height, and text grows with the screen."""
    for number, (width, height) in enumerate(((1366, 768), (1920, 1080), (3840, 2160))):
        desk.page.set_viewport_size({"width": width, "height": height})
        if number == 0:
            desk.goto("" if view == "first" else f"#{view}")
            desk.page.locator(".board canvas").wait_for()
        desk.until(f"innerWidth === {width}")
        desk.page.evaluate(DRAWN)
        box = desk.board.bounding_box()
        assert box is not None
        assert box["height"] > 0.6 * height
        text = desk.page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")
        assert text / width > 0.009
        assert not desk.wide()


#: Where the board is drawn, and how large its cells are.
PLACE = """() => {
    scrollTo(0, 0);
    const board = document.querySelector(".board [role=grid]");
    const { x, y, width, height } = board.getBoundingClientRect();
    return [x, y, width, height, Number(board.dataset.size)];
}"""
SIZED = {**SIZES, "notebook": (1366, 768), "tablet": (820, 1180)}


class Watchman:
    """Notices when the board of a view moves, or its cells change their size."""

    def __init__(self, shown: Screen) -> None:
        self.shown = shown
        self.first = self.place
        self.moved: list[tuple[str, Any]] = []

    @property
    def place(self) -> list[float]:
        self.shown.page.evaluate(DRAWN)
        found: list[float] = self.shown.page.evaluate(PLACE)
        return found

    def look(self, state: str) -> None:
        """Note whether the board is where it was at first."""
        assert not self.shown.wide(), state
        if (now := self.place) != self.first:
            self.moved.append((state, now))


@pytest.mark.parametrize("size", ["notebook", "tablet", "phone"])
def test_the_board_stays_where_it_is_whatever_opens(chrome: Browser, link: str, size: str) -> None:
    width, height = SIZED[size]
    with screen(chrome, link, "phone" if size == "phone" else "desk") as shown:
        page, keys = shown.page, shown.page.keyboard
        page.set_viewport_size({"width": width, "height": height})
        shown.goto("#play")
        shown.deal("beginner", 7)
        seen = Watchman(shown)
        for menu in (re.compile("^Level: "), "Board menu", "More"):
            shown.menu(menu)
            seen.look(f"the menu {menu}")
            keys.press("Escape")
        keys.press("p")
        shown.click(4, 4)
        shown.notice("Opened [4, 4]")
        seen.look("moves")
        page.locator(".elsewhere").wait_for()
        seen.look("risks")
        keys.press("h")
        page.locator(".decision").wait_for()
        seen.look("hint")
        keys.press("p")
        page.locator(".elsewhere").wait_for(state="detached")
        seen.look("no risks")
        keys.press("w")
        seen.look("why")
        beside = page.locator(".moves-card").is_visible()
        if beside:
            page.get_by_text(re.compile("^Moves")).first.click()
            seen.look("Moves")
        shown.menu("More").get_by_role("button", name="Preferences").click()
        seen.look("preferences")
        page.get_by_role("button", name="Close").click()
        shown.menu("Board menu").get_by_role("button", name="Best clicks").click()
        page.get_by_role("region", name="Best clicks").wait_for()
        seen.look("best clicks")
        while not page.locator(".result").count():
            moves = page.locator(".move").count()
            keys.press("a")
            shown.until(f"document.querySelectorAll('.move').length > {moves}")
        seen.look("the end")
        keys.press("v")
        page.locator(".stepper").wait_for()
        page.get_by_role("region", name="Review").wait_for()
        seen.look("review")
        keys.press("ArrowLeft")
        seen.look("a step of the review")
        keys.press("v")
        page.locator(".stepper").wait_for(state="detached")
        seen.look("after the review")
        assert (seen.first, seen.moved) == (seen.first, [])

        shown.goto("#watch")
        form = shown.players()
        form.locator("[name=level]").select_option("beginner")
        form.locator("[name=seed]").fill("7")
        seen = Watchman(shown)
        form.get_by_role("button", name="Start").click()
        assert page.evaluate("scrollY") == 0  # the form may be below the fold
        seen.look("start")
        page.locator(".decision").wait_for()
        seen.look("a reason")
        keys.press("End")
        page.locator(".ending").wait_for()
        seen.look("the end")
        keys.press("p")
        keys.press("ArrowLeft")
        keys.press("ArrowLeft")
        page.locator(".elsewhere").wait_for()
        seen.look("risks")
        shown.menu("Board menu")
        seen.look("the menu")
        keys.press("Escape")
        keys.press("y")
        seen.look("find it yourself")
        assert (seen.first, seen.moved) == (seen.first, [])

        shown.goto("#analyse")
        page.locator(".candidates td").first.wait_for()
        seen = Watchman(shown)
        shown.menu("Board menu")
        seen.look("the menu")
        keys.press("Escape")
        page.locator("summary", has_text="Moves").first.click()
        seen.look("moves")
        keys.press("p")
        seen.look("no risks")
        keys.press("s")
        seen.look("a suggestion")
        shown.click(0, 4)
        page.locator("[aria-label=Why]").wait_for()
        seen.look("a reason")
        keys.press("5")
        page.locator(".result-lost").wait_for()
        seen.look("impossible")
        assert (seen.first, seen.moved) == (seen.first, [])
