"""Takes screenshots of the workbench: those of README and docs, and of every view at every size.

``./uvw run --group dev python docs/screens.py`` saves the screenshots of README and docs in
docs/screens/; add names to take only these. With ``--views FOLDER`` it saves every view in a
folder, 390, 820, 1366, 1920 and 3840 pixels wide, light and dark. Look at all of them when the page
looks different. It needs a Chromium.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

SCREENS = Path(__file__).with_name("screens")
BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
DESK, PHONE = (1280, 800), (390, 800)
SEED = 29  #: of the games shown

#: The size of the window by its width.
WINDOWS = {
    390: (390, 844),
    820: (820, 1180),
    1366: (1366, 768),
    1920: (1920, 1080),
    3840: (3840, 2160),
}
#: The address of each view.
VIEWS = {
    "first": "",
    **{
        name: f"#{name}"
        for name in (
            "play",
            "puzzles",
            "learn",
            "watch",
            "analyse",
            "history",
            "studies",
            "compare",
            "machine",
            "believe",
            "variants",
        )
    },
    "daily": "#puzzles/daily",
    "lesson": "#learn/one-two-one",
    "watched": "#watch?player=swift&level=expert&seed=7&first=opening",
    "pair": "#watch?player=csp&against=swift&level=beginner&seed=7&first=opening",
}

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
    page.get_by_role("button", name="Show the move").click()
    page.get_by_role("button", name="Make this move").wait_for()
    settled(page)


def review(page: Page) -> None:
    """Show the review of a game that was lost by a guess."""
    deal(page, "beginner")
    first = ("ArrowDown", "ArrowRight") * 4
    for key in (*first, "Enter", "PageUp", "Home"):
        page.keyboard.press(key)
    settled(page)
    row = ("Enter", "ArrowRight") * 9
    for key in (*row, "Home", "ArrowDown") * 9:
        if page.locator(".result").count():
            break
        page.keyboard.press(key)
        settled(page)
    page.get_by_role("button", name="Review").click()
    page.get_by_role("button", name="Learn from your mistakes").wait_for()
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


def believe(page: Page) -> None:
    """Show the answers of a lesson, one with its split tree."""
    page.goto("#believe/minefield")
    expect(page.locator("[name=statements]")).to_have_value(re.compile("^# A minefield"))
    page.get_by_role("button", name="Answer", exact=True).click()
    page.get_by_text("11 questions answered.").wait_for()
    page.get_by_label("line 50: yes").locator("summary").click()
    page.evaluate("scrollTo(0, 0)")


def compare(page: Page) -> None:
    """Show a store of results."""
    page.goto("#compare")
    page.locator(".contest").first.wait_for()


def variants(page: Page) -> None:
    """Show a hint on a board of hexagons, with clues for its lines."""
    page.goto("#variants/hex-lines/5?size=6&level=medium")
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="Show the move").click()
    page.get_by_role("button", name="Make this move").wait_for()


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
    "believe": (believe, DESK, False),
    "compare": (compare, DESK, False),
    "variants": (variants, DESK, False),
}


def deal(page: Page, level: str) -> None:
    """Start the game of the seed."""
    page.goto("#play")
    page.get_by_role("button", name=re.compile("^Level: ")).click()
    page.locator("summary", has_text="Other boards").click()
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


def survey(browser: Browser, link: str, folder: Path) -> None:
    """Take every view in every window, light and dark, as a visitor who has not played yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for width, (wide, high) in WINDOWS.items():
        for scheme in ("light", "dark"):
            phone = width == min(WINDOWS)
            for name, address in VIEWS.items():
                page = browser.new_page(
                    base_url=link,
                    viewport={"width": wide, "height": high},
                    color_scheme="dark" if scheme == "dark" else "light",
                    reduced_motion="reduce",
                    has_touch=phone,
                    is_mobile=phone,
                )
                page.goto(f"/{address}")
                page.locator("main.view").wait_for()
                settled(page)
                page.screenshot(path=folder / f"{name}-{width}-{scheme}.png")
                page.close()
        print(f"{len(VIEWS)} views at {width} pixels, light and dark")


def main() -> None:
    """Take the named pictures, or all of them, or the views."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="; ".join(PICTURES))
    parser.add_argument("--views", type=Path, metavar="FOLDER", help="take every view instead")
    asked = parser.parse_args()
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        raise SystemExit(f"no browser was found; install one of {', '.join(BROWSERS)}")
    SCREENS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        with served(Path(folder)) as link:
            if asked.views:
                survey(browser, link, asked.views)
            for name in [] if asked.views else asked.names or PICTURES:
                take(browser, link, name)
        browser.close()


if __name__ == "__main__":
    main()
