"""Limited belief in a browser: lessons, an own question, and errors."""

from __future__ import annotations

from tests.web.screen import Screen


def test_a_lesson_is_answered_with_its_split_trees(desk: Screen) -> None:
    desk.goto("#believe")
    desk.page.get_by_label("Lesson").select_option("minefield")
    desk.until("location.hash === '#believe/minefield'")
    desk.until("document.querySelector('textarea').value.startsWith('# A minefield')")
    desk.page.get_by_role("button", name="Answer", exact=True).click()
    desk.page.get_by_text("11 questions answered.").wait_for()
    answer = desk.page.get_by_label("line 50: yes")
    answer.locator("summary").click()
    answer.get_by_text("Try each case of mine(a3):").wait_for()
    assert "It is known with one split that a3 is a mine." in answer.inner_text()
    assert "level 1" in answer.inner_text()
    assert not desk.wide()


def test_an_own_question_is_asked_at_its_level(desk: Screen) -> None:
    desk.goto("#believe/rich-father")
    text = desk.page.get_by_label("Knowledge and questions")
    desk.until("document.querySelector('textarea').value.startsWith('# A rich father')")
    text.fill("predicate p, q\nknow p or q\nknow not p or q")
    desk.page.get_by_label("One more question").fill("q")
    desk.page.get_by_label("Split level of this question").select_option("0")
    desk.page.get_by_label("One more question").press("Enter")
    desk.page.get_by_label("line 4: unknown").wait_for()
    desk.page.get_by_label("Split level of this question").select_option("1")
    desk.page.get_by_label("One more question").press("Enter")
    desk.page.get_by_label("line 4: yes").wait_for()


def test_an_error_names_its_line(desk: Screen) -> None:
    desk.goto("#believe")
    desk.until("document.querySelector('textarea').value.startsWith('# A rich father')")
    desk.page.get_by_label("Knowledge and questions").fill("predicate p\nknow p(")
    desk.page.get_by_role("button", name="Answer", exact=True).click()
    desk.page.get_by_role("alert").get_by_text("line 2, column 8").wait_for()
