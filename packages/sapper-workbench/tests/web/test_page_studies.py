"""Studies in a browser: made from a game, annotated, exported, imported and shared by a link."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from sapper_workbench.history import file_of
from tests.records.finished import played
from tests.web.browser import PHONE
from tests.web.screen import Screen, screen
from tests.web.test_page_history import PASTE


def drag(shown: Screen, start: tuple[int, int], end: tuple[int, int], button: str) -> None:
    """Drag with a button of the mouse from a cell to another."""
    box = shown.board.bounding_box()
    assert box is not None
    mouse = shown.page.mouse
    for cell, act in ((start, mouse.down), (end, mouse.up)):
        at = shown.cell(*cell)
        mouse.move(box["x"] + at["x"], box["y"] + at["y"])
        act(button=button)  # type: ignore[arg-type]


def said(shown: Screen, row: int, column: int) -> str:
    """What a screen reader says about a cell, once the cursor is there."""
    at = shown.cell(row, column)
    shown.board.hover(position={"x": at["x"], "y": at["y"]})
    shown.board.focus()
    cell = shown.board.locator(f"[role=gridcell][aria-label^='row {row}, column {column}:']")
    cell.wait_for(state="attached")
    return cell.get_attribute("aria-label") or ""


def saved(shown: Screen) -> None:
    shown.page.get_by_role("region", name="Study").get_by_text("Saved.").wait_for()


def test_a_study_of_a_game_is_annotated_exported_imported_and_shared(
    newcomer: Screen, chrome: Browser, tmp_path: Path
) -> None:
    desk, page = newcomer, newcomer.page
    study = page.get_by_role("region", name="Study")
    game = tmp_path / "game.json"
    game.write_bytes(file_of(played(1), "record"))
    desk.goto("#history")
    page.locator("input[type=file]").set_input_files(game)
    rows = page.locator(".history-game")
    rows.get_by_role("button", name="More").click()
    form = desk.menu("Add to study")
    form.locator("[name=name]").fill("My losses")
    form.locator("[name=title]").fill("The first")
    form.get_by_role("button", name="Add").click()
    study.get_by_role("heading", name="The first").wait_for()
    page.get_by_role("button", name="One move forward").click()
    comment = page.get_by_role("textbox", name="Comment on move 1")
    comment.fill("Why not A?")
    page.get_by_role("button", name="Mark", exact=True).click()
    desk.click(1, 1)
    drag(desk, (2, 2), (3, 4), "right")
    saved(desk)
    assert "marked A" in said(desk, 1, 1)
    assert "arrow to row 3, column 4" in said(desk, 2, 2)

    desk.reload()
    study.get_by_role("heading", name="The first").wait_for()
    assert comment.input_value() == "Why not A?"
    assert "arrow to row 3, column 4" in said(desk, 2, 2)
    menu = desk.menu("Study menu")
    with page.expect_download() as download:
        menu.get_by_role("link", name="Export").click()
    file = tmp_path / "study.json"
    download.value.save_as(file)
    desk.menu("Study menu").get_by_role("button", name="Copy link").click()
    desk.notice("Link copied: it contains the whole study.")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{desk.link}#analyse?study=")

    desk.goto("#studies")
    rows.wait_for()
    page.locator("input[type=file]").set_input_files(file)
    rows.nth(1).wait_for()
    page.evaluate(PASTE, link)
    rows.nth(2).wait_for()
    rows.first.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    desk.notice("“My losses” deleted.")
    desk.until("document.querySelectorAll('.history-game').length === 2")
    page.get_by_role("button", name="Undo").click()
    desk.notice("“My losses” is back.")
    rows.nth(2).wait_for()
    assert page.get_by_role("button", name="Undo").count() == 0
    rows.first.get_by_role("button", name="Open").click()
    page.get_by_role("button", name="One move forward").wait_for()
    assert comment.input_value() == "Why not A?"
    page.get_by_role("button", name="Review", exact=True).click()
    page.get_by_role("region", name="Review").wait_for()
    note = page.get_by_role("region", name="Comment")
    note.wait_for(state="detached")  # at the end of the game
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    note.get_by_text("Why not A?").wait_for()
    desk.board.focus()
    for key in ("ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    desk.board.locator("[aria-label*='marked A']").wait_for(state="attached")
    for key in ("ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    desk.board.locator("[aria-label*='arrow to row 3, column 4']").wait_for(state="attached")

    with screen(chrome, desk.link, PHONE) as other:
        other.goto(link.removeprefix(desk.link))
        other.page.locator(".study-comment", has_text="Why not A?").wait_for()
        assert other.page.locator("textarea[name=comment]").count() == 0
        assert not other.wide()
        other.page.get_by_role("button", name="Save a copy").click()
        other.page.locator("textarea[name=comment]").wait_for()


def test_chapters_are_renamed_moved_and_deleted_and_another_board_leaves_the_study(
    desk: Screen,
) -> None:
    page, study = desk.page, desk.page.get_by_role("region", name="Study")
    desk.goto("#learn/one-one")
    desk.menu("Board menu").get_by_role("button", name="Copy to studies").click()
    chapters = study.get_by_role("listitem")
    chapters.nth(4).wait_for()
    assert "marked A" in said(desk, 1, 0)
    desk.menu("Study menu").get_by_role("button", name="Rename chapter").click()
    study.locator("[name=title]").fill("The board to try")
    page.keyboard.press("Enter")
    study.get_by_role("heading", name="The board to try").wait_for()
    desk.menu("Study menu").get_by_role("button", name="Move chapter down").click()
    desk.until("document.querySelectorAll('.chapters li')[1].innerText === 'The board to try'")
    study.get_by_role("link", name="Position 2").click()
    study.get_by_role("heading", name="Position 2").wait_for()
    desk.menu("Study menu").get_by_role("button", name="Delete chapter").click()
    study.get_by_role("button", name="Delete", exact=True).click()
    study.get_by_role("heading", name="The board to try").wait_for()
    assert chapters.all_inner_texts()[:2] == ["The board to try", "Position 3"]
    desk.menu("Study menu").get_by_role("button", name="Delete study").click()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").wait_for(state="detached")
    page.locator(".history-game").first.get_by_role("button", name="Open").click()
    study.get_by_role("link", name="Position 3").click()
    study.get_by_role("heading", name="Position 3").wait_for()
    page.get_by_role("button", name="All hidden").wait_for()
    # The size of the chapter's own board, which would replace what is typed before it arrives.
    desk.until("document.querySelector('[name=width]').value === '8'")
    page.locator("[name=width]").fill("7")
    page.get_by_role("button", name="Set size").click()
    study.wait_for(state="detached")
    assert page.evaluate("location.hash") == "#analyse"


def test_a_chapter_does_not_give_its_answer_away(desk: Screen) -> None:
    page, study = desk.page, desk.page.get_by_role("region", name="Study")
    risks = page.get_by_role("button", name="Risks", exact=True)
    best = page.get_by_role("region", name="Best cells")
    desk.goto("#learn/one-one")
    desk.menu("Board menu").get_by_role("button", name="Copy to studies").click()
    for number in ("2", "3"):
        study.get_by_role("link", name=f"Position {number}").click()
        study.get_by_role("heading", name=f"Position {number}").wait_for()
        study.get_by_text("Risks below the board").wait_for()
        assert risks.get_attribute("aria-pressed") == "false"
        assert best.count() == page.locator(".summary .tag").count() == 0
        assert page.get_by_role("button", name="Show why").count() == 0
        risks.click()
        best.locator("td").first.wait_for()
        page.get_by_role("button", name="Show why").wait_for()
    page.get_by_role("link", name="Analyse").click()
    desk.until("location.hash === '#analyse'")
    best.locator("td").first.wait_for()
    assert risks.get_attribute("aria-pressed") == "true"


def test_keys_mark_a_cell_and_draw_an_arrow(desk: Screen) -> None:
    desk.goto("?position=3x3x2%0AHHH%0A121%0A000")
    page = desk.page
    desk.until("/certainly/.test(document.querySelector('[role=gridcell]').ariaLabel)")
    desk.board.focus()
    page.keyboard.press("i")
    page.keyboard.press("a")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("a")
    page.keyboard.press("ArrowLeft")
    words = said(desk, 0, 0)
    assert "marked A" in words
    assert "arrow to row 0, column 1" in words
