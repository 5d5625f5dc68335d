"""What makes Play comfortable, in a browser: fingers and phones, preferences, a steady page."""

from __future__ import annotations

from playwright.sync_api import Browser

from sapper import LEVELS
from tests.web.browser import PHONE
from tests.web.screen import Screen, screen
from tests.web.test_page_play import MINES, SEED, begun, frontier


def test_a_finger_opens_and_a_long_press_flags(chrome: Browser, link: str) -> None:
    with screen(chrome, link, PHONE) as shown:
        shown.goto("#play")
        shown.deal("beginner8", SEED)
        shown.tap(0, 0)
        shown.notice("Opened [0, 0]")
        row, column = MINES[0]
        shown.tap(row, column, seconds=0.5)
        shown.notice(f"Flagged [{row}, {column}]")
        shown.page.get_by_role("button", name="Flags").click()
        row, column = MINES[1]
        shown.tap(row, column)
        shown.notice(f"Flagged [{row}, {column}]")


def test_a_level_chosen_on_a_phone_shows_the_new_board(chrome: Browser, link: str) -> None:
    with screen(chrome, link, PHONE) as shown:
        shown.goto("#play")
        shown.deal("expert")
        for level in ("beginner", "expert"):
            shown.page.evaluate("scrollTo(0, document.body.scrollHeight)")
            shown.levels.get_by_role("button", name=level).click()
            shown.until(f"document.querySelector('[role=grid]').ariaRowCount === '{rows(level)}'")
            shown.until("document.querySelector('.counters').getBoundingClientRect().top >= 0")


def rows(level: str) -> int:
    return LEVELS[level].grid.height


def test_fit_shows_the_whole_board_and_else_cells_can_be_tapped(chrome: Browser, link: str) -> None:
    with screen(chrome, link, PHONE) as shown:
        shown.goto("#play")
        shown.deal("expert")
        assert int(shown.board.get_attribute("data-size") or 0) >= 28
        shown.menu("Board menu").get_by_role("button", name="Fit").click()
        whole = "document.querySelector('[role=grid]')"
        shown.until(f"{whole}.scrollWidth <= {whole}.clientWidth")
        shown.until(f"{whole}.scrollHeight <= {whole}.clientHeight")
        assert not shown.wide()


def test_rows_and_columns_are_numbered_where_texts_name_them_and_on_request(
    chrome: Browser, link: str
) -> None:
    with screen(chrome, link, PHONE) as shown:

        def numbered(view: str) -> bool:
            shown.goto(f"#{view}")
            shown.board.wait_for()
            return shown.board.get_attribute("data-gutter") != "0"

        views = ("play", "watch", "analyse")
        assert list(map(numbered, views)) == [False, True, True]
        shown.page.keyboard.press("B")
        shown.page.locator("[name=coordinates]").check()
        shown.page.get_by_role("button", name="Close").click()
        assert numbered("play")


def test_the_legend_names_the_best_cell_only_while_it_has_a_ring(desk: Screen) -> None:
    desk.goto("#play?level=beginner&seed=5&first=safe")
    desk.board.wait_for()
    legend, best = desk.page.locator(".elsewhere"), "best cell"
    desk.page.keyboard.press("p")
    desk.click(0, 0)
    desk.notice("Opened [0, 0]")
    legend.filter(has_text="away from the clues").filter(has_text=best).wait_for()
    desk.hint()  # marks the best cell as its move
    legend.filter(has_text="away from the clues").filter(has_not_text=best).wait_for()


def test_watching_begins_on_a_notebook_without_scrolling(desk: Screen) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    desk.goto("#watch?level=beginner&seed=5")
    play = desk.page.locator(".stepper, main").get_by_role("button", name="Play", exact=True).last
    play.click()
    desk.page.get_by_role("button", name="Pause").wait_for()
    assert desk.page.evaluate("scrollY") == 0


def test_preferences_change_the_board_and_are_kept(desk: Screen) -> None:
    shown, page = begun(desk), desk.page
    page.keyboard.press("B")
    page.locator("[name=clues]").select_option("pips")
    page.get_by_text("Classic", exact=True).click()
    page.locator("[name=questions]").check()
    page.locator("[name=milliseconds]").check()
    page.get_by_role("button", name="Close").click()
    row, column = frontier(shown)
    shown.click(row, column, button="right")
    shown.notice("Flagged")
    shown.click(row, column, button="right")
    shown.notice("Unflagged")
    shown.reload()
    shown.board.wait_for()
    dressed = page.evaluate("({ ...document.documentElement.dataset })")
    assert (dressed["look"], dressed["clues"]) == ("classic", "pips")
    shown.until("/[.]\\d{2}/.test(document.querySelector('.counters').innerText)")
    for _ in range(row):
        page.keyboard.press("ArrowDown")
    shown.until(f"document.querySelector('[role=row]').ariaRowIndex === '{row + 1}'")
    assert "question mark" in shown.words(row, column)
