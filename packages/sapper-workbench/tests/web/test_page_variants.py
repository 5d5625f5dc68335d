"""Variants in a browser, from the list of rules to a board that is won."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import DESK, PHONE
from tests.web.screen import Screen, screen

#: The middle of a cell in pixels of the board; each row of hexagons is shifted.
MIDDLE = """(board, [row, column, height, hex]) => {
    const [size, gutter] = [Number(board.dataset.size), Number(board.dataset.gutter)];
    const [x, y] = hex
        ? [column + (height - 1 - row) / 2, (2 / Math.sqrt(3) - 1) / 2 + (Math.sqrt(3) / 2) * row]
        : [column, row];
    return {x: gutter + (x + 0.5) * size, y: gutter + (y + 0.5) * size};
}"""


@pytest.fixture(params=[DESK, PHONE])
def device(request: pytest.FixtureRequest, chrome: Browser, link: str) -> Iterator[Screen]:
    """A new visitor on a desktop, and on a phone."""
    with screen(chrome, link, request.param) as shown:
        yield shown


def game(shown: Screen) -> dict[str, Any]:
    """The game that the browser keeps, with its solution."""
    shown.board.wait_for()
    shown.until("localStorage['sapper.variant-games'] !== undefined")
    kept = json.loads(shown.page.evaluate("localStorage['sapper.variant-games']"))
    found: dict[str, Any] = list(kept.values())[-1]
    return found


def closed(shown: Screen) -> list[tuple[int, int]]:
    """The hidden safe cells."""
    kept = game(shown)
    cells, width = kept["states"][kept["at"]], kept["board"]["width"]
    left = (i for i, text in enumerate(cells) if text == "H" and kept["solution"][i] != "*")
    return [divmod(i, width) for i in left]


def press(shown: Screen, row: int, column: int) -> None:
    """Click or tap a cell."""
    board = game(shown)["board"]
    at = shown.board.evaluate(MIDDLE, [row, column, board["height"], board["grid"] == "hex"])
    touch = shown.page.evaluate("navigator.maxTouchPoints > 0")
    (shown.board.tap if touch else shown.board.click)(position=at)


def choose(shown: Screen, name: str, size: int) -> None:
    """Find a variant in the list, and play a board of a size."""
    shown.goto("#variants")
    shown.page.locator("[name=search]").fill(name)
    shown.page.locator(f"a.variant-card[href='#variants/{name}']").click()
    shown.page.locator(".variant-example canvas").first.wait_for()
    shown.page.locator("select[name=size]").select_option(str(size))
    shown.page.locator("form").get_by_role("button", name="Play").click()
    shown.board.wait_for()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["liar", "connected", "hex-lines"])
def test_a_variant_is_played_from_its_rule_to_a_win(device: Screen, name: str) -> None:
    choose(device, name, 5)
    rule = device.page.get_by_role("region", name="The rule")
    assert game(device)["board"]["rule"] in rule.inner_text()
    card = device.hint()  # its region, its clues, then its move
    assert "certain" in card.inner_text()
    card.get_by_role("button", name="Make this move").click()
    device.page.get_by_role("button", name="Risks").click()
    while left := closed(device):
        press(device, *left[0])
        shut = len(left) + game(device)["board"]["mines"]
        device.until(
            "Object.values(JSON.parse(localStorage['sapper.variant-games'])).at(-1)"
            f".states.at(-1).filter((code) => code === 'H').length < {shut}"
        )
    result = device.page.get_by_role("region", name="Result")
    expect(result).to_contain_text("Won with help")
    assert not device.wide()


def test_a_board_is_won_with_keys_alone_and_kept(desk: Screen) -> None:
    desk.goto("#variants/cross/7?size=4&level=easy")
    height = game(desk)["board"]["height"]
    at = [height // 2, height // 2]
    for row, column in closed(desk):
        while (at[0], at[1]) != (row, column):
            down = at[0] != row
            step = 1 if (row if down else column) > at[not down] else -1
            desk.page.keyboard.press(
                ("ArrowDown" if step > 0 else "ArrowUp")
                if down
                else ("ArrowRight" if step > 0 else "ArrowLeft")
            )
            at[not down] += step
        desk.page.keyboard.press("Enter")
    result = desk.page.get_by_role("region", name="Result")
    expect(result).to_contain_text("Won")
    assert "with help" not in result.inner_text()
    desk.reload()
    expect(desk.page.get_by_role("region", name="Result")).to_contain_text("Won")
    desk.page.keyboard.press("u")
    desk.until("!document.querySelector('.result')")
    desk.goto("#variants/cross")
    desk.page.go_back()
    desk.board.wait_for()


def test_a_mine_loses_and_can_be_taken_back(desk: Screen) -> None:
    desk.goto("#variants/hex/7?size=4&level=easy")
    kept = game(desk)
    press(desk, *divmod(kept["solution"].index("*"), 4))
    expect(desk.page.get_by_role("region", name="Result")).to_contain_text("Lost")
    desk.page.get_by_role("button", name="Try again from there").click()
    desk.until("!document.querySelector('.result')")
    assert len(closed(desk)) > 0


def test_the_daily_variant_counts_its_first_win(desk: Screen) -> None:
    desk.goto("#variants/daily/2025-03-18")
    for row, column in iter(lambda: next(iter(closed(desk)), (-1, -1)), (-1, -1)):
        left = len(closed(desk))
        press(desk, row, column)
        for _ in range(100):
            if len(closed(desk)) < left:
                break
            desk.page.wait_for_timeout(20)
    line = desk.page.locator(".share-line")
    expect(line).to_have_text(re.compile(r"^Daily variant 2025-03-18 \(\S+\): won in \d+:\d\d$"))


def test_words_that_no_rule_has_and_unknown_variants_are_said(desk: Screen) -> None:
    desk.goto("#variants")
    desk.page.locator("[name=search]").fill("no such rule")
    expect(desk.page.get_by_text("No rule has these words.")).to_be_visible()
    desk.goto("#variants/lier")
    expect(desk.page.get_by_text("There is no variant “lier”.")).to_be_visible()
    desk.goto("#variants/quad+outside+liar")
    expect(desk.page.locator(".variant-example canvas")).to_have_count(3)
    desk.goto("#variants/heavy+knight/1?size=4")
    expect(desk.page.locator(".notice.trouble")).to_contain_text("cannot be both")


def test_no_part_of_the_variants_is_wider_than_a_window(desk: Screen) -> None:
    for address in ("#variants", "#variants/hex-lines", "#variants/hex-lines/1?size=5"):
        desk.goto(address)
        desk.page.locator("canvas").first.wait_for()
        for width in (320, 600, 900, 2560):
            desk.page.set_viewport_size({"width": width, "height": 800})
            desk.until(f"innerWidth === {width}")
            assert not desk.wide(), (address, width)
