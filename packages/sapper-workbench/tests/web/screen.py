"""Visits: a page of the workbench, and what a visitor does with it."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, Request

import sapper_workbench
from tests.web.browser import DESK, LAG, PATIENCE, SIZES, context_of, lag

PAGE = Path(sapper_workbench.__file__).parent / "web" / "page"
BLOCKED = "Service Worker registration blocked"  #: what Playwright says about that
#: Lays a page out without painting it, which is half the work after each change of the width.
UNPAINTED = "document.documentElement.style.visibility = 'hidden'"
#: Whether a condition becomes true within a second. To look in the page costs less than to ask it.
HOLDS = """(async () => {
    for (let looks = 50; ; looks -= 1) {
        try {
            if (await (CONDITION)) return true;
            if (!looks) return false;
        } catch (error) {
            if (!looks) throw error;
        }
        await new Promise((done) => setTimeout(done, 20));
    }
})()"""
#: Resolves once the page has drawn what has changed, also where a new size was observed first.
DRAWN = """() => new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"""


@dataclass
class Screen:
    """A page of the workbench, with its console errors and its requests."""

    page: Page
    link: str
    troubles: list[str] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)

    def goto(self, address: str = "") -> None:
        """Load the page with an address such as ``#play`` or ``?analysis=…``.

        A page that is there already is loaded again in its place, which takes half as long as
        leaving it: ``goto`` alone would only change the part after the ``#``.
        """
        self.saved()
        target = self.link + address
        if self.page.url.partition("#")[0] != target.partition("#")[0]:
            self.page.goto(target)
            return
        self.page.evaluate("(address) => history.pushState(null, '', address)", target)
        self.page.reload()

    def reload(self) -> None:
        """Load the page again, as it is."""
        self.saved()
        self.page.reload()

    def saved(self) -> None:
        """Wait until all moves are saved, which takes a static site a moment."""
        self.until("document.documentElement.dataset.kept !== 'false'")

    def menu(self, name: str | re.Pattern[str]) -> Locator:
        """Open the menu of the button with a name, and return its panel."""
        button = self.page.locator(".menu-button").and_(self.page.get_by_role("button", name=name))
        if button.get_attribute("aria-expanded") == "false":
            button.click()
        panel = self.page.locator(".menu:popover-open")
        panel.wait_for()
        return panel

    def players(self) -> Locator:
        """Open the menu of Watch with the form of all players and boards, and return it."""
        panel = self.menu("Player and board")
        panel.evaluate("panel => (panel.querySelector('details').open = true)")
        return panel

    @property
    def levels(self) -> Locator:
        """The menu of the levels, with the form of the other boards."""
        panel = self.menu(re.compile("^Level: "))
        if panel.locator("details").get_attribute("open") is None:
            panel.locator("summary").click()
        return panel

    def deal(self, level: str, seed: int = 3, first: str = "opening", **fields: str | int) -> None:
        """Start a game of a level or world (``own size`` takes fields such as ``width``)."""
        form = self.levels
        form.locator("[name=level]").select_option(level)
        if form.locator("[name=first]").count():  # worlds have a rule of their own
            form.locator("[name=first]").select_option(first)
        for name, value in {"seed": seed, **fields}.items():
            form.locator(f"[name={name}]").fill(str(value))
        before = self.address
        form.get_by_role("button", name="Deal").click()
        self.until(f"location.href !== {before!r}")  # the notice may be that of the game before
        self.notice("A new game.")

    @property
    def address(self) -> str:
        """The address of the page now; Playwright hears of changes within a page later."""
        found: str = self.page.evaluate("location.href")
        return found

    @property
    def board(self) -> Locator:
        """The board that can be used, as opposed to a picture of one."""
        return self.page.locator("[role=grid]")

    def words(self, row: int, column: int) -> str:
        """What a screen reader says about a cell in the cursor's row."""
        spoken = self.board.locator(f"[role=gridcell][aria-label^='row {row}, column {column}:']")
        return (spoken.get_attribute("aria-label") or "").partition(": ")[2]

    def cell(self, row: int, column: int) -> dict[str, float]:
        """The middle of a cell, in pixels of the board, which is scrolled to show it."""
        seen: dict[str, float] = self.board.evaluate(
            """(board, [row, column]) => {
                const [size, gutter] = [Number(board.dataset.size), Number(board.dataset.gutter)];
                const [x, y] = [(column + 0.5) * size, (row + 0.5) * size];
                const off = (at, seen) => Math.max(0, at + gutter + size - seen);
                board.scrollLeft = off(x, board.clientWidth);
                board.scrollTop = off(y, board.clientHeight);
                return {x: x + gutter - board.scrollLeft, y: y + gutter - board.scrollTop};
            }""",
            [row, column],
        )
        return seen

    def click(self, row: int, column: int, **options: Any) -> None:
        """Click a cell."""
        position = self.cell(row, column)
        self.board.click(position={"x": position["x"], "y": position["y"]}, **options)

    def tap(self, row: int, column: int, seconds: float = 0) -> None:
        """Touch a cell with a finger for some seconds."""
        at = self.cell(row, column)
        self.board.scroll_into_view_if_needed()
        box = self.board.bounding_box()
        assert box is not None
        if not seconds:
            self.page.touchscreen.tap(box["x"] + at["x"], box["y"] + at["y"])
            return
        touched = {
            "pointerType": "touch",
            "isPrimary": True,
            "bubbles": True,
            "button": 0,
            "clientX": box["x"] + at["x"],
            "clientY": box["y"] + at["y"],
        }
        self.board.dispatch_event("pointerdown", touched)
        self.page.wait_for_timeout(1000 * seconds)
        self.board.dispatch_event("pointerup", touched)

    def position(self) -> list[str]:
        """The lines of the board as position text."""
        details = self.page.locator(".as-text")
        details.evaluate("(details) => { details.open = true; }")
        return (details.locator("pre").text_content() or "").splitlines()

    def cells(self) -> list[str]:
        """The rows of the board, one letter per cell (on boards without gold)."""
        return self.position()[1:]

    def until(self, condition: str) -> None:
        """Wait until a condition in JavaScript is true; elements of it may not be there yet.

        The page's security policy rules out Playwright's ``wait_for_function``.
        """
        deadline = time.monotonic() + PATIENCE / 1000
        while True:
            try:
                if self.page.evaluate(HOLDS.replace("CONDITION", condition)):
                    return
                failed = "false"
            except Error as error:  # such as that another page has been loaded
                failed = error.message
                self.page.wait_for_timeout(20)
            assert time.monotonic() < deadline, f"never true: {condition} ({failed})"

    def notice(self, words: str | re.Pattern[str]) -> None:
        """Wait for these words in the line under the board."""
        try:
            self.page.locator(".notice", has_text=words).wait_for()
        except Error:
            shown = self.page.locator(".notice").all_inner_texts()
            raise AssertionError(f"expected the notice {words!r}, found {shown}") from None

    def hint(self) -> Locator:
        """Ask for a hint, and for all that it says; return its card."""
        self.page.get_by_role("button", name="Hint", exact=True).click()
        card = self.page.locator(".decision[aria-label=Hint]")
        card.get_by_role("button", name=re.compile("Show the move|Make this move")).wait_for()
        if card.get_by_role("button", name="Show the move").count():
            card.get_by_role("button", name="Show the move").click()
            card.get_by_role("button", name="Make this move").wait_for()
        return card

    def wide(self) -> bool:
        """Whether the page is wider than the window."""
        found: bool = self.page.evaluate(
            "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        )
        return found

    def fits(self) -> bool:
        """Whether the page is no wider than a window of any device; its window keeps its size."""
        before = self.page.viewport_size
        assert before is not None
        wide = []
        for width, height in (*SIZES.values(), (before["width"], before["height"])):
            self.page.set_viewport_size({"width": width, "height": height})
            self.until(f"innerWidth === {width}")
            self.page.evaluate(DRAWN)
            wide.append(self.wide())
        return not any(wide)


def widths() -> list[int]:
    """The widths of windows at which the layout is tested: those at which the style sheets change
    it, where each layout has the least and the most room, and some between them."""
    sheets = "".join(path.read_text(encoding="utf-8") for path in sorted(PAGE.rglob("*.css")))
    changes = re.findall(r"\((min|max)-width: (\d+)px\)", sheets)
    assert changes
    first = {int(pixels) + (end == "max") for end, pixels in changes}  # of the wider layout
    edges = first | {pixels - 1 for pixels in first}
    return sorted(
        {*range(320, 1000, 120), *range(1000, 2561, 240), *filter(lambda n: n <= 2560, edges)}
    )


@contextmanager
def screen(
    browser: Browser, link: str, device: str = DESK, *, alone: bool = False
) -> Iterator[Screen]:
    """A new visitor's page; for ``alone`` see ``context_of``. On exit, errors on its console and
    requests to other servers fail the test."""
    with context_of(browser, link, device, alone=alone) as context:
        shown = Screen(context.new_page(), link)
        if LAG:
            lag(shown.page)

        def said(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning") and BLOCKED not in message.text:
                shown.troubles.append(message.text)

        shown.page.on("console", said)
        shown.page.on("pageerror", lambda error: shown.troubles.append(str(error)))
        shown.page.on("request", lambda request: shown.requests.append(request))
        yield shown
        troubles = tuple(shown.troubles)  # closing breaks off requests, which the page reports
        elsewhere = [each.url for each in shown.requests if not each.url.startswith(link)]
        assert not troubles, troubles
        assert [url for url in elsewhere if not url.startswith(("data:", "about:", "blob:"))] == []
