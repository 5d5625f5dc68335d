"""The static site in Chromium on a plain file server: Python answers in the page itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Route

from sapper import Grid, Position
from sapper.records import Record, read_any
from sapper_workbench.history import file_of
from tests.formats.skins import SKINS, drawn, png
from tests.records.finished import played
from tests.web.browser import PATIENCE
from tests.web.screen import Screen
from tests.web.site import file_server

pytestmark = pytest.mark.slow


@contextmanager
def visit(
    chrome: Browser, link: str, service_workers: Literal["allow", "block"] = "allow"
) -> Iterator[Screen]:
    """A new visitor of a site; errors of its scripts fail the test. A service worker would answer
    requests that a test wants to hold back."""
    context = chrome.new_context(
        viewport={"width": 1280, "height": 860},
        reduced_motion="reduce",
        service_workers=service_workers,
    )
    context.set_default_timeout(PATIENCE)
    shown = Screen(context.new_page(), link)
    shown.page.on("pageerror", lambda error: shown.troubles.append(str(error)))
    shown.page.on("request", lambda request: shown.requests.append(request))
    try:
        yield shown
    finally:
        context.close()
    assert not shown.troubles, shown.troubles


def first_in_worker(shown: Screen, site: Path, code: str) -> None:
    """Run some code in the web worker before it loads Python."""
    body = f"{code}\n{(site / 'python' / 'worker.js').read_text()}"
    shown.page.context.route(
        "**/worker.js", lambda route: route.fulfill(body=body, content_type="text/javascript")
    )


def test_the_site_plays_explains_and_keeps_games_without_a_network(
    chrome: Browser, site: Path
) -> None:
    with file_server(site) as link, visit(chrome, link) as shown:
        page = shown.page
        page.goto(link)
        shown.board.wait_for()  # the welcome game is there before Python
        page.goto(f"{link}#play")
        shown.deal("beginner", seed=3)
        shown.click(4, 4)
        page.get_by_role("button", name="Hint").click()
        page.locator(".decision", has_text="certain").wait_for()
        page.get_by_role("button", name="Risks").click()
        shown.until("navigator.serviceWorker.controller !== null")
        shown.until("document.documentElement.dataset.kept === 'true'")
        game = page.evaluate("location.hash")
        cells = shown.cells()
        # No file comes from the server any more, but from the browser's own storage.
        page.context.route(f"{link}**", lambda route: route.abort())
        page.reload()
        shown.board.wait_for()
        assert page.evaluate("location.hash") == game
        page.get_by_role("button", name="Hint").wait_for()  # Python is ready
        assert shown.cells() == cells
        page.goto(f"{link}#learn")
        page.get_by_role("link", name="Start with the first lesson").wait_for()
        # Nothing leads to a view that the site does not have.
        assert page.locator("a[href$='#machine'], a[href$='#compare']").count() == 0
        elsewhere = [each.url for each in shown.requests if not each.url.startswith(link)]
        assert [url for url in elsewhere if not url.startswith(("data:", "blob:"))] == []


def test_a_lost_connection_is_one_sentence_and_moves_made_before_count_after_it(
    chrome: Browser, site: Path
) -> None:
    with file_server(site) as link, visit(chrome, link, "block") as shown:
        page = shown.page
        page.context.route("**/sapper.bin", lambda route: route.abort())
        page.goto(f"{link}#play")
        shown.notice(
            "Python could not be loaded: check the connection and try again. Nothing is lost."
        )
        page.context.unroute("**/sapper.bin")
        held: list[Route] = []
        page.context.route("**/sapper.bin", lambda route: held.append(route))
        page.reload()
        shown.notice("Python is loading")
        corner = shown.cell(0, 0)  # flagged first: the opening may reach it
        shown.board.hover(position={"x": corner["x"], "y": corner["y"]})
        page.keyboard.press("f")
        shown.click(4, 4)
        while not held:
            page.wait_for_timeout(20)
        held[0].continue_()
        shown.position()  # opens its text
        rows = "document.querySelector('.as-text pre').textContent.split('\\n')"
        shown.until(f"{rows}[5][4] !== 'H'")
        assert (shown.cells()[0][0], shown.cells()[4][4].isdigit()) == ("F", True)


def test_views_wait_for_python_and_games_are_reviewed_and_added_and_a_screenshot_is_read(
    chrome: Browser, site: Path, tmp_path: Path
) -> None:
    for number in range(2):
        (tmp_path / f"{number}.json").write_bytes(file_of(played(number), "record"))
    with file_server(site) as link, visit(chrome, link, "block") as shown:
        page = shown.page
        held: list[Route] = []
        page.context.route("**/sapper.bin", lambda route: held.append(route))
        page.goto(f"{link}#analyse")
        page.get_by_role("status").get_by_text("Python is loading").wait_for()
        page.evaluate("location.hash = 'play'")  # its line under the board says it
        page.locator(".loading").wait_for(state="hidden")
        page.evaluate("location.hash = 'watch'")
        page.locator(".loading").wait_for()
        while not held:
            page.wait_for_timeout(20)
        held[0].continue_()
        page.locator(".loading").wait_for(state="hidden")
        assert page.evaluate("location.hash").startswith("#watch")
        page.context.unroute("**/sapper.bin")
        page.goto(f"{link}#play?width=3&height=3&mines=2&seed=1&first=safe")
        shown.board.wait_for()
        for column in range(2):  # the first cell shows a 1; a small board is reviewed soon
            shown.click(0, column)
            shown.notice(f"Opened [0, {column}]")
        page.locator(".result-accuracy", has_text=re.compile(r"^≈?\d+%$")).wait_for()
        with page.expect_download() as saved:
            shown.menu("Board menu").get_by_role("button", name="Save the record").click()
        assert isinstance(read_any(Path(saved.value.path()).read_bytes()), Record)
        shown.saved()
        page.goto(f"{link}#history")
        page.locator(".history-game").first.wait_for()
        page.locator("input[type=file]").set_input_files(sorted(tmp_path.iterdir()))
        page.locator(".history-game").nth(2).wait_for()
        page.goto(f"{link}#analyse")
        page.locator("textarea[name=position]").first.wait_for()
        board = png(drawn(Position.start(Grid(9, 9), 10), SKINS[0], 20))
        page.locator("input[type=file]").first.set_input_files(
            {"name": "board.png", "mimeType": "image/png", "buffer": board}
        )
        shown.notice("Read a board of 9×9: 10 mines assumed (beginner).")


def test_a_browser_without_webassembly_is_told_so(chrome: Browser, site: Path) -> None:
    with file_server(site) as link, visit(chrome, link) as shown:
        first_in_worker(shown, site, "delete self.WebAssembly;")
        shown.page.goto(f"{link}#play")
        shown.notice("This browser cannot run Python: it has no WebAssembly.")


def test_a_full_storage_is_one_sentence_and_the_game_goes_on(chrome: Browser, site: Path) -> None:
    with file_server(site) as link, visit(chrome, link) as shown:
        page = shown.page
        session = page.context.new_cdp_session(page)
        quota = {"origin": link.rstrip("/"), "quotaSize": 1}
        session.send("Storage.overrideQuotaForOrigin", quota)
        page.goto(f"{link}#play")
        shown.click(4, 4)
        page.locator(".banner", has_text="The browser's storage is full").wait_for()
        page.get_by_role("button", name="Hint").click()
        page.locator(".decision").wait_for()


def test_a_forbidden_storage_is_one_sentence_and_the_game_goes_on(
    chrome: Browser, site: Path
) -> None:
    forbidding = """Object.defineProperty(self, "indexedDB", {
        get() { throw new DOMException("no", "SecurityError"); } });"""
    with file_server(site) as link, visit(chrome, link) as shown:
        page = shown.page
        first_in_worker(shown, site, forbidding)
        page.goto(f"{link}#play")
        page.locator(".banner", has_text="This browser stores nothing for this site").wait_for()
        shown.click(4, 4)
        page.get_by_role("button", name="Hint").click()
        page.locator(".decision").wait_for()


@pytest.mark.parametrize("size", [(1366, 768), (820, 1180), (390, 844)])
def test_the_board_stays_where_it_is_when_python_is_ready(
    chrome: Browser, site: Path, size: tuple[int, int]
) -> None:
    place = """() => {
        const board = document.querySelector("[role=grid]");
        const { x, y, width, height } = board.getBoundingClientRect();
        return [x, y, width, height];
    }"""
    with file_server(site) as link, visit(chrome, link, "block") as shown:
        page = shown.page
        page.set_viewport_size({"width": size[0], "height": size[1]})
        held: list[Route] = []
        page.context.route("**/sapper.bin", lambda route: held.append(route))
        page.goto(f"{link}#play")
        shown.notice("Python is loading")
        early = page.evaluate(place)
        while not held:
            page.wait_for_timeout(20)
        held[0].continue_()
        page.locator(".level").wait_for()
        assert page.evaluate(place) == early
