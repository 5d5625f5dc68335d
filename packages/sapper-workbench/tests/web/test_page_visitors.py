"""Two people in two browsers on one shared server: each has a name, games and statistics."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.running import server
from tests.web.screen import Screen, screen
from tests.web.test_page_review import lost


@pytest.fixture
def printed(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """The address of a server that others can reach, and the query with its token."""
    with server("--host", "0.0.0.0", "--data", str(tmp_path)) as running:
        match = re.fullmatch(r"http://.+:(\d+)/(\?token=.+)", running.url)
        assert match is not None
        yield f"http://127.0.0.1:{match[1]}/", match[2]


@contextmanager
def named(chrome: Browser, printed: tuple[str, str], name: str) -> Iterator[Screen]:
    """A visitor who opens the printed link and sets a name in Preferences."""
    with screen(chrome, printed[0]) as visitor:
        visitor.goto(f"{printed[1]}#play")
        visitor.board.wait_for()
        choose_name(visitor, name)
        visitor.until(f"JSON.parse(localStorage['sapper.preferences']).name === '{name}'")
        visitor.page.get_by_role("button", name="Close").click()
        yield visitor


def choose_name(visitor: Screen, name: str) -> None:
    """Type a name in Preferences."""
    if not visitor.page.locator("dialog.preferences").count():
        visitor.menu("More").get_by_role("button", name="Preferences").click()
    field = visitor.page.locator("[name=name]")
    field.fill(name)
    field.press("Tab")


def lists_players(visitor: Screen, *names: str) -> None:
    """Wait until the history lists the games of these players."""
    expect(visitor.page.locator(".history [name=player] option")).to_have_text(names)


def test_two_visitors_have_names_and_games_of_their_own(
    chrome: Browser, printed: tuple[str, str]
) -> None:
    with named(chrome, printed, "Ann Lee") as ann, named(chrome, printed, "Bob") as bob:
        lost(ann)
        game = ann.page.evaluate("location.hash").partition("/")[2].partition("?")[0]
        record = f"{printed[0]}api/games/{game}/record"
        assert '"player":"Ann Lee"' in ann.page.request.get(record).text().replace(": ", ":")
        assert bob.page.request.get(record).status == 404
        ann.menu("Menu of the moves").get_by_role("button", name="Copy a link").click()
        ann.notice("Link copied: it reopens all these moves.")
        link = ann.page.evaluate("navigator.clipboard.readText()")

        ann.goto("#history")
        ann.page.locator(".history-game").get_by_text("4×4, 4 mines").wait_for()
        lists_players(ann, "all players", "Ann Lee")
        bob.goto("#history")
        bob.page.get_by_role("heading", name="No games yet").wait_for()

        bob.goto(link.removeprefix(printed[0]))  # the owner shares it
        bob.page.locator(".result-lost").wait_for()
        bob.goto("#history")  # it is no game of Bob's all the same
        bob.page.get_by_role("heading", name="No games yet").wait_for()
        lost(bob)
        bob.goto("#history")
        bob.page.locator(".history-game").wait_for()
        lists_players(bob, "all players", "Bob")


def test_a_wrong_name_is_refused_where_it_is_typed(desk: Screen) -> None:
    desk.goto("#play")
    desk.board.wait_for()
    choose_name(desk, "Ann")
    refused = desk.page.locator("#name-refused")
    for name, words in (
        ("  ", "A name cannot be empty."),
        ("x" * 41, "A name has at most 40 characters, not 41."),
        ("a\u0007b", "A name cannot contain control characters."),
        ("random", "'random' is a player of sapper: choose another name."),
    ):
        choose_name(desk, name)
        refused.get_by_text(words).wait_for()
        desk.until("JSON.parse(localStorage['sapper.preferences']).name === 'Ann'")
    choose_name(desk, " Ann  Lee ")
    desk.until("JSON.parse(localStorage['sapper.preferences']).name === 'Ann Lee'")
    assert refused.inner_text() == ""
    desk.troubles.clear()  # a browser logs each answer of 400
