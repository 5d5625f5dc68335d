"""Every exercise of the lessons follows by what its lesson teaches, and every pick gets a true
answer."""

from __future__ import annotations

import re
from itertools import islice
from typing import get_args

import numpy as np
import pytest

import sapper
from bench.lessons import drawn
from sapper.errors import IllegalMoveError, InputError, RulesError
from sapper.explanations import Step, Technique, explain_all
from sapper.explanations.letters import letters_of
from sapper.game import HIDDEN, MINE, Cell, Position
from sapper_workbench.study import TEST, Ask, Lesson, hardest, lesson, lesson_of
from sapper_workbench.study.lessons.exercise import Exercise
from sapper_workbench.study.lessons.lesson import lessons

TAUGHT = [one for one in lessons().values() if one.text.steps]
CERTAIN = [
    pytest.param(one, number, id=f"{one.id}-{number}")
    for one in lessons().values()
    for number, exercise in enumerate(one.exercises)
    if exercise.ask in ("safe", "mine")
]
EVERY = [
    pytest.param(exercise, id=f"{one.id}-{number}")
    for one in lessons().values()
    for number, exercise in enumerate(one.exercises)
]
#: The first lessons, whose steps any exercise may need as well.
BASICS = {"all-mines", "all-found"}


def hidden(exercise: Exercise) -> list[Cell]:
    """The hidden cells without a flag."""
    grid = exercise.position.grid
    return [cell for cell in map(grid.cell, range(grid.size)) if exercise.hidden(cell)]


def test_the_lessons_are_short_and_named_by_slugs() -> None:
    assert 12 <= len(lessons()) - 1 <= 16
    assert list(lessons())[-1] == TEST
    assert {"one-one", "one-two", "one-two-one", "hole", "mine-count", "suppose"} <= set(lessons())
    for one in lessons().values():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", one.id)
        sentences = re.findall(r"[.?!](?= |$)", one.text.words)
        assert 2 <= len(sentences) <= 4, one.id
        own, test = one.exercises[:1], one.id == TEST
        assert len(one.exercises) == (10 if test else 5), one.id
        assert test or own[0].position.grid.size <= 36
        assert set(letters_of([one.text.example])) <= set(one.text.marks), one.id


@pytest.mark.parametrize(("one", "number"), CERTAIN)
def test_every_right_cell_follows_by_the_technique_of_the_lesson(one: Lesson, number: int) -> None:
    """The hardest step of ``sapper.explain`` is the lesson's, the others are of the first two."""
    exercise = one.exercises[number]
    text = str(exercise.position).replace("F", "*")
    verdict = "safe" if exercise.ask == "safe" else "mine"
    certain = {cell: each for cell, each in explain_all(text).items() if each.verdict == verdict}
    asked = {cell for cell in certain if exercise.hidden(cell)}
    assert set(exercise.solution) == asked
    hard = set()
    for cell in asked:
        steps = certain[cell].steps
        assert not certain[cell].certificate
        hard.add(lesson_of(hardest(certain[cell])))
        assert {lesson_of(step) for step in steps} <= BASICS | hard
    assert hard == {one.id} if one.id != TEST else len(hard) == 1


@pytest.mark.slow
@pytest.mark.parametrize("exercise", EVERY)
def test_every_pick_gets_a_true_answer(exercise: Exercise) -> None:
    position = exercise.position
    certain = {cell: each.verdict for cell, each in explain_all(exercise.known).items()}
    assert exercise.solution
    picks = hidden(exercise) if exercise.ask != "chord" else exercise.solution
    assert set(exercise.solution) < set(map(position.grid.cell, range(position.grid.size)))
    for cell in picks:
        answer = exercise.judge([cell])
        assert answer.right == (cell in exercise.solution)
        assert re.fullmatch(r"[A-Z].*\.", answer.words)
        assert set(letters_of([answer.words])) <= set(exercise.marks)
        if exercise.ask in ("safe", "mine"):
            assert answer.right == (certain.get(cell) == exercise.ask)
            assert (answer.explanation is not None) == (cell in certain)
        if answer.explanation is not None:
            assert answer.explanation.verdict == certain[cell]
            assert "open mine" not in str(answer.explanation)
            assert " an flagged" not in str(answer.explanation)
        if answer.mines:
            assert (cell in answer.mines) == (exercise.ask == "safe")
            _fits(exercise.known, answer.mines)
    shown = exercise.shown()
    assert shown.right
    assert shown.missing == 0


def _fits(position: Position, mines: tuple[Cell, ...]) -> None:
    """A layout of all mines under hidden cells is one that the position allows."""
    cells = bytearray(position.cells)
    assert len(mines) == position.mines_left
    for cell in mines:
        assert cells[position.grid.index(cell)] == HIDDEN
        cells[position.grid.index(cell)] = MINE
    for index, code in enumerate(position.cells):
        if code < HIDDEN:
            assert (
                sum(cells[near] == MINE for near in position.grid.neighbour_indices(index)) == code
            )


def test_the_cells_of_a_number_are_found_one_by_one() -> None:
    exercise = lesson("number").exercises[0]
    for found in range(1, len(exercise.solution) + 1):
        answer = exercise.judge(exercise.solution[:found])
        assert answer.missing == len(exercise.solution) - found
    assert exercise.solution == tuple(
        cell for cell in exercise.position.neighbours(exercise.marks[0]) if exercise.hidden(cell)
    )


@pytest.mark.parametrize("number", range(5))
def test_a_guess_is_right_if_its_risk_is_the_least(number: int) -> None:
    exercise = lesson("least-risk").exercises[number]
    risks = sapper.analyse(str(exercise.position).replace("F", "*")).mine_probability
    assert np.nanmin(risks) > 0
    for cell in hidden(exercise):
        assert (cell in exercise.solution) == bool(np.isclose(risks[cell], np.nanmin(risks)))


@pytest.mark.parametrize("number", range(5))
def test_a_coin_toss_is_a_50_50_that_no_clue_resolves(number: int) -> None:
    exercise = lesson("fifty-fifty").exercises[number]
    text = str(exercise.position).replace("F", "*")
    for cell in hidden(exercise):
        never = "no number will ever tell which" in sapper.explain(text, cell).words
        assert (cell in exercise.solution) == never


def test_every_technique_and_pattern_has_a_lesson() -> None:
    patterns = {"1-1", "1-2", "1-2-1", "1-2-2-1", "hole", "T", "last cells", "single numbers"}
    techniques = set(get_args(Technique)) - {"one clue"}
    taught = [step for one in TAUGHT for step in one.text.steps]
    assert sorted(taught) == sorted({*patterns, *techniques, "one clue", "one clue: mines"})
    explained = explain_all("4x3x2\nHHHH\n1221\n0000")
    steps: list[Step] = [step for each in explained.values() for step in each.steps]
    assert {lesson_of(step) for step in steps} <= set(lessons())


@pytest.mark.parametrize("name", ["one-one", "efficiency"])
def test_the_exercises_are_those_of_the_seed(name: str) -> None:
    """The file has what the script draws."""
    order = [one.id for one in lessons().values() if one.text.ask is not None]
    text = lesson(name).text
    boards = islice(drawn(text, 10_000 * order.index(name)), 4)
    assert [board.exercise for board in boards] == list(lesson(name).exercises[1:])


@pytest.mark.parametrize(
    ("ask", "cell", "words"),
    [
        ("safe", (1, 0), "this cell is already open: pick a hidden one"),
        ("mine", (0, 0), "this mine is already flagged: pick another cell"),
        ("chord", (0, 1), "a chord is a click on an open number: pick one"),
    ],
)
def test_a_pick_that_is_no_answer_is_refused(ask: Ask, cell: Cell, words: str) -> None:
    exercise = Exercise(ask, Position.parse("4x3x2\nFHHH\n1221\n0000"))
    with pytest.raises(IllegalMoveError, match=re.escape(words)):
        exercise.judge([cell])
    with pytest.raises(RulesError):
        exercise.judge([(7, 7)])


def test_unknown_lessons_and_exercises_are_named() -> None:
    with pytest.raises(InputError, match="unknown lesson 'one-tow': did you mean 'one-two'"):
        lesson("one-tow")
    with pytest.raises(InputError, match="one-two has the exercises 0 to 4, not 5"):
        lesson("one-two").exercise(5)
