"""The Analyse view in a browser where the number of mines is not known, or all mines are."""

from __future__ import annotations

from tests.web.screen import Screen
from tests.web.test_page_analyse import pasted


def test_an_unknown_number_of_mines_stays_unknown_until_it_is_entered(desk: Screen) -> None:
    pasted(desk, ". . . .\n1 2 2 1\n- - - -")
    desk.notice("the number of mines is not known. Check the board")
    summary = desk.page.locator(".summary")
    summary.filter(has_text="4×3, unknown number of mines2 safe2 certain mines").wait_for()
    note = "The number of mines is not known: the certain cells follow from the clues alone."
    desk.page.get_by_text(note).wait_for()
    assert not desk.page.locator(".candidates").count()
    mines = desk.page.locator("[name=mines]")
    assert mines.input_value() == ""
    desk.click(0, 0)
    desk.page.locator(".card[aria-label=Why]", has_text="certainly safe").wait_for()
    desk.reload()
    summary.filter(has_text="unknown number of mines").wait_for()
    desk.goto("#analyse?position=9x2x%3F%0AHHHHHHHHH%0A111HHHHHH")
    summary.filter(has_text="9×2, unknown number of mines").wait_for()
    desk.until("document.querySelector('[name=width]').value === '9'")
    mines.fill("3")
    mines.press("Enter")
    summary.filter(has_text="9×2, 3 mines").wait_for()
    desk.page.locator(".candidates td").first.wait_for()
    mines.fill("")
    mines.press("Enter")
    summary.filter(has_text="9×2, unknown number of mines").wait_for()
    desk.page.get_by_role("button", name="open mine").click()
    desk.click(0, 8)
    desk.until("""JSON.parse(localStorage['sapper.position']).startsWith('9x2x?\\nHHHHHHHH*')""")


def test_a_board_with_its_mines_says_whether_it_needs_a_guess(desk: Screen) -> None:
    desk.goto("#analyse?position=5x3x3%0AHHHHF%0AFHHHH%0AHHHHF")
    desk.page.locator(".summary", has_text="5×3").wait_for()
    desk.page.keyboard.press("d")  # draws the flags as mines
    card = desk.page.locator("[aria-label='Whether it needs a guess']")
    card.get_by_role("button", name="From the best first cell").click()
    card.get_by_text("From [0, 2], this board needs no guess: 4 steps").wait_for()
    card.get_by_text("The hardest step:").wait_for()
    desk.click(0, 0)
    card.get_by_role("button", name="From [0, 0]").click()
    card.get_by_text("this board needs a guess; from [0, 2], it needs none").wait_for()
    card.get_by_text("differ only in the 2 cells with a frame").wait_for()
    drawn = card.get_by_role("img")
    words = [drawn.nth(i).get_attribute("aria-label") or "" for i in range(drawn.count())]
    assert [each.split(".")[0] for each in words] == ["Another board", "Your board"]
    card.get_by_role("button", name="Show where no cell is safe").click()
    desk.page.locator(".summary", has_text="0 safe").wait_for()
    desk.page.locator("[name=position]").fill("*.....*\n.......")  # a map of mines
    desk.page.get_by_role("button", name="Show it").press("Enter")
    desk.page.locator(".summary", has_text="7×2, 2 mines").wait_for()
    card.get_by_role("button", name="From").click()
    card.get_by_text("differ only in the 2 cells with a frame").wait_for()
