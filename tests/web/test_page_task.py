"""Learning from a visitor's files in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.web.browser import Screen

if TYPE_CHECKING:
    from playwright.sync_api import FilePayload

FILES = {
    "bk.pl": "even(2). even(4). odd(3). odd(5).",
    "exs.pl": "pos(t(2)). pos(t(4)). neg(t(3)). neg(t(5)).",
    "bias.pl": "head_pred(t,1). body_pred(even,1). body_pred(odd,1).",
}


def test_chosen_files_are_learned_and_explained(visitor: Screen) -> None:
    visitor.goto("#learn")
    given: list[FilePayload] = [
        {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
        for name, text in FILES.items()
    ]
    card = visitor.page.get_by_label("Your own task")
    card.locator("input").set_input_files(given[:1])
    card.get_by_role("alert").wait_for()
    assert "exs.pl and bias.pl" in card.get_by_role("alert").inner_text()
    card.locator("input").set_input_files(given)
    rule = visitor.page.get_by_label("t(A) :- even(A).")
    rule.wait_for()
    assert "2; 4" in rule.inner_text()
    assert not visitor.wide()
