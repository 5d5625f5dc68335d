"""The page in a browser: how soon a visitor sees something, and how soon a click is answered.

``python -m bench.page`` starts ``sapper serve`` and the system's Chromium. Each visit is a new
visitor with an empty cache. Clicks open cells of an expert game with the overlay of probabilities;
the time ends when the overlay of the new position is painted.

With ``--site DIR``, instead: how soon a new visitor of the static site in a folder, as ``sapper
site`` writes it, sees a board and gets the first hint.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from time import monotonic

from playwright.sync_api import Browser, sync_playwright

from bench.options import command
from bench.table import Spread, Table, output
from bench.visitors import server
from sapper import LEVELS, Deal

BROWSERS = (
    "chromium",
    "chromium-browser",
    "chromium-headless-shell",
    "google-chrome",
    "google-chrome-stable",
)
SIZE = (1280, 800)
SEED = 7
FIRST = (8, 15)
PAINTED = """() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0"""
LOADED = """() => performance.getEntries()
  .filter(({transferSize}) => transferSize !== undefined)
  .map(({name, transferSize}) => [name, transferSize])"""
#: Clicks at a point of the board; returns the milliseconds until the move is painted, and until the
#: overlay of the new position is.
CLICK = """([x, y]) => new Promise((done, fail) => {
  const board = document.querySelector("[role=grid]");
  const answers = () => performance.getEntriesByType("resource")
    .filter(({name}) => name.endsWith("/analysis"));
  const [label, asked, frame] = [board.ariaLabel, answers().length, board.getBoundingClientRect()];
  const press = {
    pointerType: "mouse", isPrimary: true, button: 0, buttons: 1, bubbles: true,
    clientX: frame.left + x, clientY: frame.top + y,
  };
  const start = performance.now();
  let moved = 0;
  const drawn = new MutationObserver(() => { // the canvas has been drawn, and is painted next
    const channel = new MessageChannel();
    const at = performance.now();
    channel.port1.onmessage = () => {
      const painted = performance.now() - start;
      if (!moved && board.ariaLabel !== label) moved = painted;
      const answer = answers().at(asked);
      if (!moved || !answer || answer.responseEnd > at) return;
      drawn.disconnect();
      done([moved, painted]);
    };
    channel.port2.postMessage(null);
  });
  setTimeout(() => fail(new Error("no overlay 30 s after a click")), 30000);
  drawn.observe(board, {attributes: true, attributeFilter: ["data-drawn"]});
  board.dispatchEvent(new PointerEvent("pointerdown", press));
  board.dispatchEvent(new PointerEvent("pointerup", press));
})"""


def visits(browser: Browser, link: str, count: int) -> Table:
    """Measure first visits, without and with the address of a view."""
    rows = []
    for name, address in (("a first visit", ""), ("a game", "#play")):
        painted, requests, transferred = [], 0, 0
        for _ in range(count):
            context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]})
            page = context.new_page()
            page.goto(link + address)
            page.locator("main canvas").first.wait_for()
            painted.append(page.evaluate(PAINTED))
            loaded = page.evaluate(LOADED)
            requests, transferred = len(loaded), sum(size for _, size in loaded)
            context.close()
        rows.append((name, Spread.of(painted), requests, transferred / 1000))
    columns = ("visit", "first contentful paint, ms", "requests", "kB")
    return Table(f"{count} visits with an empty cache", columns, rows)


def clicks(browser: Browser, link: str, most: int) -> Table:
    """Measure clicks in an expert game with the overlay on."""
    page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]}, reduced_motion="reduce")
    page.goto(f"{link}#play")
    board = page.locator("[role=grid]")
    board.wait_for()
    page.get_by_role("button", name=re.compile("^Level: ")).click()
    page.locator("summary", has_text="Other boards").click()
    page.locator("[name=level]").select_option("expert")
    page.locator("[name=seed]").fill(str(SEED))
    page.get_by_role("button", name="Deal").click()
    page.locator(".notice", has_text="A new game.").wait_for()
    page.get_by_role("button", name="Risks").click()
    expert = LEVELS["expert"]
    deal = Deal.seeded(expert.grid, expert.mines, SEED)
    mines = set(map(expert.grid.cell, deal.mine_indices(expert.grid.index(FIRST), "opening")))
    cells = [FIRST, *(cell for cell in map(expert.grid.cell, range(expert.grid.size)))]
    times: list[Sequence[float]] = []
    page.locator(".as-text").evaluate("(details) => { details.open = true; }")
    size = int(board.get_attribute("data-size") or 0)
    gutter = int(board.get_attribute("data-gutter") or 0)
    for row, column in cells[:1] + cells[1::7]:
        shown = (page.locator(".as-text pre").text_content() or "").splitlines()[1:]
        if len(times) > most or (row, column) in mines or shown[row][column] != "H":
            continue
        point = [gutter + (column + 0.5) * size, gutter + (row + 0.5) * size]
        times.append(page.evaluate(CLICK, point))
    page.close()
    measured = times[1:]  # the first click also deals the board
    rows = [
        (name, len(measured), Spread.of(each))
        for name, each in zip(("move", "overlay"), zip(*measured, strict=True), strict=True)
    ]
    return Table("A click on an expert board with the overlay", ("painted", "clicks", "ms"), rows)


def hints(browser: Browser, folder: str, count: int) -> Table:
    """Measure the first board and hint of a static site, each time with an empty cache."""
    quiet = type("Quiet", (SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    boards, first = [], []
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(quiet, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        for _ in range(count):
            context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]})
            context.set_default_timeout(10 * 60_000)
            page, start = context.new_page(), monotonic()
            page.goto(f"http://127.0.0.1:{server.server_port}/#play")
            page.locator("[role=grid]").wait_for()
            boards.append(monotonic() - start)
            page.locator(".level").wait_for()  # Python is ready
            page.keyboard.press("h")
            page.locator(".decision").first.wait_for()
            first.append(monotonic() - start)
            context.close()
        server.shutdown()
    rows = [("board", Spread.of(boards)), ("hint", Spread.of(first))]
    return Table(f"{count} first visits of {folder}", ("first", "seconds"), rows)


def main() -> None:
    """Measure, and print two tables, or one of a static site."""
    parser = command("bench.page", __doc__, as_json=True, visits=11, clicks=30)
    parser.add_argument("--site", metavar="DIR", help="measure a static site in this folder")
    asked = parser.parse_args()
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        raise SystemExit(f"no browser was found; install one of {', '.join(BROWSERS)}")
    serving = nullcontext("") if asked.site else server()
    with serving as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        if asked.site:
            print(output([hints(browser, asked.site, asked.visits)], asked.json))
            return
        link = f"{url}/"
        tables = [visits(browser, link, asked.visits), clicks(browser, link, asked.clicks)]
        browser.close()
    print(output(tables, asked.json))


if __name__ == "__main__":
    main()
