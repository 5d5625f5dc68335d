"""Nothing is cut off: text, tables and controls stay inside their cards at every width."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest

from sapper_workbench.history import file_of
from tests.records.finished import played
from tests.web.screen import DRAWN, UNPAINTED, Screen, widths

#: A position whose best cells have long names and figures.
GUESS = "\n".join(["16x16x40", *["H" * 16] * 13, "H" * 13 + "3HH", *["H" * 16] * 2])

#: What is cut off once the page is drawn: it lies beyond the box around it, or its own contents are
#: wider than it is. Texts of positions scroll; names of players over a board end in an ellipsis.
CUT = """async () => {
    await (DRAWN)();
    const named = (each) => {
        const kind = each.className.baseVal ?? each.className;
        return `${each.tagName.toLowerCase()}.${kind} “${each.textContent.trim().slice(0, 30)}”`;
    };
    const around = ".card, .menu, .walk, .dock, .heading, .counters, dialog, li, main";
    const unchecked = ".board, .unseen, .toast > .quiet, .table-many thead, svg, pre, datalist, "
        + "option, .level > span";
    const found = new Set();
    for (const each of document.querySelectorAll("select")) {
        const { width } = each.getBoundingClientRect();
        const free = each.cloneNode();
        free.append(new Option(each.selectedOptions[0]?.text));
        free.style.width = "max-content";
        each.before(free);
        const needed = free.getBoundingClientRect().width;
        free.remove();
        if (width && needed > width + 0.5) found.add(`the choice of ${each.name} is cut off`);
    }
    for (const each of document.querySelectorAll("main *, dialog[open] *")) {
        if (each.closest(unchecked)) continue;
        const { left, right, width } = each.getBoundingClientRect();
        let box = each.parentElement.closest(around);
        while (box && getComputedStyle(box).display === "contents")
            box = box.parentElement.closest(around);
        if (!width || !box || each.matches(":popover-open, .walk")) continue;
        const outer = box.getBoundingClientRect();
        if (right > outer.right + 0.5 || left < outer.left - 0.5)
            found.add(`${named(each)} is beyond ${named(box)}`);
        const { overflowX } = getComputedStyle(each);
        const inside = each.scrollWidth - each.clientWidth;
        if (overflowX !== "visible" && inside > 1 && !each.matches("input, textarea, select"))
            found.add(`${named(each)} is ${inside} pixels too narrow`);
    }
    return [...found];
}""".replace("DRAWN", DRAWN)


def analysis(shown: Screen, games: Path) -> None:
    shown.goto(f"?position={quote(GUESS)}")
    shown.page.locator(".candidates .choice").wait_for()
    shown.page.locator(".candidates [role=status]", has_text="After ").wait_for()
    shown.page.get_by_role("button", name="Show why").click()
    shown.page.locator("[aria-label=Suggestion]").wait_for()


def history(shown: Screen, games: Path) -> None:
    shown.goto("#history")
    shown.page.locator("input[type=file]").set_input_files(sorted(games.iterdir()))
    shown.page.locator(".history-game").nth(2).wait_for()
    shown.page.locator(".history-game").first.get_by_role("button", name="More").click()
    shown.page.locator(".history-more").wait_for()


def review(shown: Screen, games: Path) -> None:
    history(shown, games)
    shown.page.locator(".history-game").first.get_by_role("button", name="Review").click()
    shown.page.get_by_role("region", name="Review").wait_for()
    shown.page.locator("progress").wait_for(state="detached")


def study(shown: Screen, games: Path) -> None:
    shown.goto("#learn/one-two-one")
    shown.menu("Board menu").get_by_role("button", name="Copy to studies").click()
    shown.page.get_by_role("region", name="Study").locator(".chapters li").first.wait_for()


def lesson(shown: Screen, games: Path) -> None:
    shown.goto("#learn/one-two-one")
    shown.page.get_by_role("button", name="Show me").click()
    shown.page.locator(".answer").wait_for()


def lessons(shown: Screen, games: Path) -> None:
    shown.goto("#learn")
    shown.page.locator(".lesson").first.wait_for()


def compare(shown: Screen, games: Path) -> None:
    shown.goto("#compare")
    shown.page.locator(".contest").first.wait_for()
    shown.page.locator("summary", has_text="Play a match").click()


def watch(shown: Screen, games: Path) -> None:
    shown.goto("#watch?player=limited&level=beginner8&seed=8&first=opening")
    shown.page.locator(".stepper-count").wait_for()
    shown.page.keyboard.press("End")
    shown.page.locator(".ending").wait_for()


def pair(shown: Screen, games: Path) -> None:
    shown.goto("#watch?player=csp&against=swift&level=beginner&seed=7&first=opening")
    shown.page.locator(".stepper-count").wait_for()
    shown.page.keyboard.press("End")
    shown.page.locator(".ending, .result").first.wait_for()


def machine(shown: Screen, games: Path) -> None:
    shown.goto("#machine")
    shown.page.locator(".rule").first.wait_for()


def puzzle(shown: Screen, games: Path) -> None:
    shown.goto("#puzzles")
    shown.page.locator(".board canvas").wait_for()


def daily(shown: Screen, games: Path) -> None:
    shown.goto("#puzzles/daily")
    shown.page.locator(".calendar, .card").first.wait_for()


def hint(shown: Screen, games: Path) -> None:
    shown.goto("#play")
    shown.deal("expert", 7)
    shown.page.keyboard.press("a")
    shown.until("document.querySelectorAll('.move').length > 1")
    shown.page.keyboard.press("h")
    shown.page.locator("[aria-label=Hint]").wait_for()


def levels(shown: Screen, games: Path) -> None:
    shown.goto("#play")
    shown.levels.wait_for()


def players(shown: Screen, games: Path) -> None:
    shown.goto("#watch")
    shown.menu("Player and board")


def preferences(shown: Screen, games: Path) -> None:
    shown.goto("#play")
    shown.menu("More").get_by_role("button", name="Preferences").click()
    shown.page.locator("dialog[open]").wait_for()


STATES = (
    analysis,
    history,
    review,
    study,
    lesson,
    lessons,
    pytest.param(compare, marks=pytest.mark.server),
    watch,
    pair,
    pytest.param(machine, marks=pytest.mark.server),
    puzzle,
    daily,
    hint,
    levels,
    players,
    preferences,
)


@pytest.mark.slow
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_nothing_is_cut_off_at_any_width(
    desk: Screen, tmp_path: Path, state: Callable[[Screen, Path], None]
) -> None:
    for number, (size, mines) in enumerate([(16, 40), (20, 80), (5, 4)]):  # with names, and without
        record = played(number, size=size, mines=mines)
        (tmp_path / f"{number}.json").write_bytes(file_of(record, "record"))
    state(desk, tmp_path)
    desk.page.evaluate(UNPAINTED)
    found: dict[str, list[int]] = {}
    for width in widths():
        desk.page.set_viewport_size({"width": width, "height": 860})
        for fault in desk.page.evaluate(CUT):
            found.setdefault(fault, []).append(width)
    assert found == {}
