"""The lessons in a browser: picking cells, their reasons, and the progress that is kept."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from sapper.game import Cell
from sapper_workbench.study import TEST, lesson
from sapper_workbench.study.lessons.exercise import Exercise
from sapper_workbench.study.lessons.lesson import lessons
from tests.web.screen import Screen


def opened(shown: Screen, name: str) -> None:
    """Go to a lesson."""
    shown.goto(f"#learn/{name}")
    shown.board.wait_for()


def wrong(exercise: Exercise) -> Cell:
    """A hidden cell that is not asked for."""
    cells = map(exercise.position.grid.cell, range(exercise.position.grid.size))
    return next(c for c in cells if exercise.hidden(c) and c not in exercise.solution)


def test_one_lesson_is_played_to_its_end(visitor: Screen) -> None:
    page, exercises = visitor.page, lesson("one-two").exercises
    visitor.goto("#learn")
    page.get_by_role("link", name=re.compile("^1-2 ")).click()
    page.get_by_text("Which hidden cell touches B but not A?").wait_for()
    for number, exercise in enumerate(exercises):
        page.get_by_text(f"{number + 1} of {len(exercises)}", exact=True).wait_for()
        if number == 1:
            visitor.click(*wrong(exercise))
            page.get_by_text("not this one").wait_for()
        if number == 2:
            page.get_by_role("button", name="Show me").click()
            page.get_by_text("the solution").wait_for()
        else:
            visitor.click(*exercise.solution[0])
            page.get_by_text("right", exact=False).first.wait_for()
            page.locator(".answer-right", has_text="This cell is a mine.").wait_for()
        assert exercise.easiest().steps[-1].clues
        page.locator(".answer .walk-step").first.wait_for()
        assert not visitor.wide()
        if number < len(exercises) - 1:
            page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator(".result")).to_contain_text("3 of 5 right at the first try.")
    kinds: list[str] = page.locator(".task").evaluate_all("(all) => all.map((e) => e.className)")
    assert [kind.split("-")[-1] for kind in kinds] == [
        "first", "later", "shown", "first", "first",
    ]  # fmt: skip
    page.get_by_role("button", name="Next: 1-2-1").click()
    page.get_by_role("heading", name="1-2-1", exact=True).wait_for()
    visitor.goto("#learn")
    expect(page.get_by_role("link", name=re.compile("^1-2 "))).to_contain_text("✓ done")


def test_every_lesson_opens_and_shows_its_first_solution(desk: Screen) -> None:
    page = desk.page
    desk.goto("#learn")
    for one in lessons().values():
        page.evaluate("(hash) => { location.hash = hash; }", f"#learn/{one.id}")
        page.get_by_role("heading", name=one.title, exact=True).wait_for()
        page.get_by_text(one.text.words).wait_for()
        task = one.exercises[0].task.replace("[1, 1]", "A")
        page.locator(".lesson-task", has_text=task).wait_for()
        page.keyboard.press("s")
        page.locator(".answer-right").wait_for()
        assert desk.fits(), one.id


def test_a_lesson_is_played_with_the_keyboard(desk: Screen) -> None:
    exercise = lesson("number").exercises[0]
    opened(desk, "number")
    row, column = 0, 0
    for found, cell in enumerate(exercise.solution):
        for _ in range(cell[0] - row):
            desk.page.keyboard.press("ArrowDown")
        for _ in range(abs(cell[1] - column)):
            desk.page.keyboard.press("ArrowRight" if cell[1] > column else "ArrowLeft")
        row, column = cell
        desk.page.keyboard.press("Enter")
        more = len(exercise.solution) - found - 1
        words = f"{more} cell" if more else "That is all"
        desk.page.locator(".answer", has_text=words).wait_for()
    desk.page.keyboard.press("n")
    desk.page.get_by_text("2 of 5", exact=True).wait_for()
    desk.page.keyboard.press("v")
    desk.page.get_by_role("heading", name="Learn Minesweeper").wait_for()


def test_an_uncertain_cell_shows_a_layout_that_fits(desk: Screen) -> None:
    exercise = lesson("one-one").exercises[0]
    opened(desk, "one-one")
    desk.click(*wrong(exercise))
    desk.page.locator(".answer-wrong", has_text="You cannot know that yet").wait_for()
    desk.board.focus()
    (row,) = {row for row, _ in exercise.judge([wrong(exercise)]).mines}
    desk.page.keyboard.press("PageUp")
    spoken = [desk.words(row, column) for column in range(exercise.position.grid.width)]
    mines = exercise.judge([wrong(exercise)]).mines
    assert [column for column, words in enumerate(spoken) if "a mine" in words] == [
        column for _, column in mines
    ]


def test_the_test_names_the_lesson_only_after_the_answer(desk: Screen) -> None:
    exercise = lesson(TEST).exercises[0]
    opened(desk, TEST)
    assert desk.page.get_by_text("The lesson on this").count() == 0
    desk.click(*exercise.solution[0])
    desk.page.get_by_text("The lesson on this").get_by_role("link").click()
    desk.page.locator(".lesson-task").wait_for()
    desk.until(f"/^#learn.(?!{TEST}$)/.test(location.hash)")


def test_missed_positions_come_back_until_they_are_solved(visitor: Screen) -> None:
    page, exercise = visitor.page, lesson("one-two").exercises[0]
    opened(visitor, "one-two")
    page.get_by_role("button", name="Show me").click()
    page.locator(".answer-right").wait_for()
    page.get_by_role("button", name="All lessons").click()
    page.get_by_role("link", name="Repeat what you missed: 1 position").click()
    page.get_by_role("heading", name="Your mistakes again").wait_for()
    visitor.click(*exercise.solution[0])
    page.get_by_text("The lesson on this").get_by_role("link", name="1-2").wait_for()
    page.locator(".result", has_text="All 1 right at the first try.").wait_for()
    page.get_by_role("button", name="All lessons").first.click()
    page.get_by_role("heading", name="Learn Minesweeper").wait_for()
    assert page.get_by_text("Repeat what you missed").count() == 0


def test_a_failed_test_names_the_lessons_to_go_back_to(visitor: Screen) -> None:
    page, test = visitor.page, lesson(TEST)
    opened(visitor, TEST)
    for number in range(1, len(test.exercises) + 1):
        page.get_by_text(f"{number} of {len(test.exercises)}", exact=True).wait_for()
        page.keyboard.press("s")
        page.locator(".answer-right").wait_for()
        if number < len(test.exercises):
            page.keyboard.press("n")
    result = page.locator(".result", has_text="Test not passed")
    expect(result).to_contain_text("0 of 12 right at the first try. You need 9 to pass.")
    titles = result.get_by_role("link").all_text_contents()
    assert set(titles) == {lessons()[name].title for name in test.taught_by}


def test_a_lesson_leads_to_puzzles_of_its_theme(visitor: Screen) -> None:
    page = visitor.page
    opened(visitor, "hole")
    page.locator(".task").last.get_by_role("button").click()
    page.keyboard.press("s")
    page.get_by_role("button", name="Practise with puzzles").click()
    page.locator("section[aria-label=Task]", has_text="holes").wait_for()


@pytest.mark.server
@pytest.mark.parametrize("link_from", ["#learn", "#watch?player=mio"])
def test_the_rule_learner_is_a_link_away(desk: Screen, link_from: str) -> None:
    desk.goto(link_from)
    desk.page.get_by_role("link", name="watch a machine learn").click()
    desk.page.locator(".rule").first.wait_for()
    expect(desk.page).to_have_title("Machine learns · sapper")


def test_punctuation_follows_the_number_of_a_cell_as_it_follows_a_word(visitor: Screen) -> None:
    opened(visitor, "one-two")
    visitor.page.get_by_role("button", name="Show me").click()
    visitor.page.locator(".unbroken .cell-letter").first.wait_for()
    gaps = visitor.page.locator(".unbroken:has(.cell-letter)").evaluate_all(
        """(all) => all.map((each) => {
            const edge = (node, side) => {
                const range = document.createRange();
                range.selectNodeContents(node);
                return range.getBoundingClientRect()[side];
            };
            const button = each.querySelector("button");
            return edge(each.lastChild, "left") - edge(button.firstChild, "right");
        })"""
    )
    assert gaps
    assert max(gaps) < 3  # pixels
