"""The history in a browser: a game is played, found again, reviewed, shared, repeated, deleted."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from sapper.notation import link_of_tree
from sapper.players import player
from sapper_workbench.history import file_of
from sapper_workbench.session import Session
from tests.records.finished import played
from tests.web.screen import Screen, screen
from tests.web.test_page_review import lost

#: Pastes a text, as Ctrl-V does.
PASTE = """text => {
  const data = new DataTransfer();
  data.setData("text", text);
  document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data }));
}"""


def test_a_game_is_found_reviewed_shared_repeated_and_deleted(
    newcomer: Screen, chrome: Browser, tmp_path: Path
) -> None:
    visitor, page = newcomer, newcomer.page
    with screen(chrome, visitor.link) as other:  # a window beside it
        other.goto("#history")
        other.page.get_by_role("heading", name="No games yet").wait_for()
        lost(visitor)
        page.get_by_role("region", name="Result").get_by_text("3BV", exact=True).first.wait_for()
        other.page.evaluate("window.dispatchEvent(new Event('focus'))")
        other.page.locator(".history-game", has_text="lost").wait_for()

    page.keyboard.press("Y")
    row = page.locator(".history-game")
    row.get_by_text("4×4, 4 mines").wait_for()
    assert "·" not in row.inner_text()  # which would end lines on a phone
    page.get_by_role("button", name="Records", exact=True).click()
    page.get_by_role("region", name="4×4, 4 mines").wait_for()
    assert visitor.fits()
    page.get_by_role("button", name="Games", exact=True).click()
    page.get_by_text("Filter", exact=True).click()
    page.locator("[name=outcome]").select_option("won")
    page.get_by_role("heading", name="No matching games").wait_for()
    page.get_by_role("button", name="Show all games").click()
    row.get_by_role("button", name="More").click()
    row.get_by_role("button", name="Copy a link to this board").click()
    visitor.notice("Link copied: it deals the same board.")
    link = page.evaluate("navigator.clipboard.readText()")
    assert "seed=4" in link
    row.get_by_role("button", name="Review").click()
    page.get_by_role("region", name="Review").wait_for()

    visitor.goto(link.removeprefix(visitor.link))
    visitor.notice("A new game on the linked board.")
    visitor.click(3, 3)
    visitor.click(2, 3)  # the same mine
    page.locator(".result-lost").wait_for()

    visitor.goto("#history/records")
    page.get_by_role("button", name="Grade the guesses").click()
    page.get_by_role("region", name="Guesses").get_by_text(
        "in 1 game"
    ).wait_for()  # the second was known
    page.get_by_role("button", name="Games", exact=True).click()
    row.nth(1).wait_for()
    replay = tmp_path / "mine.rawvf"
    replay.write_bytes(file_of(played(3), "rawvf"))
    page.locator("input[type=file]").set_input_files(replay)
    visitor.notice("1 of 1 added.")
    link = link_of_tree(Session.of_record(played(5), player("swift")).variations())
    for words in ("1 of 1 added.", "0 of 1 added; the pasted text is already in the history."):
        page.evaluate(PASTE, f"http://elsewhere/{link}")
        visitor.notice(words)
        row.nth(3).wait_for()  # the first notice is also that of the file before
    for left in (3, 2, 1):
        row.first.get_by_role("button", name="More").click()
        row.first.get_by_role("button", name="Delete").click()
        row.first.get_by_role("button", name="Press again to delete").click()
        page.get_by_text(f"{left} game{'s' * (left > 1)}", exact=True).wait_for()
    row.get_by_role("button", name="More").click()
    row.get_by_role("button", name="Play this board again").click()
    visitor.board.wait_for()
    visitor.until("location.hash.startsWith('#play/')")
