"""What a board shows of the mouse, of keys, of help, and of a loss."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser

from tests.web.screen import DRAWN, Screen, screen
from tests.web.test_page_ending import lose
from tests.web.test_page_watch import reasoned

#: The colour of a pixel of the canvas, by its cell and its place from the middle, in cells.
PIXELS = """async ([row, column, across, down]) => {
    await (DRAWN)();
    const grid = document.querySelector("[role=grid]");
    const canvas = grid.querySelector("canvas");
    const [size, gutter] = [Number(grid.dataset.size), Number(grid.dataset.gutter)];
    const scale = canvas.width / canvas.clientWidth;
    const middle = [column + 0.5 + across, row + 0.5 + down];
    const [x, y] = middle.map((at) => (at * size + gutter) * scale);
    const copy = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    copy.drawImage(canvas, -Math.round(x), -Math.round(y));
    return [...copy.getImageData(0, 0, 1, 1).data].join();
}""".replace("DRAWN", DRAWN)


def pixel(shown: Screen, row: int, column: int, across: float = 0, down: float = 0) -> str:
    found: str = shown.page.evaluate(PIXELS, [row, column, across, down])
    return found


def test_the_cursor_is_for_keys_and_the_board_has_no_frame(desk: Screen) -> None:
    desk.goto("#play")
    desk.deal("beginner", 7)
    edge = (0, -0.44)  # of a cell, where the cursor is drawn

    def differs(row: int, column: int) -> bool:
        """Whether a cell has an edge that others of its colour have not."""
        return pixel(desk, row, column, *edge) != pixel(desk, row, column + 2, *edge)

    desk.click(4, 4)
    desk.notice("Opened [4, 4]")
    desk.page.mouse.move(0, 0)
    assert not differs(0, 0)
    for key in ("Home", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp"):
        desk.page.keyboard.press(key)
    assert differs(0, 0)
    assert desk.board.evaluate("(board) => getComputedStyle(board).outlineStyle") == "none"
    at = desk.cell(8, 8)
    desk.board.hover(position={"x": at["x"], "y": at["y"]})
    assert not differs(0, 0)


def test_a_clue_that_is_held_down_presses_its_hidden_neighbours(desk: Screen) -> None:
    desk.goto("#play")
    desk.deal("beginner", 7)
    desk.click(4, 4)
    desk.notice("Opened [4, 4]")
    rows = desk.cells()
    row, column, hidden = next(
        (r, c, (r, c + 1))
        for r, line in enumerate(rows)
        for c, code in enumerate(line[:-1])
        if code in "12345678" and line[c + 1] == "H"
    )
    before = pixel(desk, *hidden)
    at = desk.cell(row, column)
    desk.board.hover(position={"x": at["x"], "y": at["y"]})
    desk.page.mouse.down()
    assert pixel(desk, *hidden) != before
    desk.page.mouse.move(0, 0)
    desk.page.mouse.up()
    assert pixel(desk, *hidden) == before


def test_risks_end_with_the_game_and_a_chip_says_that_it_has_help(desk: Screen) -> None:
    desk.goto("#play")
    desk.deal("beginner", 7)
    plain = pixel(desk, 0, 0, 0.2, 0.2)
    risks = desk.page.get_by_role("button", name="Risks", exact=True)
    chip = desk.page.locator(".tag:visible", has_text="with help")
    assert chip.count() == 0
    risks.click()
    chip.wait_for()
    desk.page.mouse.move(0, 0)
    assert pixel(desk, 0, 0, 0.2, 0.2) == plain  # the rules promise the first cell
    desk.click(4, 4)
    desk.page.locator(".elsewhere").wait_for()
    desk.page.get_by_role("button", name="New game").first.click()
    desk.notice("A new game.")
    assert risks.get_attribute("aria-pressed") == "false"
    assert chip.count() == 0
    desk.click(4, 4)
    desk.notice("Opened [4, 4]")
    assert desk.page.locator(".elsewhere").count() == 0
    desk.reload()
    risks.wait_for()
    assert (risks.get_attribute("aria-pressed"), chip.count()) == ("false", 0)


def test_after_a_lost_guess_the_board_has_the_numbers_of_the_words(desk: Screen) -> None:
    """Of two cells, one has the mine: which one is a guess."""
    for seed in range(9):
        desk.goto(f"#play?width=2&height=1&mines=1&seed={seed}&first=any")
        desk.board.wait_for()
        desk.click(0, 0)
        desk.page.locator(".result").wait_for()
        if desk.page.locator(".result-lost").count():
            break
    why = desk.page.get_by_role("region", name="Why")
    why.locator(".cell-letter", has_text="A").first.wait_for()
    # The letter is in the upper right corner of its cell.
    accent = desk.page.evaluate(
        "getComputedStyle(document.documentElement).getPropertyValue('--board-accent').trim()"
    )
    red, green, blue = (int(accent[i : i + 2], 16) for i in (1, 3, 5))
    assert pixel(desk, 0, 0, 0.3, -0.42) == f"{red},{green},{blue},255"


def test_the_result_and_the_reason_of_a_loss_are_in_view_on_a_notebook(desk: Screen) -> None:
    """The result comes first, because a reason may be long."""
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    lose(desk)
    result = desk.page.get_by_role("region", name="Result")
    result.locator(".result-curve svg").wait_for()
    why = desk.page.get_by_role("region", name="Why").locator(".walk-step").first
    why.wait_for()
    tops_and_bottoms = """(card, reason) => [card, reason].map((each) => {
        const { top, bottom } = each.getBoundingClientRect();
        return [top, bottom];
    })"""
    (_, end), (top, bottom) = result.evaluate(tops_and_bottoms, why.element_handle())
    assert end < top
    assert bottom <= 768


def test_the_instructions_lead_on_and_leave_after_the_first_win(desk: Screen) -> None:
    desk.page.route("**/api/history/statistics?*", lambda route: route.fulfill(json={"levels": []}))
    desk.goto("#play?width=3&height=1&mines=1&seed=1&first=safe")
    welcome = desk.page.locator(".welcome")
    assert welcome.get_by_role("link", name="Learn").get_attribute("href") == "#learn"
    desk.click(0, 0)
    desk.notice("Opened [0, 0]")
    desk.click(0, 2)
    desk.page.locator(".result-won").wait_for()
    desk.page.get_by_role("button", name="New game").first.click()
    desk.notice("A new game.")
    assert welcome.count() == 0


@pytest.mark.parametrize("device", ["desk", "phone"])
def test_a_race_has_names_moves_nothing_and_is_in_the_result(
    chrome: Browser, link: str, device: str
) -> None:
    with screen(chrome, link, device) as shown:
        shown.goto("#play?width=3&height=1&mines=1&seed=1&first=safe")
        shown.board.wait_for()
        places = "(e) => [...e.children].map((each) => each.getBoundingClientRect().x)"
        middle = shown.page.locator(".counters-middle")
        before = middle.evaluate(places)
        shown.menu("Board menu").get_by_role("button", name="Race swift").click()
        shown.click(0, 0)
        race = shown.page.locator(".race:visible")
        race.wait_for()
        assert re.fullmatch(r"swift\s+\d+%", race.inner_text().strip())
        assert middle.evaluate(places) == before
        shown.click(0, 2)
        shown.page.locator(".result-won", has_text=re.compile("(won|lost) the race")).wait_for()
        shown.menu("Board menu").get_by_role("button", name="Race swift").click()


def test_the_steps_of_a_reason_stay_after_the_move(desk: Screen) -> None:
    desk.goto("#watch?player=swift&level=beginner&seed=7&first=opening")
    desk.page.locator(".stepper-count").wait_for()
    desk.page.keyboard.press("End")
    desk.page.locator(".ending").wait_for()
    desk.page.keyboard.press("Home")
    for _ in range(3):  # the first move, and the half before the second
        desk.page.keyboard.press("ArrowRight")
    reasoned(desk, 1)
    steps = desk.page.locator(".decision .walk-step")
    steps.first.wait_for()
    before = steps.all_inner_texts()
    desk.page.keyboard.press("ArrowRight")
    desk.page.locator(".decision .overline", has_text=re.compile("^Move 2$")).wait_for()
    steps.first.wait_for()
    assert steps.all_inner_texts() == before
