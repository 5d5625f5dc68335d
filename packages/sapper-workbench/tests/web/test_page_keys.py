"""Keys in Play: they act on the cell under the pointer, and the visitor chooses them."""

from __future__ import annotations

from tests.web.screen import Screen

BOARD = "#play?level=beginner&seed=5&first=safe"


def _hover(shown: Screen, row: int, column: int) -> None:
    at = shown.cell(row, column)
    shown.board.hover(position={"x": at["x"], "y": at["y"]})


def test_keys_act_on_the_cell_under_the_pointer(desk: Screen) -> None:
    desk.goto(BOARD)
    desk.board.wait_for()
    page = desk.page
    page.get_by_role("button", name="Risks").click()  # which must not keep the space bar
    _hover(desk, 0, 0)
    page.keyboard.press(" ")
    desk.notice("Opened [0, 0]")
    page.get_by_role("button", name="Risks", pressed=True).wait_for()
    _hover(desk, 1, 3)
    page.keyboard.press("f")
    desk.notice("Flagged [1, 3]")
    _hover(desk, 0, 2)
    page.keyboard.press(" ")
    desk.notice("Opened around [0, 2]")


def test_escape_closes_an_open_menu_before_it_closes_a_hint(desk: Screen) -> None:
    desk.goto(BOARD)
    desk.board.wait_for()
    desk.click(0, 0)
    desk.notice("Opened [0, 0]")
    desk.page.keyboard.press("h")
    hint = desk.page.locator(".decision[aria-label=Hint]")
    hint.wait_for()
    for name in ("Board menu", "Level: beginner", "More"):
        menu = desk.menu(name)
        desk.page.keyboard.press("Escape")
        menu.wait_for(state="detached")  # no menu is open
        assert hint.count() == 1
    desk.page.keyboard.press("Escape")
    hint.wait_for(state="detached")


def test_a_visitor_chooses_the_keys_of_play(desk: Screen) -> None:
    desk.goto(BOARD)
    desk.board.wait_for()
    page = desk.page
    page.keyboard.press("B")
    page.get_by_text("Keys in Play").click()
    flag = page.get_by_role("button", name="set or remove a flag")
    flag.click()
    page.keyboard.press("h")
    page.get_by_text("h is taken").wait_for()
    flag.click()
    page.keyboard.press("d")
    page.get_by_role("button", name="set or remove a flag: d").wait_for()
    page.get_by_role("button", name="Close").click()
    _hover(desk, 2, 2)
    page.keyboard.press("d")
    desk.notice("Flagged [2, 2]")
    desk.reload()
    desk.board.wait_for()
    desk.position()  # opens its text
    desk.until("/^..F/m.test(document.querySelector('.as-text pre').textContent)")
    _hover(desk, 2, 2)
    page.keyboard.press("d")
    desk.notice("Unflagged [2, 2]")
    page.keyboard.press("B")
    page.get_by_text("Keys in Play").click()
    page.get_by_role("button", name="Default keys").click()
    page.get_by_role("button", name="set or remove a flag: f").wait_for()


def test_boards_that_need_no_guess_are_one_click_away(desk: Screen) -> None:
    desk.goto(BOARD)
    desk.board.wait_for()
    desk.levels.get_by_role("button", name="No guessing needed").click()
    desk.page.get_by_text("no guess will be needed").wait_for()
    pressed = desk.levels.get_by_role("button", name="No guessing needed", pressed=True)
    pressed.wait_for()


def test_the_digits_deal_the_levels(desk: Screen) -> None:
    desk.goto(BOARD)
    desk.board.wait_for()
    for key, name, columns in (
        ("3", "Expert", 30),
        ("2", "Intermediate", 16),
        ("1", "Beginner", 9),
    ):
        desk.page.keyboard.press(key)
        desk.until(f"document.querySelector('[role=grid]').ariaColCount === '{columns}'")
        desk.page.get_by_role("button", name=f"Level: {name}").wait_for()


def test_the_list_of_keys_begins_with_the_view_and_keeps_each_group_in_one_column(
    desk: Screen,
) -> None:
    desk.goto(BOARD)
    desk.board.wait_for()
    desk.page.keyboard.press("?")
    groups = desk.page.locator(".help-groups section")
    groups.first.wait_for()
    assert groups.locator("h3").all_inner_texts() == ["Playing", "Moving the cursor", "Everywhere"]
    assert (
        groups.evaluate_all("(all) => all.map((each) => each.getClientRects().length)") == [1] * 3
    )


def test_a_tick_stands_beside_the_first_line_of_its_words(desk: Screen) -> None:
    desk.goto(BOARD)
    desk.board.wait_for()
    desk.page.keyboard.press("B")
    desk.page.locator("dialog[open]").wait_for()
    below = desk.page.locator(".preference").evaluate_all(
        """(all) => all.map((each) => {
            const [tick, words] = each.children;
            return tick.getBoundingClientRect().top - words.getBoundingClientRect().top;
        })"""
    )
    assert below
    assert max(below) < 8
