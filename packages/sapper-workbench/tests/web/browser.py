"""The system's Chromium and its contexts, for tests of the page."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import gettempdir
from weakref import WeakKeyDictionary

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

DESK, PHONE = "desk", "phone"
SIZES = {DESK: (1280, 860), PHONE: (390, 800)}
PATIENCE = 60_000  #: milliseconds to wait, on a machine that has much else to do
#: Parts of the browser that a page has no use for. The last option of this name counts, so
#: Playwright's own list is repeated; the suggestions of the address bar, which are a page of their
#: own, would take as long to start with each window as the page of sapper does.
_WITHOUT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,"
    "HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,"
    "ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,TcpPortRandomizationWin,"
    "OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch,"
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"
)
#: Milliseconds by which each answer to the page is late, while its scripts run at a quarter of the
#: speed: tests that read what the page does not show yet fail here, and not on a busy machine.
LAG = int(os.environ.get("SAPPER_LAG", "0"))
#: Python in the page is loaded so often that compiling its WebAssembly a second time, for speed,
#: takes longer than it saves. A new process for each load of a page costs as much as the load.
_OPTIONS = [
    "--no-sandbox",
    f"--disable-features={_WITHOUT}",
    "--js-flags=--liftoff-only",
    "--process-per-site",
]
expect.set_options(timeout=PATIENCE)
#: Watch shows five moves a second, unless another speed was chosen, so that tests need not wait.
#: Each page draws the same random numbers (Park and Miller's generator).
SETTINGS = """try {
  localStorage["sapper.watch.speed"] ??= "5";
} catch {}
(() => {
  let state = 1;
  Math.random = () => (state = (state * 48271) % 2147483647) / 2147483647;
})();"""
#: The first is Chromium without windows: it shows pages as the others do, in less time.
_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)


def chromium() -> str:
    """The path of the system's Chromium.

    Without one, tests are skipped; where the environment variable ``CI`` is set, they fail.
    """
    found = next(filter(None, map(shutil.which, _NAMES)), None)
    if found is not None:
        return found
    if os.environ.get("CI"):
        pytest.fail("the tests of the page need Chromium, which this machine does not have")
    pytest.skip("the tests of the page need Chromium, which this machine does not have")


@contextmanager
def browser() -> Iterator[Browser]:
    """A headless browser."""
    path = chromium()
    # Chromium makes a socket in the temporary folder, and paths of sockets must be short.
    short = len(gettempdir()) < 60
    env: dict[str, str | float | bool] = {
        name: value for name, value in os.environ.items() if short or name != "TMPDIR"
    }
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=_OPTIONS, env=env)
        try:
            yield started
        finally:
            started.close()


def lag(page: Page) -> None:
    """Make a page slow, as ``SAPPER_LAG`` says."""
    conditions = {"offline": False, "latency": LAG, "downloadThroughput": -1}
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {**conditions, "uploadThroughput": -1})
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})


#: Contexts in which no visit is going on, by browser and device.
_IDLE: WeakKeyDictionary[Browser, dict[str, list[BrowserContext]]] = WeakKeyDictionary()


def _new_context(browser: Browser, device: str) -> BrowserContext:
    width, height = SIZES[device]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=device == PHONE,
        is_mobile=device == PHONE,
        permissions=["clipboard-read", "clipboard-write"],
        reduced_motion="reduce",
        service_workers="block",  # it would keep requests from the tests that answer them
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(SETTINGS)
    return context


def _empty_page(context: BrowserContext, link: str) -> None:
    """Open an empty page, which keeps the site's process, with its compiled scripts, between
    visits."""
    page = context.new_page()
    page.route("**", lambda route: route.fulfill(body="", content_type="text/html"))
    page.goto(link)


def _forget(context: BrowserContext, link: str) -> None:
    """Close the pages of a visit, and delete everything that they stored."""
    empty, *pages = context.pages
    for page in pages:
        page.close()
    # The process of the site keeps a copy, which hears later of what is deleted behind its back.
    empty.evaluate("localStorage.clear()")
    session = context.new_cdp_session(empty)
    session.send("Storage.clearDataForOrigin", {"origin": link.rstrip("/"), "storageTypes": "all"})
    session.detach()
    context.clear_cookies()


@contextmanager
def context_of(
    browser: Browser, link: str, device: str = DESK, *, alone: bool = False
) -> Iterator[BrowserContext]:
    """A context without cookies and storage.

    Visits use contexts in turn, which spares them a process: what a test changes in a page ends
    with the page, but a test that changes the context (its clock, routes, or network) must be
    ``alone``. A context in which a test fails is not used again.
    """
    if alone:
        context = _new_context(browser, device)
        try:
            yield context
        finally:
            context.close()
        return
    idle = _IDLE.setdefault(browser, {}).setdefault(device, [])
    if idle:
        context = idle.pop()
    else:
        context = _new_context(browser, device)
        _empty_page(context, link)
    try:
        yield context
    except BaseException:
        context.close()
        raise
    _forget(context, link)
    idle.append(context)
