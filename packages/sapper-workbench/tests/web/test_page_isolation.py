"""A visit of the page finds nothing that the visit before it in the same context has left."""

from __future__ import annotations

from contextlib import suppress

from playwright.sync_api import Browser

from tests.web.browser import DESK, PHONE, SIZES
from tests.web.screen import screen

LEAVE = """async () => {
    localStorage.setItem("left", "here");
    sessionStorage.setItem("left", "here");
    document.cookie = "left=here; max-age=9999";
    await (await caches.open("left")).put("/left", new Response("here"));
    await new Promise((done, failed) => {
        const opening = indexedDB.open("left");
        opening.onupgradeneeded = () => opening.result.createObjectStore("left");
        Object.assign(opening, {onsuccess: done, onerror: failed});
    });
}"""
FOUND = """async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    document.cookie,
    ...(await caches.keys()),
    ...(await indexedDB.databases()).map(({ name }) => name),
    ...Object.keys(window),
].filter((name) => name.startsWith("left"))"""


def test_a_visit_leaves_nothing_to_the_next(chrome: Browser, link: str) -> None:
    with screen(chrome, link) as shown:
        first = shown.page.context
        shown.page.add_init_script("window.left = 'here'")
        shown.page.route("**/icon.svg", lambda route: route.fulfill(status=204))
        shown.page.set_viewport_size({"width": 400, "height": 400})
        shown.page.emulate_media(color_scheme="dark", reduced_motion="no-preference")
        shown.goto("#play")
        shown.board.wait_for()
        shown.page.evaluate(LEAVE)
        other = first.new_page()
        other.goto(link)
        assert len(other.evaluate(FOUND)) == 4  # another tab sees all but what belongs to a tab
        assert len(shown.page.evaluate(FOUND)) == 6
    with screen(chrome, link) as shown:
        assert shown.page.context is first
        shown.goto("#play")
        shown.board.wait_for()
        assert shown.page.evaluate(FOUND) == []
        width, height = SIZES[DESK]
        assert shown.page.viewport_size == {"width": width, "height": height}
        assert shown.page.evaluate("matchMedia('(prefers-color-scheme: light)').matches")
        assert shown.page.evaluate("matchMedia('(prefers-reduced-motion)').matches")
        assert shown.page.evaluate("fetch('icon.svg').then(({ status }) => status)") == 200


def test_visits_at_the_same_time_on_other_devices_and_after_a_failure_share_no_context(
    chrome: Browser, link: str
) -> None:
    with screen(chrome, link) as one, screen(chrome, link) as other:
        contexts = [one.page.context, other.page.context]
    with screen(chrome, link, PHONE) as phone, screen(chrome, link, alone=True) as alone:
        contexts += [phone.page.context, alone.page.context]
    with suppress(ZeroDivisionError), screen(chrome, link) as shown:
        failed = shown.page.context
        raise ZeroDivisionError
    assert len(set(contexts)) == 4
    for _ in range(2):
        with screen(chrome, link) as one, screen(chrome, link) as other:
            assert failed not in (one.page.context, other.page.context)
