"""The Analyse view in a browser: positions drawn, pasted, dropped and linked."""

from __future__ import annotations

import base64
import re

import sapper
from tests.web.browser import Screen

POSITION = "5x3x3\nHHHHH\n1222H\n0001H"
IMPOSSIBLE = "3x3x1\nHHH\nH8H\nHHF\n"

#: Drops a file of some bytes on the page.
DROP = """([name, text]) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const data = new DataTransfer();
  data.items.add(new File([bytes], name));
  const event = new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true});
  document.querySelector("main").dispatchEvent(event);
}"""


def pasted(shown: Screen, text: str) -> None:
    """Open Analyse, which shows the example, and paste a position."""
    shown.goto("#analyse")
    shown.page.get_by_text("2 safe").wait_for()  # the example
    shown.page.locator("[name=position]").fill(text)
    shown.page.get_by_role("button", name="Show it").click()


def drop(shown: Screen, name: str, content: bytes) -> None:
    shown.page.evaluate(DROP, [name, base64.b64encode(content).decode()])


def test_a_pasted_position_shows_what_is_certain_and_how_likely_the_rest_is(
    visitor: Screen,
) -> None:
    pasted(visitor, POSITION)
    visitor.page.get_by_text("3 safe").wait_for()
    visitor.until("/certainly safe/.test(document.querySelector('[role=gridcell]').ariaLabel)")
    words = [visitor.words(0, column) for column in range(5)]
    assert words[0] == "hidden, certainly safe, the best cell"
    assert words[1] == "hidden, certainly a mine"
    visitor.page.keyboard.press("ArrowDown")
    visitor.page.keyboard.press("ArrowDown")
    visitor.until("document.querySelector('[role=row]').ariaRowIndex === '3'")
    assert visitor.words(2, 4) == "hidden, 50 % mine"
    assert not visitor.wide()


def test_a_click_on_a_certain_cell_names_the_clues_that_prove_it(visitor: Screen) -> None:
    pasted(visitor, POSITION)
    visitor.page.get_by_text("3 safe").wait_for()
    visitor.click(0, 0)
    card = visitor.page.locator(".card[aria-label=Why]")
    card.wait_for()
    assert "certainly safe" in card.inner_text()
    assert re.search(r"the 1 at \[1, 0\]", card.inner_text(), re.IGNORECASE)


def test_the_suggestion_is_shown_with_its_proof(desk: Screen) -> None:
    pasted(desk, POSITION)
    desk.page.get_by_text("3 safe").wait_for()
    desk.page.get_by_role("button", name="Show why").click()
    card = desk.page.locator(".decision[aria-label=Suggestion]")
    assert re.search(r"certain\b.*\n.*\bmine", card.inner_text(), re.DOTALL)


def test_a_position_is_drawn_with_palette_and_keys(desk: Screen) -> None:
    desk.goto("#analyse")
    desk.page.get_by_text("2 safe").wait_for()
    desk.page.get_by_role("button", name="Clear").click()
    desk.until("document.querySelector('.counters').textContent.includes('0 safe')")
    desk.page.get_by_role("button", name="clue 3").click()
    desk.click(0, 0)
    desk.page.get_by_text("3 certain mines").wait_for()
    keys = desk.page.keyboard
    keys.press("ArrowRight")
    keys.press("x")
    keys.press("ArrowRight")
    keys.press("1")
    desk.page.get_by_text("impossible").wait_for(state="hidden")
    assert desk.cells()[0] == "3H1HHHHH"
    keys.press("u")
    desk.until("document.querySelector('.as-text pre').textContent.includes('3HHHHHHH')")
    keys.press("r")
    desk.until("document.querySelector('.as-text pre').textContent.includes('3H1HHHHH')")


def test_an_impossible_position_is_explained_and_its_clues_lit(visitor: Screen) -> None:
    pasted(visitor, IMPOSSIBLE)
    alert = visitor.page.get_by_role("alert")
    alert.wait_for()
    assert "No layout fits" in alert.inner_text()
    assert "[1, 1]" in alert.inner_text()
    visitor.page.keyboard.press("ArrowDown")
    visitor.until("document.querySelector('[role=row]').ariaRowIndex === '2'")
    assert "at fault" in visitor.words(1, 1)


def test_a_link_reopens_the_position_elsewhere(desk: Screen) -> None:
    pasted(desk, POSITION)
    desk.page.get_by_text("3 safe").wait_for()
    shown = desk.position()
    desk.page.get_by_role("button", name="Copy link").click()
    desk.notice("Link copied")
    link = desk.page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(desk.link)
    desk.page.evaluate("localStorage.clear()")
    desk.goto(link.removeprefix(desk.link))
    desk.page.get_by_text("3 safe").wait_for()
    assert desk.position() == shown


def test_a_dropped_game_is_stepped_through(desk: Screen) -> None:
    level = sapper.LEVELS["beginner8"]
    deal = sapper.Deal.seeded(level.grid, level.mines, 4)
    record = sapper.play("swift", sapper.Rules(first="opening"), deal)
    desk.goto("#analyse")
    desk.page.get_by_text("2 safe").wait_for()
    drop(desk, "game.json", record.text.encode())
    desk.notice(f"A game of {len(record.steps)} steps")
    desk.position()  # the text is written out from now on
    first, *_, end = record.positions()
    for key, at, position in (("End", len(record.steps), end), ("Home", 0, first)):
        rows = str(position).partition("\n")[2]
        desk.page.keyboard.press(key)
        desk.until(f"document.querySelector('.stepper-count').textContent.startsWith('{at} /')")
        desk.until(f"document.querySelector('.as-text pre').textContent.endsWith({rows!r})")


def test_what_cannot_be_read_is_said_in_a_sentence(desk: Screen) -> None:
    desk.expected = "400"
    pasted(desk, "no position at all")
    said = desk.page.locator(".card .notice.trouble")  # beside what was pasted
    said.wait_for()
    assert "WIDTHxHEIGHTxMINES" in said.inner_text()
    assert desk.page.locator("[name=position]").get_attribute("aria-invalid") == "true"
    drop(desk, "picture.png", b"\x89PNG\r\n\x1a\n")
    desk.page.locator(".stage .notice.trouble").wait_for()
    assert desk.page.locator(".notice.trouble").count() == 1


def test_a_game_played_is_analysed_by_a_key(desk: Screen) -> None:
    desk.goto("#play")
    desk.deal("beginner8", 4)
    desk.click(0, 0)
    desk.notice("Opened [0, 0]")
    shown = desk.cells()
    desk.page.keyboard.press("e")
    desk.page.locator("[name=position]").wait_for()
    desk.page.get_by_role("button", name="Copy link").wait_for()
    desk.until("/ safe/.test(document.querySelector('.counters').textContent)")
    assert desk.cells() == shown


def test_what_is_pasted_anywhere_is_shown(desk: Screen) -> None:
    desk.goto("#analyse")
    desk.page.get_by_text("2 safe").wait_for()
    desk.page.evaluate("text => navigator.clipboard.writeText(text)", POSITION)
    desk.page.keyboard.press("Control+v")
    desk.page.get_by_text("3 safe").wait_for()
    assert desk.position() == POSITION.splitlines()


def test_an_analysis_that_takes_long_says_so_and_shows_no_other(desk: Screen) -> None:
    desk.goto("#analyse")
    desk.page.get_by_text("2 safe").wait_for()
    desk.page.route("**/api/analyse", lambda route: None)
    desk.page.keyboard.press("3")
    desk.page.get_by_text("analysing …").wait_for()
    assert desk.page.locator(".counters .tag").count() == 0
    assert "%" not in desk.words(0, 4)
