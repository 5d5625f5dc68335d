"""Every exercise of the lessons follows by what its lesson teaches, and every pick gets a true
answer."""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from typing import get_args

import numpy as np
import pytest

import sapper
from bench.lessons import drawn, naive_risk
from sapper.errors import IllegalMoveError, InputError, RulesError
from sapper.explanations import MOTIFS, Step, Technique, explain_all
from sapper.explanations.letters import letters_of
from sapper.game import FLAGGED, HIDDEN, MINE, Cell, Position
from sapper_workbench.study import KINDS, TEST, Ask, Lesson, lesson, lesson_of
from sapper_workbench.study.lessons.exercise import Exercise
from sapper_workbench.study.lessons.lesson import TO_PASS, lesson_of_motif, lessons

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
    assert 16 <= len(lessons()) - 1 <= 24
    assert list(lessons())[-1] == TEST
    assert {"one-one", "one-two", "one-two-one", "hole", "mine-count", "suppose"} <= set(lessons())
    for one in lessons().values():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", one.id)
        sentences = re.findall(r"[.?!](?= |$)", one.text.words)
        assert 2 <= len(sentences) <= 4, one.id
        own, test = one.exercises[:1], one.id == TEST
        assert len(one.exercises) == (12 if test else 5), one.id
        assert test or own[0].position.grid.size <= 36
        assert set(letters_of([one.text.example])) <= set(one.text.marks), one.id


@pytest.mark.parametrize(("one", "number"), CERTAIN)
def test_every_right_cell_follows_by_the_technique_of_the_lesson(one: Lesson, number: int) -> None:
    """The hardest step of ``sapper.explain`` is the lesson's, or of the lessons that it follows;
    the others are theirs or of the first two."""
    exercise, text = one.exercises[number], lesson(one.taught_by[number]).text
    position = str(exercise.position).replace("F", "*")
    verdict = "safe" if exercise.ask == "safe" else "mine"
    certain = {
        cell: each for cell, each in explain_all(position).items() if each.verdict == verdict
    }
    asked = {cell for cell in certain if exercise.hidden(cell)}
    assert set(exercise.solution) == asked
    for cell in asked:
        assert not certain[cell].certificate
        assert lesson_of(certain[cell].hardest) in {text.id, *text.after}
        taught = {lesson_of(step) for step in certain[cell].steps}
        assert taught <= {text.id, *text.after} | BASICS


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
            assert answer.explanation.verdict == certain.get(cell, "guess")
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


FORM = ("mine", "safe")  # of the exercises that ask both by turns


@pytest.mark.parametrize("name", ["one-two-one", "one-two-two-one", "reduction", "corners"])
def test_mines_and_safe_cells_are_asked_for_by_turns(name: str) -> None:
    assert {exercise.ask for exercise in lesson(name).exercises} == set(FORM)


@pytest.mark.parametrize("exercise", lesson("reduction").exercises)
def test_a_reduced_pattern_is_read_without_the_flags(exercise: Exercise) -> None:
    step, position = exercise.easiest().hardest, exercise.position
    flags = [
        sum(position[near] == FLAGGED for near in position.neighbours(clue)) for clue in step.clues
    ]
    assert any(flags)
    read = [position[clue] - found for clue, found in zip(step.clues, flags, strict=True)]
    pattern = list(map(int, step.pattern.split("-")))
    width = len(read)
    parts = [pattern[at : at + width] for at in range(len(pattern) - width + 1)]
    assert read in [*parts, *(part[::-1] for part in parts)]


@pytest.mark.parametrize("mines", range(6, 14))
def test_the_tip_of_a_corner_is_certain(mines: int) -> None:
    """2-2-2 and 1-3-1, with flags that add one to two of the numbers, for any number of mines."""
    two = sapper.analyse(f"5x5x{mines}\nHHHHH\nHHHHH\nHH23*\nHH321\nHH*10")
    three = sapper.analyse(f"5x5x{mines}\nHHHHH\nHHHHH\nHH32*\nHH221\nHH*10")
    assert (1, 1) in two.safe
    assert (1, 1) in three.certain_mines


def test_the_example_of_a_chain_names_its_numbers_in_order() -> None:
    example = lesson("chain").exercises[0]
    one, two, three, four = example.marks
    assert [set(step.clues) for step in example.easiest().steps] == [{one, two}, {three}, {four}]
    for exercise in lesson("chain").exercises:
        steps = exercise.easiest().steps
        assert len(steps) >= 3
        assert sum(step.technique != "one clue" for step in steps) >= 2


def test_suppositions_need_no_counter() -> None:
    for exercise in lesson("suppose").exercises:
        for cell in exercise.solution:
            steps = exercise.why(cell).steps
            inner = [inside for step in steps for inside in step.steps]
            assert any(step.suppose for step in steps)
            assert not any(step.mine_count for step in (*steps, *inner))
    example = lesson("suppose").exercises[0]
    cell, *clues = example.marks
    assert cell in example.solution
    assert [step.clues for step in example.why(cell).hardest.steps] == [(clue,) for clue in clues]


def layouts(exercise: Exercise) -> list[frozenset[Cell]]:
    """All layouts of the mines without a flag, by trying cell after cell."""
    position, cells = exercise.known, hidden(exercise)
    grid = position.grid
    clues = [cell for cell in map(grid.cell, range(grid.size)) if position[cell] < HIDDEN]
    missing = {
        clue: position[clue] - sum(position[near] == MINE for near in position.neighbours(clue))
        for clue in clues
    }
    found: list[frozenset[Cell]] = []

    def place(at: int, mines: frozenset[Cell]) -> None:
        left = set(cells[at:])
        for clue, number in missing.items():
            near = set(position.neighbours(clue))
            if not 0 <= number - len(near & mines) <= len(near & left):
                return
        if not 0 <= position.mines_left - len(mines) <= len(left):
            return
        if at == len(cells):
            found.append(mines)
            return
        place(at + 1, mines | {cells[at]})
        place(at + 1, mines)

    place(0, frozenset())
    return found


@pytest.mark.parametrize("number", range(5))
def test_ways_are_counted_one_by_one(number: int) -> None:
    exercise = lesson("ways").exercises[number]
    ways = layouts(exercise)
    assert 2 < len(ways) <= 12
    for cell in hidden(exercise):
        mined = sum(cell in mines for mines in ways)
        assert exercise.analysis.probability(cell) == pytest.approx(mined / len(ways))
        if mined < len(ways):
            said = exercise.judge([cell]).words
            assert f"{mined} of the {len(ways)} ways" in said
    if number == 0:
        assert len(ways) == exercise.known.mines_left == 3  # as its text says


def wins(exercise: Exercise) -> dict[Cell, int]:
    """The layouts that perfect play wins after opening each cell, by brute force."""
    position = exercise.known

    @cache
    def best(ways: frozenset[frozenset[Cell]], opened: frozenset[Cell]) -> int:
        left = [cell for cell in hidden(exercise) if cell not in opened]
        if any(not set(left) - mines for mines in ways):
            return len(ways)  # all safe cells are open, in the only way left
        return max(after(cell, ways, opened) for cell in left)

    def after(cell: Cell, ways: frozenset[frozenset[Cell]], opened: frozenset[Cell]) -> int:
        shown: dict[int, set[frozenset[Cell]]] = {}
        for mines in ways:
            if cell not in mines:
                number = len(mines.intersection(position.neighbours(cell)))
                shown.setdefault(number, set()).add(mines)
        return sum(best(frozenset(those), opened | {cell}) for those in shown.values())

    every = frozenset(layouts(exercise))
    return {cell: after(cell, every, frozenset()) for cell in hidden(exercise)}


@pytest.mark.parametrize("number", range(5))
def test_a_useful_guess_wins_most_of_the_safest(number: int) -> None:
    exercise = lesson("useful").exercises[number]
    won, safest = wins(exercise), exercise.analysis.safest
    assert set(exercise.solution) == {cell for cell in won if won[cell] == max(won.values())}
    assert set(exercise.solution) < set(safest)
    if number == 0:
        assert len(safest) == 4  # as its text says
        assert exercise.analysis.least_risk == pytest.approx(1 / 7)


def test_numbers_taken_one_by_one_mislead_where_cells_are_shared() -> None:
    for exercise in lesson("shared").exercises:
        naive = {cell: naive_risk(exercise, cell) for cell in hidden(exercise)}
        safest = min(naive, key=naive.__getitem__)
        assert exercise.analysis.probability(safest) > exercise.analysis.least_risk + 0.01
    example = lesson("shared").exercises[0]
    one, two = example.marks
    near = [cell for cell in example.position.neighbours(one) if example.hidden(cell)]
    assert (len(near), example.position[one]) == (2, 1)  # 50% by this number alone
    assert example.solution == tuple(set(near) & set(example.position.neighbours(two)))


def test_lessons_lead_to_puzzles_of_their_theme() -> None:
    themes = {*KINDS, *MOTIFS.values()} - {"one clue"}  # each has puzzles
    assert {one.text.theme for one in lessons().values()} - {""} <= themes
    assert all(
        one.text.theme == one.text.steps[0] for one in TAUGHT if one.text.group == "Patterns"
    )


def test_the_test_names_the_lesson_of_each_position() -> None:
    test = lesson(TEST)
    assert 0 < TO_PASS < len(test.exercises) == len(set(test.taught_by))
    assert set(test.taught_by) < set(lessons()) - {TEST}
    assert all(set(one.taught_by) == {one.id} for one in lessons().values() if one.id != TEST)


def test_every_technique_and_pattern_has_a_lesson() -> None:
    patterns = {"1-1", "1-2", "1-2-1", "1-2-2-1", "hole", "T", "last cells", "single numbers"}
    patterns |= {"2-2-2", "1-3-1"}
    techniques = set(get_args(Technique)) - {"one clue"}
    taught = [step for one in TAUGHT for step in one.text.steps]
    assert sorted(taught) == sorted({*patterns, *techniques, "one clue", "one clue: mines"})
    for motif in set(MOTIFS.values()):
        steps_of = lesson(lesson_of_motif(motif)).text.steps
        assert motif in map(MOTIFS.get, steps_of)
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
