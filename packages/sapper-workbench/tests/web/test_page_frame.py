"""The page as a whole: size, speed, help, accessibility, and the commands it shows."""

from __future__ import annotations

import re
import shlex
from itertools import pairwise
from pathlib import Path

import pytest
from click import Context
from playwright.sync_api import Browser

import sapper_workbench
from sapper import LEVELS
from sapper.cli import main
from tests.web.browser import PHONE, chromium
from tests.web.screen import DRAWN, Screen, screen

PAGE = Path(sapper_workbench.__file__).parent / "web" / "page"
#: What a view shows once it is there.
SHOWN = ".today, .board canvas, .contest, .history .card, .history-game, .lesson"
VIEWS = ["play", "watch", "analyse", "learn", "compare", "history"]


def test_the_document_has_no_inline_scripts_or_styles() -> None:
    document = (PAGE / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)", document)
    assert not re.search(r"<style|\sstyle=|\son\w+=", document)
    for path in (PAGE / "app").rglob("*.js"):
        assert not re.search(
            r"\seval\(|new Function\(|innerHTML|InnerHTML", path.read_text(encoding="utf-8")
        )


def test_every_module_is_imported_and_every_import_is_there() -> None:
    wanted = {PAGE / "app" / "main.js", PAGE / "sw.js"}  # the browser loads these
    for path in PAGE.rglob("*.js"):
        for name in re.findall(r'(?:from ?|import\()"(\.[^"]+)"', path.read_text(encoding="utf-8")):
            wanted.add((path.parent / name).resolve())
    assert wanted == set(PAGE.rglob("*.js"))


def commands(text: str) -> list[list[str]]:
    """The arguments of every command of sapper that some text shows, one command a line."""
    return [shlex.split(line)[1:] for line in text.splitlines() if line.startswith("sapper ")]


@pytest.mark.server
def test_every_command_that_the_page_shows_works(chrome: Browser, unused: str) -> None:
    document = (PAGE / "index.html").read_text(encoding="utf-8")
    shown = re.findall(r"<code>(.*?)</code>", document)
    with screen(chrome, unused) as visitor:
        for view in VIEWS:
            visitor.goto(f"#{view}")
            visitor.page.locator("main .card, main .rule").first.wait_for()
            shown += visitor.page.locator("code, pre").all_inner_texts()
    found = commands("\n".join(shown).replace("\\\n", ""))
    assert {verb for verb, *_ in found} == {"tui"}
    for verb, *options in found:  # it does not end: its options must be there
        command = main.get_command(Context(main), verb)
        assert command is not None
        with command.make_context(verb, options):
            pass


def test_without_chromium_tests_fail_in_ci_and_are_skipped_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="need Chromium"):
        chromium()
    monkeypatch.delenv("CI")
    with pytest.raises(pytest.skip.Exception, match="need Chromium"):
        chromium()


def test_help_lists_the_keys_that_do_something_here(desk: Screen) -> None:
    desk.goto("#play")
    desk.page.get_by_role("button", name="Hint").wait_for()
    desk.page.keyboard.press("?")
    dialog = desk.page.get_by_role("dialog")
    dialog.wait_for()
    words = dialog.inner_text()
    assert "Playing" in words
    assert "Analysing" not in words
    assert "show this clue in the cell" not in words
    assert not desk.wide()
    desk.page.keyboard.press("?")
    dialog.wait_for(state="detached")
    desk.page.keyboard.press("A")
    desk.page.locator("[name=position]").wait_for()
    desk.page.keyboard.press("?")
    assert "show this clue in the cell" in desk.page.get_by_role("dialog").inner_text()


def test_the_first_stop_skips_to_the_board(desk: Screen) -> None:
    desk.goto("#play")
    desk.board.wait_for()
    desk.page.keyboard.press("Tab")
    assert desk.page.evaluate("document.activeElement.textContent") == "Skip to the board"
    desk.page.keyboard.press("Enter")
    assert desk.page.evaluate("document.activeElement.getAttribute('role')") == "grid"


def test_controls_have_names_and_no_text_or_tooltip_shows_a_value_of_the_program(
    desk: Screen,
) -> None:
    for view in (
        *VIEWS,
        "first",
        "puzzles",
        "puzzles/daily",
        "today",
        "studies",
        "machine",
        "guess",
        "believe",
    ):
        desk.goto(f"#{view}")
        if view == "puzzles":
            desk.page.locator(".chips .tool").first.wait_for(state="attached")
        desk.page.locator(f"{SHOWN}, .day, .heading").first.wait_for()
        garbled = desk.page.evaluate(
            r"""() => [...document.querySelectorAll("main *, header *")]
                .flatMap((e) => [e.title, e.ariaLabel, e.children.length ? "" : e.textContent])
                .filter((text) => /\[object|undefined|NaN|^,/.test(text ?? ""))"""
        )
        assert (view, garbled) == (view, [])
        nameless = desk.page.evaluate(
            """() => [...document.querySelectorAll("button, input, select, textarea, a[href]")]
                .filter((e) => !(e.textContent.trim() || e.ariaLabel || e.labels?.length))
                .map((e) => e.outerHTML)"""
        )
        assert (view, nameless) == (view, [])


def test_headings_and_parts_of_the_page_have_their_roles(chrome: Browser, link: str) -> None:
    with screen(chrome, link, PHONE) as shown:
        shown.goto("#play")
        shown.page.get_by_role("button", name="Hint").wait_for()
        for role in ("banner", "navigation", "main", "complementary", "toolbar", "status"):
            assert shown.page.get_by_role(role).count() >= 1
        tops = [
            shown.page.locator(name).bounding_box() for name in (".counters", ".board", ".dock")
        ]
        assert all(a and b and a["y"] < b["y"] for a, b in pairwise(tops))


def test_light_or_dark_is_chosen_and_remembered(desk: Screen) -> None:
    desk.goto("#play")
    desk.board.wait_for()
    theme = "document.documentElement.dataset.theme"
    ground = "getComputedStyle(document.body).backgroundColor"
    before, light = desk.page.evaluate(theme), desk.page.evaluate(ground)
    drawn = int(desk.board.get_attribute("data-drawn") or 0)
    desk.menu("More").get_by_role("button", name="Light or dark").click()
    assert {before, desk.page.evaluate(theme)} == {"light", "dark"}
    assert desk.page.evaluate(ground) != light
    desk.until(f"document.querySelector('[role=grid]').dataset.drawn > {drawn}")
    desk.goto("#play")
    desk.board.wait_for()
    assert desk.page.evaluate(theme) != before
    desk.menu("More").get_by_role("button", name="Light or dark").click()
    assert desk.page.evaluate(theme) == before
    assert desk.page.evaluate("localStorage.getItem('sapper.theme')") == "null"


def test_a_board_takes_the_room_there_is(desk: Screen) -> None:
    desk.goto("#play")
    window = desk.page.evaluate("innerHeight")
    for level in ("beginner8", "expert", "beginner"):
        grid = LEVELS[level].grid
        desk.deal(level)
        desk.page.locator(f"[role=grid][aria-label*=' {grid.height} rows']").wait_for()
        desk.page.evaluate(DRAWN)
        board, stage, dock = (
            desk.page.locator(name).evaluate("e => e.getBoundingClientRect().toJSON()")
            for name in ("[role=grid]", ".stage", ".dock")
        )
        assert dock["bottom"] <= board["top"], level
        assert board["bottom"] <= window, level
        # One pixel more a cell would not fit, with what is left below the board.
        wider, higher = board["width"] + grid.width, board["bottom"] + grid.height
        assert wider > stage["width"] or higher > window - 16, level


def test_cells_are_made_larger_and_smaller_from_what_they_are(desk: Screen) -> None:
    desk.goto("#play")
    desk.deal("beginner8")

    def size() -> int:
        return int(desk.board.get_attribute("data-size") or 0)

    first = size()
    sizes = desk.menu("Board menu")
    sizes.get_by_role("button", name="Larger cells").click()
    desk.until(f"document.querySelector('[role=grid]').dataset.size > {first}")
    larger = size()
    sizes.get_by_role("button", name="Smaller cells").click()
    desk.until(f"document.querySelector('[role=grid]').dataset.size < {larger}")
    for _ in range(2):
        sizes.get_by_role("button", name="Fit").click()
    desk.until(f"document.querySelector('[role=grid]').dataset.size === '{first}'")
