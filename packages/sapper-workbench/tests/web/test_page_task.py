"""Learning from a visitor's files in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.screen import Screen

if TYPE_CHECKING:
    from playwright.sync_api import FilePayload

pytestmark = pytest.mark.server

FILES = {
    "bk.pl": "even(2). even(4). odd(3). odd(5).",
    "exs.pl": "pos(t(2)). pos(t(4)). neg(t(3)). neg(t(5)).",
    "bias.pl": "head_pred(t,1). body_pred(even,1). body_pred(odd,1).",
}


def test_chosen_files_are_learned_and_explained(desk: Screen) -> None:
    desk.goto("#machine")
    given: list[FilePayload] = [
        {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
        for name, text in FILES.items()
    ]
    card = desk.page.get_by_label("Your own task")
    card.locator("input").set_input_files(given[:1])
    card.get_by_role("alert").wait_for()
    assert "exs.pl and bias.pl" in card.get_by_role("alert").inner_text()
    card.locator("input").set_input_files(given)
    rule = desk.page.get_by_label("t(A) :- even(A).")
    rule.wait_for()
    assert "2; 4" in rule.inner_text()
    assert desk.fits()


def test_a_dropped_folder_is_learned_or_its_fault_is_named(desk: Screen, tmp_path: Path) -> None:
    desk.goto("#machine")
    desk.page.locator(".rule").first.wait_for()
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "exs.pl").write_text("pos(t(4).")
    drop(desk, tmp_path)
    fault = desk.page.get_by_role("alert")
    fault.wait_for()
    assert fault.inner_text() == "exs.pl, line 1, column 9: expected ',' or ')', found '.'."
    (tmp_path / "exs.pl").write_text(FILES["exs.pl"])
    drop(desk, tmp_path)
    rule = desk.page.get_by_label("t(A) :- even(A).")
    rule.wait_for()
    assert "2 positives not covered above − 0 negatives − 1 literal" in rule.inner_text()


def drop(visitor: Screen, path: Path) -> None:
    """Drop a folder on the card for files, as Chromium does when a visitor drops one."""
    card = visitor.page.get_by_label("Your own task")
    card.scroll_into_view_if_needed()
    box = card.bounding_box()
    assert box is not None
    session = visitor.page.context.new_cdp_session(visitor.page)
    for kind in ("dragEnter", "dragOver", "drop"):
        event = {"type": kind, "x": box["x"] + box["width"] / 2, "y": box["y"] + 20}
        data = {"items": [], "files": [str(path)], "dragOperationsMask": 1}
        session.send("Input.dispatchDragEvent", {**event, "data": data})
    session.detach()
