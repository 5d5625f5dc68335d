"""Every view against the rules of axe-core, light on a desktop and dark on a phone."""

from __future__ import annotations

import importlib.util
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.sources import ROOT
from tests.web.browser import PHONE, SIZES
from tests.web.screen import Screen
from tests.web.test_page_review import lost

PACKAGE = "axe-playwright-python"  #: has axe-core in it
PROJECT = ROOT / "pyproject.toml"


@pytest.fixture(scope="module")
def axe() -> str:
    """The source of axe-core. Where the project does not ask for the package, tests are skipped."""
    module = PACKAGE.replace("-", "_")
    found = importlib.util.find_spec(module)
    if found is None or found.origin is None:
        groups = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["dependency-groups"]
        if any(each.startswith(PACKAGE) for each in groups["dev"]):
            pytest.fail(f"{PACKAGE} is not installed")
        pytest.skip(f"needs {PACKAGE}, which is not among the development dependencies")
    return Path(found.origin).with_name("axe.min.js").read_text(encoding="utf-8")


def violations(shown: Screen, axe: str) -> list[str]:
    """The rules that a page violates, each with the elements at fault."""
    if not shown.page.evaluate("'axe' in window"):
        shown.page.evaluate(axe)
    found: dict[str, Any] = shown.page.evaluate("axe.run({resultTypes: ['violations']})")
    return [
        f"{rule['id']}: {rule['help']}: {[node['html'][:200] for node in rule['nodes']]}"
        for rule in found["violations"]
    ]


def play(shown: Screen) -> None:
    shown.goto("#play")
    shown.deal("beginner")
    shown.board.focus()
    for key in ("Enter", "p", "h"):
        shown.page.keyboard.press(key)
    shown.page.locator(".decision").wait_for()


def watch(shown: Screen) -> None:
    shown.goto("#watch?player=limited&level=beginner8&seed=8&first=opening")
    shown.page.locator(".stepper-count").wait_for()
    shown.page.keyboard.press("End")
    shown.page.locator(".result").wait_for()


def worlds(shown: Screen) -> None:
    shown.goto("#watch?player=logic4&world=MEDIUM2")
    shown.page.locator(".stepper-count").wait_for()
    shown.page.keyboard.press("End")
    shown.page.locator(".result").wait_for()


def puzzles(shown: Screen) -> None:
    shown.goto("#puzzles")
    for _ in range(2):  # after a warning
        shown.page.get_by_role("button", name="Show the solution").click()
    shown.page.get_by_role("region", name="Verdict").wait_for()
    shown.page.locator("summary", has_text="Themes").click()


def guess(shown: Screen) -> None:
    shown.goto("#guess")
    shown.page.get_by_role("button", name="Show its answer").click()
    shown.page.locator(".decision").wait_for()


def daily(shown: Screen) -> None:
    shown.goto("#puzzles/daily")
    shown.page.locator(".day").wait_for()


def today(shown: Screen) -> None:
    shown.goto("#today")
    shown.page.get_by_role("region", name="Daily").wait_for()


def analyse(shown: Screen) -> None:
    shown.goto("#analyse")
    shown.page.get_by_role("button", name="Show why").first.wait_for()


def first(shown: Screen) -> None:
    shown.goto()
    shown.page.locator(".first-why", has_text="Move 2").wait_for()


def lessons(shown: Screen) -> None:
    shown.goto("#learn")
    shown.page.locator(".lesson").first.wait_for()


def lesson(shown: Screen) -> None:
    shown.goto("#learn/suppose")
    shown.board.wait_for()
    shown.page.keyboard.press("s")
    shown.page.locator(".answer").wait_for()


def machine(shown: Screen) -> None:
    shown.goto("#machine")
    shown.page.locator(".rule").first.wait_for()


def compare(shown: Screen) -> None:
    shown.goto("#compare")
    shown.page.locator("summary", has_text="Play a match").click()
    shown.page.get_by_role("button", name="games lost by csp").click()
    shown.page.locator(".games-list").wait_for()


def history(shown: Screen) -> None:
    lost(shown)
    shown.goto("#history")
    shown.page.locator(".history-game").first.get_by_role("button", name="More").click()
    shown.page.get_by_text("Filter", exact=True).click()


def records(shown: Screen) -> None:
    lost(shown)
    shown.goto("#history/records")
    shown.page.get_by_role("region", name="Guesses").wait_for()


def storm(shown: Screen) -> None:
    shown.goto("#puzzles/storm")
    shown.page.get_by_role("button", name="Begin").click()
    shown.page.get_by_role("timer").wait_for()
    shown.board.wait_for()


def believe(shown: Screen) -> None:
    shown.goto("#believe/minefield")
    shown.until("document.querySelector('textarea')?.value.startsWith('# A minefield')")
    shown.page.get_by_role("button", name="Answer", exact=True).click()
    shown.page.get_by_text("11 questions answered.").wait_for()
    shown.page.locator(".believed summary").nth(5).click()


def variants(shown: Screen) -> None:
    shown.goto("#variants")
    shown.page.locator(".variant-card").first.wait_for()


def variant(shown: Screen) -> None:
    shown.goto("#variants/quad-liar")
    shown.page.locator(".variant-example canvas").wait_for()


def variant_game(shown: Screen) -> None:
    shown.goto("#variants/hex-lines/3?size=5")
    shown.hint()


def study(shown: Screen) -> None:
    shown.goto("#learn/one-two")
    shown.menu("Board menu").get_by_role("button", name="Copy to studies").click()
    shown.page.locator("textarea[name=comment]").wait_for()


def studies(shown: Screen) -> None:
    study(shown)
    shown.goto("#studies")
    shown.page.get_by_role("button", name="More").first.click()
    shown.page.locator(".history-game").first.wait_for()


def present(shown: Screen) -> None:
    shown.goto("#present/lesson/suppose")
    shown.page.locator(".present-said").wait_for()
    for _ in range(2):
        shown.page.keyboard.press(" ")
    shown.page.get_by_text("Step 1 of").wait_for()


def teacher(shown: Screen) -> None:
    shown.goto("#class")
    shown.page.get_by_label("Name of the class").fill("Class 7b")
    shown.page.get_by_role("button", name="Make a class").click()
    shown.page.get_by_role("button", name="Assign").click()
    shown.page.get_by_text("Nobody has joined yet.").wait_for()
    link = str(shown.page.locator(".class-link a").get_attribute("href"))
    with shown.page.context.new_page() as pupil:
        pupil.goto(link)
        pupil.get_by_label("Your name").fill("Ann")
        pupil.get_by_role("button", name="Join the class").click()
        pupil.locator("a.lesson").wait_for()
    shown.page.get_by_role("row", name="Ann").wait_for()


def pupil(shown: Screen) -> None:
    teacher(shown)
    shown.page.locator(".class-link a").click()
    shown.page.locator("a.lesson").wait_for()


def finding(shown: Screen) -> None:
    watch(shown)
    shown.page.get_by_label("Step", exact=True).fill("3")
    shown.page.evaluate("document.activeElement.blur()")
    shown.page.keyboard.press("y")
    shown.page.keyboard.press("ArrowRight")
    shown.page.locator(".finding").wait_for()


def help(shown: Screen) -> None:
    shown.goto("#play")
    shown.board.wait_for()
    shown.page.keyboard.press("?")
    shown.page.get_by_role("dialog").wait_for()


VIEWS = [
    first,
    play,
    watch,
    worlds,
    puzzles,
    daily,
    today,
    guess,
    analyse,
    lessons,
    lesson,
    pytest.param(machine, marks=pytest.mark.server),
    pytest.param(compare, marks=pytest.mark.server),
    history,
    records,
    storm,
    believe,
    pytest.param(variants, marks=pytest.mark.server),
    pytest.param(variant, marks=pytest.mark.server),
    pytest.param(variant_game, marks=pytest.mark.server),
    study,
    studies,
    present,
    pytest.param(teacher, marks=pytest.mark.server),
    pytest.param(pupil, marks=pytest.mark.server),
    finding,
    help,
]


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.__name__)
def test_no_view_violates_a_rule(desk: Screen, axe: str, view: Callable[[Screen], None]) -> None:
    desk.page.emulate_media(color_scheme="light")
    view(desk)
    found = violations(desk, axe)
    width, height = SIZES[PHONE]
    desk.page.set_viewport_size({"width": width, "height": height})
    desk.page.emulate_media(color_scheme="dark")
    desk.until("document.documentElement.dataset.theme === 'dark'")
    desk.until(f"document.documentElement.clientWidth <= {width}")
    assert [*found, *violations(desk, axe)] == []
    assert not desk.wide()


def test_a_control_without_a_name_is_found(desk: Screen, axe: str) -> None:
    play(desk)
    desk.page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    found = violations(desk, axe)
    assert len(found) == 1
    assert found[0].startswith("button-name")
