"""The static site in Chromium on a plain file server: Python answers in the page itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.web.browser import PATIENCE, Screen
from tests.web.site import file_server


@pytest.mark.slow
def test_the_site_plays_explains_and_keeps_games_without_a_network(
    chrome: Browser, site: Path
) -> None:
    context = chrome.new_context(viewport={"width": 1280, "height": 860}, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    try:
        with file_server(site) as link:
            shown = Screen(page, link)
            page.on("request", lambda request: shown.requests.append(request))
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
        # The file server is gone, and the page comes from the browser's own storage.
        cells = shown.cells()
        page.reload()
        shown.board.wait_for()
        assert page.evaluate("location.hash") == game
        assert shown.cells() == cells
        elsewhere = [each.url for each in shown.requests if not each.url.startswith(link)]
        assert [url for url in elsewhere if not url.startswith(("data:", "blob:"))] == []
        assert not troubles, troubles
    finally:
        context.close()
