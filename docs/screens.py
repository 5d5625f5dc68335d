"""Takes the screenshots of the workbench in README and docs and saves them in docs/screens/.

Run ``./uvw run --group dev python docs/screens.py`` when the page looks different; it needs a
Chromium. Each screenshot shows a page opened by its address, or after a few clicks.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

SCREENS = Path(__file__).with_name("screens")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
DESK, PHONE = (1280, 800), (390, 800)
SEED = 29  #: an expert game that needs a guess in mid-game

PLAN = """
name = "four players"
players = ["swift", "csp", "single-point", "random"]
levels = ["beginner", "intermediate"]
games = 400
seed = 1
[[rules]]
first = "opening"
"""


def play(page: Page) -> None:
    """Show an expert game in progress with every probability, and a hint with its clues."""
    deal(page, "expert")
    for _ in range(40):
        page.keyboard.press("a")
    settled(page)
    page.keyboard.press("p")
    page.keyboard.press("h")
    page.locator(".decision[aria-label=Hint]").wait_for()
    settled(page)


def review(page: Page) -> None:
    """Show the review of a game that was lost by a guess."""
    deal(page, "beginner")
    for key in ("Enter", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
        settled(page)
    while not page.locator(".result").count():
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        settled(page)
    page.get_by_role("button", name="Review").click()
    page.locator(".guess").first.wait_for()
    page.locator(".guess .link").last.click()


def watch(page: Page) -> None:
    """Show limited belief at a move that took a split."""
    page.goto("#watch?player=limited&level=beginner8&seed=8&first=opening")
    page.locator(".stepper-count").wait_for()
    page.keyboard.press("End")
    page.locator(".result").wait_for()
    while not page.locator(".tree .split").count():
        page.keyboard.press("ArrowLeft")


def analyse(page: Page) -> None:
    """Show a position with its certain cells, and the proof of a move."""
    page.goto("#analyse")
    page.get_by_role("button", name="Show why").click()


def learn(page: Page) -> None:
    """Show a lesson, and why its solution is right."""
    page.goto("#learn/one-two-one")
    page.get_by_role("button", name="Show me").click()
    page.locator(".answer").wait_for()


def machine(page: Page) -> None:
    """Show the rules of the paper, each on a board."""
    page.goto("#machine")
    page.locator(".rule").first.wait_for()


def compare(page: Page) -> None:
    """Show a store of results."""
    page.goto("#compare")
    page.locator(".contest").first.wait_for()


#: The name of each picture, with the function that prepares it, the screen size and dark mode.
PICTURES: dict[str, tuple[Callable[[Page], None], tuple[int, int], bool]] = {
    "play": (play, DESK, False),
    "play-dark": (play, DESK, True),
    "play-phone": (play, PHONE, False),
    "review": (review, DESK, False),
    "watch": (watch, DESK, False),
    "analyse": (analyse, DESK, False),
    "learn": (learn, DESK, False),
    "machine": (machine, DESK, False),
    "compare": (compare, DESK, False),
}


def deal(page: Page, level: str) -> None:
    """Start the game of the seed."""
    page.goto("#play")
    page.locator("summary", has_text="New game").click()
    page.locator("[name=level]").select_option(level)
    page.locator("[name=seed]").fill(str(SEED))
    page.get_by_role("button", name="Deal").click()
    settled(page)


def settled(page: Page) -> None:
    """Wait until the server has answered all requests."""
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(100)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Start a server with a store of results and yield its address."""
    plan, results = folder / "plan.toml", folder / "four-players.db"
    plan.write_text(PLAN, encoding="utf-8")
    program: list[str | Path] = [sys.executable, "-m", "sapper"]
    subprocess.run(
        [*program, "experiment", plan, "--store", results], check=True, stdout=subprocess.DEVNULL
    )
    command = [*program, "serve", "--port", "0", "--data", folder / "games", "--store", results]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            line = process.stdout.readline() if process.stdout else ""
            found = re.search(r"http://\S+", line)
            if found is None:
                raise SystemExit("the server did not start")
            yield found[0]
        finally:
            process.terminate()


def take(browser: Browser, link: str, name: str) -> None:
    """Take one picture."""
    show, (width, height), dark = PICTURES[name]
    page = browser.new_page(
        base_url=link,
        viewport={"width": width, "height": height},
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
    )
    page.goto("/#play")
    page.locator("[role=grid]").wait_for()
    show(page)
    settled(page)
    page.mouse.move(0, 0)
    page.evaluate("scrollTo(0, 0)")
    page.evaluate("document.activeElement.blur()")
    page.screenshot(path=SCREENS / f"{name}.png")
    page.close()
    print(f"{name}.png")


def main(names: list[str]) -> None:
    """Take the named pictures, or all of them."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        raise SystemExit(f"no browser was found; install one of {', '.join(BROWSERS)}")
    SCREENS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        with served(Path(folder)) as link:
            for name in names or PICTURES:
                take(browser, link, name)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
