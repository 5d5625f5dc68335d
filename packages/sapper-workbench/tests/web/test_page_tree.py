"""The list of moves in a browser: what was tried stays, and keys alone walk, edit and share it."""

from __future__ import annotations

from sapper.notation.variations.text import read
from tests.web.screen import Screen
from tests.web.test_page_analyse import POSITION, drop, pasted
from tests.web.test_page_play import begun

MARKUP = "<img src=x onerror=alert(1)> & {brace}"


def here(shown: Screen, node: int) -> None:
    """Wait until the cursor of the list is at a node."""
    shown.until(f"document.querySelector('.move-here')?.dataset.node === '{node}'")


def press(shown: Screen, *keys: str) -> None:
    for key in keys:
        shown.page.keyboard.press(key)


def test_a_move_undone_stays_and_is_walked_to_by_keys_alone(desk: Screen) -> None:
    shown = begun(desk)
    here(shown, 1)
    press(shown, "f")  # the cursor is on an open cell: nothing happens
    press(shown, "a")
    here(shown, 2)
    press(shown, "u")
    here(shown, 1)
    rows = [list(row) for row in shown.cells()]
    cell = next((r, c) for r in range(8) for c in range(8) if rows[r][c] == "H")
    shown.click(*cell, button="right")
    here(shown, 3)
    assert shown.cells()[cell[0]][cell[1]] == "F"
    press(shown, "l", "ArrowUp")
    here(shown, 2)
    assert "F" not in "".join(shown.cells())
    press(shown, "Home")
    here(shown, 0)
    assert set("".join(shown.cells())) == {"H"}
    press(shown, "ArrowRight", "ArrowRight", "ArrowDown")
    here(shown, 3)
    press(shown, "m")
    shown.until("!document.querySelector('.moves-level-1 .move-here')")
    press(shown, "c")
    shown.page.locator(".remark textarea").wait_for()
    shown.page.keyboard.type(MARKUP)
    press(shown, "Enter")
    shown.page.locator(".move-comment").wait_for()
    assert shown.page.locator(".move-comment").inner_text() == MARKUP
    assert shown.page.locator(".moves img").count() == 0
    label = shown.page.locator(".move-here").get_attribute("aria-label") or ""
    assert f"flag [{cell[0]}, {cell[1]}]" in label
    assert MARKUP in label
    assert not shown.wide()
    shown.reload()
    here(shown, 3)
    press(shown, "l")
    assert shown.page.locator(".move-comment").inner_text() == MARKUP
    press(shown, "d")
    here(shown, 1)
    assert shown.page.locator(".move").count() == 3
    menu = shown.menu("Menu of the moves")
    assert menu.get_by_role("button", name="Copy a link").is_disabled()
    assert "reveal the mines" in menu.inner_text()


def test_after_the_end_other_moves_are_tried_and_shared(desk: Screen) -> None:
    shown = begun(desk)
    number = 1
    while not shown.page.locator(".result").count():
        press(shown, "a")
        here(shown, number := number + 1)
    press(shown, "ArrowLeft")  # at the end of a game, the arrows walk the list
    here(shown, number - 1)
    assert shown.page.locator(".result").count() == 0
    shown.page.locator(".move[data-node='1']").click()
    here(shown, 1)
    shown.menu("Menu of the moves").get_by_role("button", name="Copy a link").click()
    shown.notice("Link copied")
    link = shown.page.evaluate("navigator.clipboard.readText()")
    moves = shown.page.locator(".move").count()
    shown.page.evaluate("localStorage.clear()")
    shown.goto(link.removeprefix(shown.link))
    here(shown, 1)
    assert shown.page.locator(".move").count() == moves
    with shown.page.expect_download() as saved:
        shown.menu("Menu of the moves").get_by_role("button", name="Save all moves").click()
    text = saved.value.path().read_text().rstrip()
    tree, _ = read(text)
    assert (tree.kind, tree.at, len(tree.moves)) == ("game", 1, moves - 1)
    opened = shown.menu("Menu of the moves").locator("input[type=file]")
    opened.set_input_files(
        {"name": "moves.txt", "mimeType": "text/plain", "buffer": text[:-1].encode()}
    )
    shown.notice("cut off")
    assert shown.page.locator(".move").count() == moves
    shown.goto("#play?tree=abcdef")
    shown.notice("The link is damaged: copy all of it.")
    shown.board.wait_for()


def test_hypothetical_moves_form_a_tree_that_comes_back(desk: Screen) -> None:
    pasted(desk, POSITION)
    desk.page.get_by_text("3 safe").wait_for()
    press(desk, "ArrowRight", "f")
    desk.until("document.querySelectorAll('.move').length > 1")
    count = desk.page.locator(".move").count()
    press(desk, "u", "x", "2")
    desk.until(f"document.querySelectorAll('.move').length > {count}")
    press(desk, "l", "c")
    desk.page.locator(".remark textarea").fill(MARKUP)
    press(desk, "Enter")
    desk.page.locator(".move-comment").wait_for()
    cells = desk.cells()
    desk.menu("Menu of the moves").get_by_role("button", name="Copy a link").click()
    desk.notice("Link copied")
    link = desk.page.evaluate("navigator.clipboard.readText()")
    total = desk.page.locator(".move").count()
    desk.goto("#analyse")  # kept by the browser
    desk.page.locator(".move-comment").wait_for()
    assert (desk.cells(), desk.page.locator(".move").count()) == (cells, total)
    desk.page.evaluate("localStorage.clear()")
    desk.goto(link.removeprefix(desk.link))
    desk.page.locator(".move-comment").wait_for()
    assert (desk.cells(), desk.page.locator(".move").count()) == (cells, total)
    assert not desk.wide()


def test_ten_thousand_variations_are_opened_and_damaged_ones_refused(desk: Screen) -> None:
    desk.goto("#analyse")
    desk.page.get_by_text("2 safe").wait_for()
    many = " ".join(f"([1, 1]={n % 9} {{{MARKUP.replace('}', '')}}})" for n in range(10_000))
    text = f"sapper-position\n3x3x1\nHHH\nHHH\nHHH\n\n1. [0, 0]=1 {many} 2. [0, 1]=1 *"
    drop(desk, "many.txt", text.encode())
    desk.notice("A tree of 10002 moves")
    assert desk.page.locator(".move").count() < 3000
    press(desk, "ArrowLeft")
    desk.until("document.querySelector('.move-here').textContent.includes('[0, 0]')")
    press(desk, "ArrowDown")
    desk.until("document.querySelector('.move-here').textContent.includes('[1, 1]')")
    drop(desk, "many.txt", text[:-1].encode())
    desk.page.locator(".notice.trouble", has_text="cut off").wait_for()
    assert desk.page.locator(".moves-card h2").inner_text().split()[-1] == "10,002"
