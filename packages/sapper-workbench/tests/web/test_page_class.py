"""A class in two browsers: a teacher assigns, a pupil works; and a lesson on a large screen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.running import server
from tests.web.screen import Screen, screen


@pytest.fixture
def printed(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """The address of a server that others can reach, and the query with its token."""
    with server("--host", "0.0.0.0", "--data", str(tmp_path)) as running:
        match = re.fullmatch(r"http://.+:(\d+)/(\?token=.+)", running.url)
        assert match is not None
        yield f"http://127.0.0.1:{match[1]}/", match[2]


def test_a_pupil_solves_what_a_teacher_assigns(chrome: Browser, printed: tuple[str, str]) -> None:
    with screen(chrome, printed[0]) as teacher, screen(chrome, printed[0]) as pupil:
        teacher.goto(f"{printed[1]}#class")
        teacher.page.locator("[name=name]").fill("Class 7b")
        teacher.page.get_by_role("button", name="Make a class").click()
        teacher.page.locator("[name=lesson]").select_option("one-one")
        teacher.page.get_by_role("button", name="Assign").click()
        link = teacher.page.locator(".class-link a")
        pupil.page.goto(str(link.get_attribute("href")))
        pupil.page.get_by_label("Your name").fill("Ann")
        pupil.page.get_by_role("button", name="Join the class").click()
        pupil.page.locator("a.lesson").click()
        pupil.page.get_by_role("button", name="Show me").click()
        pupil.page.get_by_text("the solution").wait_for()
        row = teacher.page.get_by_role("row", name="Ann")
        expect(row.locator("td").first).to_have_text("shown")
        pupil.page.get_by_role("button", name="All tasks").click()
        forget = pupil.page.get_by_role("button", name="Delete my name and answers")
        forget.click()
        pupil.page.get_by_role("button", name="Press again to delete").click()
        pupil.page.get_by_label("Your name").wait_for()
        expect(row).to_have_count(0)


def test_a_presentation_hides_the_answer_until_it_is_asked_for(desk: Screen) -> None:
    desk.goto("#present/lesson/one-one")
    said = desk.page.locator(".present-said")
    said.wait_for()
    desk.page.keyboard.press(" ")
    expect(said).to_have_text("Pick a cell that is certainly safe.")
    desk.page.keyboard.press(" ")
    expect(said).to_contain_text("safe.")
    expect(said).not_to_contain_text("Pick")
    desk.page.keyboard.press("ArrowLeft")
    expect(said).to_have_text("Pick a cell that is certainly safe.")
    desk.page.keyboard.press("Escape")
    desk.until("location.hash === '#learn/one-one'")
