"""The Analyse view in a browser: positions drawn, pasted, dropped and linked."""

from __future__ import annotations

import base64
import re

import numpy as np
import pytest

import sapper
from sapper.arena import play
from tests.formats.skins import SKINS, drawn, png
from tests.web.screen import DRAWN, Screen
from tests.web.test_analysis import mid_game

POSITION = "5x3x3\nHHHHH\n1222H\n0001H"
GUESS = "9x9x10\n" + "HHHHHHHHH\n" * 8 + "HHHHHHHH1"
CAT = np.random.default_rng(1).normal(128, 40, (90, 120, 3)).clip(0, 255).astype(np.uint8)
IMPOSSIBLE = "3x3x1\nHHH\nH8H\nHHF\n"

#: Drops a file of some bytes on the page.
DROP = """([name, text, type]) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const data = new DataTransfer();
  data.items.add(new File([bytes], name, {type}));
  const event = new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true});
  document.querySelector("main").dispatchEvent(event);
}"""


#: Lets requests for an analysis wait for ever.
UNANSWERED = """() => {
  const { fetch } = window;
  window.fetch = (path, options) =>
    String(path).includes("/api/analyse") ? new Promise(() => {}) : fetch(path, options);
}"""


def pasted(shown: Screen, text: str) -> None:
    """Open Analyse, which shows the example, and paste a position."""
    shown.goto("#analyse")
    shown.page.get_by_text("2 safe").wait_for()  # the example
    shown.page.locator("[name=position]").fill(text)
    shown.page.get_by_role("button", name="Show it").press("Enter")  # whatever moves it meanwhile


def drop(shown: Screen, name: str, content: bytes) -> None:
    shown.page.evaluate(DROP, [name, base64.b64encode(content).decode(), ""])


def test_a_pasted_position_shows_what_is_certain_and_how_likely_the_rest_is(
    desk: Screen,
) -> None:
    pasted(desk, POSITION)
    desk.page.get_by_text("3 safe").wait_for()
    desk.until("/certainly safe/.test(document.querySelector('[role=gridcell]').ariaLabel)")
    desk.page.locator(".candidates td").first.wait_for()
    desk.page.locator(".candidates tbody tr").first.filter(has_text="[0, 3]").wait_for()
    desk.page.locator(".steady", has_text="Open [0, 3]").wait_for()
    desk.until("/the best cell/.test(document.querySelector('[role=row]').innerHTML)")
    words = [desk.words(0, column) for column in range(5)]
    assert words[0].startswith("hidden, certainly safe")  # but it shows nothing new
    first = desk.page.locator(".candidates .cell-name").first.get_attribute("title") or ""
    suggested = desk.page.locator("section", has_text="Suggestion").last.inner_text()
    assert f"Open {first}" in suggested
    column = int(first.strip("[]").split(", ")[1])
    assert words[column].startswith("hidden, certainly safe, the best cell")
    assert words[1].startswith("hidden, certainly a mine")
    desk.page.keyboard.press("ArrowDown")
    desk.page.keyboard.press("ArrowDown")
    desk.until("document.querySelector('[role=row]').ariaRowIndex === '3'")
    assert desk.words(2, 4).startswith("hidden, 50% mine")
    assert desk.fits()


def test_a_click_on_a_certain_cell_names_the_clues_that_prove_it(desk: Screen) -> None:
    pasted(desk, POSITION)
    desk.page.get_by_text("3 safe").wait_for()
    desk.click(0, 0)
    card = desk.page.locator(".card[aria-label=Why]")
    card.wait_for()
    assert "certainly safe" in card.inner_text()
    assert "the 2 at b" in card.inner_text().lower()
    assert card.get_by_role("button", name="cell B, [1, 2]").count() >= 1


def test_a_guess_shows_a_layout_with_a_mine_and_one_without(desk: Screen) -> None:
    pasted(desk, POSITION)
    desk.page.get_by_text("3 safe").wait_for()
    desk.click(2, 4)
    cell = "document.querySelector('[role=gridcell][aria-label^=\"row 2, column 4:\"]').ariaLabel"
    desk.page.get_by_role("button", name="With a mine").click()
    desk.until(f"/a mine$|a mine,/.test({cell})")
    desk.page.get_by_role("button", name="Without a mine").click()
    desk.until(f"!/a mine$|a mine,/.test({cell})")


def test_the_suggestion_is_shown_with_its_proof(desk: Screen) -> None:
    pasted(desk, POSITION)
    desk.page.get_by_text("3 safe").wait_for()
    desk.page.get_by_role("button", name="Show why").click()
    # Of safe cells the best one is suggested; until it is known, the card shows another cell.
    card = desk.page.locator(".card[aria-label=Why]")
    assert re.search(r"certain.*\n.*\bmine", card.inner_text(), re.DOTALL)


def test_of_safe_cells_the_best_one_is_suggested(desk: Screen) -> None:
    pasted(desk, "5x3x3\nHHHHH\n1222H\n0001H")
    first = desk.page.locator(".candidates tbody tr").first
    first.filter(has_text="[0, 3]").wait_for()
    desk.page.locator(".steady", has_text="Open [0, 3]").wait_for()


def test_a_position_is_drawn_with_palette_and_keys(desk: Screen) -> None:
    desk.goto("#analyse")
    desk.page.get_by_text("2 safe").wait_for()
    desk.page.get_by_role("button", name="All hidden").click()
    desk.until("document.querySelector('.counters').textContent.includes('the first cell is safe')")
    desk.page.get_by_role("button", name="clue 3").click()
    desk.click(0, 0)
    desk.page.get_by_text("3 certain mines").wait_for()
    keys = desk.page.keyboard
    keys.press("ArrowRight")
    keys.press("x")
    keys.press("ArrowRight")
    keys.press("1")
    desk.page.get_by_text("impossible").wait_for()  # the 1 touches two certain mines
    assert desk.cells()[0] == "3H1HHHHH"
    keys.press("u")
    desk.until("document.querySelector('.as-text pre').textContent.includes('3HHHHHHH')")
    keys.press("r")
    desk.until("document.querySelector('.as-text pre').textContent.includes('3H1HHHHH')")


def test_an_impossible_position_is_explained_and_its_clues_lit(desk: Screen) -> None:
    pasted(desk, IMPOSSIBLE)
    alert = desk.page.get_by_role("alert")
    alert.wait_for()
    assert "No layout fits" in alert.inner_text()
    assert "[1, 1]" in alert.inner_text()
    desk.page.keyboard.press("ArrowDown")
    desk.until("document.querySelector('[role=row]').ariaRowIndex === '2'")
    assert "at fault" in desk.words(1, 1)


def test_a_fault_of_the_whole_position_is_named_once(desk: Screen) -> None:
    pasted(desk, "3x3x1\n000\n000\n000\n")
    alert = desk.page.get_by_role("alert")
    alert.wait_for()
    assert alert.inner_text().count("1 mine left for 0 hidden cells") == 1


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
    desk.goto("#analyse?tree=abcdef")  # a link that was cut off leaves what was here
    desk.notice("The link is damaged: copy all of it.")
    assert desk.position() == shown


def test_a_dropped_game_is_stepped_through(desk: Screen) -> None:
    level = sapper.LEVELS["beginner8"]
    deal = sapper.Deal.seeded(level.grid, level.mines, 4)
    record = play("swift", deal, rules=sapper.Rules(first="opening")).record
    desk.goto("#analyse")
    desk.page.get_by_text("2 safe").wait_for()
    drop(desk, "game.json", record.text.encode())
    desk.notice(f"A game of {len(record.steps)} moves")
    desk.position()  # the text is written out from now on
    first, *_, end = record.positions()
    for key, at, position in (("End", len(record.steps), end), ("Home", 0, first)):
        rows = str(position).partition("\n")[2]
        desk.page.keyboard.press(key)
        desk.until(f"document.querySelector('.move-here').dataset.node === '{at}'")
        desk.until(f"document.querySelector('.as-text pre').textContent.endsWith({rows!r})")
    desk.page.get_by_role("button", name="Review").click()
    desk.page.locator(f".result-{record.outcome}").wait_for()
    desk.page.get_by_role("region", name="Review").wait_for()


def test_what_cannot_be_read_is_said_in_a_sentence(desk: Screen) -> None:
    pasted(desk, "no position at all")
    said = desk.page.locator(".card .notice.trouble")  # beside what was pasted
    said.wait_for()
    assert "WIDTHxHEIGHTxMINES" in said.inner_text()
    assert desk.page.locator("[name=position]").get_attribute("aria-invalid") == "true"
    drop(desk, "game.evf", b"\x89PNG\r\n\x1a\n")
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
    desk.page.evaluate(UNANSWERED)
    desk.page.keyboard.press("3")
    desk.page.get_by_text("analysing …").wait_for()
    assert desk.page.locator(".counters .tag").count() == 0
    assert "%" not in desk.words(0, 4)


@pytest.mark.parametrize("dark", [False, True])
def test_a_picture_of_the_page_s_own_board_becomes_the_position(desk: Screen, dark: bool) -> None:
    text = str(mid_game("intermediate", 4, 30))
    desk.page.emulate_media(color_scheme="dark" if dark else "light")
    desk.goto("#analyse")
    desk.page.get_by_text("2 safe").wait_for()
    desk.page.get_by_role("button", name="Risks").click()
    desk.page.locator("[name=position]").fill(text)
    desk.page.get_by_role("button", name="Show it").press("Enter")  # whatever moves it meanwhile
    desk.until("document.querySelector('.counters').textContent.includes('16×16, 40 mines')")
    rows = desk.cells()
    desk.page.get_by_text("certain mines").wait_for()  # nothing moves any more
    desk.page.mouse.move(0, 0)
    assert int(desk.board.get_attribute("data-size") or 0) > 20  # all of it can be seen
    desk.page.evaluate(DRAWN)
    picture = desk.page.screenshot()
    desk.page.get_by_role("button", name="All hidden").click()
    desk.until("document.querySelector('.as-text pre').textContent.includes('x40\\nHHHHHHHHH')")
    desk.page.evaluate(DROP, ["screen.png", base64.b64encode(picture).decode(), "image/png"])
    desk.notice("Read a board of 16×16: 40 mines assumed (intermediate).")
    assert desk.cells() == rows


def test_a_picture_of_a_cat_is_refused_in_a_sentence(desk: Screen) -> None:
    desk.goto("#analyse")
    desk.page.get_by_text("2 safe").wait_for()
    shown = desk.position()
    for content, words in ((png(CAT), "no Minesweeper board"), (b"\x89PNG", "damaged")):
        encoded = base64.b64encode(content).decode()
        desk.page.evaluate(DROP, ["cat.png", encoded, "image/png"])
        desk.notice(words)
    assert desk.position() == shown


def test_the_mines_of_a_picture_are_asked_and_its_doubtful_cells_are_marked(desk: Screen) -> None:
    desk.goto("#analyse")
    desk.page.get_by_text("2 safe").wait_for()
    position = sapper.Position.parse("7x5x4\n0011HHH\n001HHHH\n0013HHH\n0001HHH\n0001HHH")
    picture = drawn(position, SKINS[0], 20)
    encoded = base64.b64encode(png(picture)).decode()
    desk.page.evaluate(DROP, ["board.png", encoded, "image/png"])
    desk.notice("the number of mines is not known. Check the")
    assert desk.cells() == str(position).splitlines()[1:]


def test_the_best_cells_get_surer_and_the_adviser_is_chosen(desk: Screen) -> None:
    pasted(desk, GUESS)
    rows = desk.page.locator(".candidates tbody tr")
    rows.nth(2).wait_for()
    desk.page.locator(".candidates", has_text="simulated games for each cell").wait_for()
    desk.page.locator("[name=adviser]").fill("csp")
    desk.page.locator("[name=adviser]").press("Enter")
    desk.page.locator(".steady", has_text="· csp").wait_for()  # whose move is suggested
    for width in (390, 360):  # with every figure and the adviser's mark
        desk.page.set_viewport_size({"width": width, "height": 800})
        desk.until(f"document.documentElement.clientWidth <= {width}")
        assert not desk.wide()
    desk.page.evaluate("document.activeElement.blur()")  # keys typed into a field are text
    desk.page.keyboard.press("Escape")
    ended = re.compile(r"(Stopped after|After) [\d,]+ simulated games")  # it may be over by itself
    desk.page.locator(".candidates", has_text=ended).wait_for()
    desk.page.locator("[name=adviser]").fill("nobody")
    desk.page.locator("[name=adviser]").press("Enter")
    desk.page.locator(".candidates .trouble", has_text="nobody").wait_for()


def test_mines_are_drawn_by_keys_and_the_wheel_turns_cells(desk: Screen) -> None:
    desk.goto("#analyse")
    desk.page.get_by_text("2 safe").wait_for()
    desk.page.get_by_role("button", name="All open").click()
    desk.until("document.querySelector('.counters').textContent.includes('no mines')")
    desk.page.keyboard.press("m")  # at [0, 0]
    desk.until("document.querySelector('.counters').textContent.includes('1 mine')")
    assert desk.cells()[:2] == ["H1000000", "11000000"]
    desk.page.keyboard.press("d")  # no longer drawing
    desk.page.get_by_role("button", name="clue 3").click()
    place = desk.cell(4, 4)
    desk.board.hover(position={"x": place["x"], "y": place["y"]})
    desk.page.mouse.wheel(0, -100)
    desk.until("document.querySelector('.as-text pre').textContent.split('\\n')[5] === '00001000'")
    desk.page.locator(".cell-line", has_text="[4, 4] clue 1").wait_for()
