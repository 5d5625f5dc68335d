"""Learning from mistakes: what is asked, what is answered, and how an exercise goes on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import to_builtins

import sapper
from sapper.arena import play
from sapper.errors import IllegalMoveError, InputError
from sapper.game import Deal, Grid, Referee, Rules
from sapper.inference import analyse
from sapper.records import Record
from sapper.reviews.review import review
from sapper_workbench.study import Task, answer, prompt, step_of
from sapper_workbench.study.mistakes import Exercise, act
from tests.explanations.checker import fault
from tests.inference.brute import layouts
from tests.reviews.test_review import CORNER, FEW, game, moved

#: No cell is certain at the end; [1, 3] wins 7.0 games in 100 more than [2, 3].
LOST = (".... .... .**. **..", "open [3, 3]", "open [2, 3]")


def exercise_of(record: Record) -> Exercise:
    return Exercise.of(review(record, playouts=FEW))


def only(record: Record) -> Task:
    (task,) = exercise_of(record).tasks
    return task


def test_costly_guesses_are_asked_again_in_the_order_of_play() -> None:
    record = game(CORNER, "open [2, 0]", "open [2, 4]", "open [0, 1]")
    found = exercise_of(record)
    assert [task.step for task in found.tasks] == [2, 3]
    assert all(task.best in {(0, 0), (0, 3), (0, 4)} for task in found.tasks)
    assert prompt(record, found.tasks[0]) == (
        "move 2 of 3: you opened [2, 4] here; find a better cell"
    )


def test_a_game_without_a_costly_guess_has_no_tasks() -> None:
    found = exercise_of(game("*. ..", "open [1, 0]", "open [0, 1]"))
    assert found.task is None
    assert found.summary == "there is nothing to learn from this game: no guess was costly"


def test_where_a_cell_is_certainly_safe_only_such_cells_are_right() -> None:
    record = game(CORNER, "open [2, 0]", "open [2, 4]")
    task = only(record)
    right = answer(record, task, (0, 4))
    assert right.right
    assert right.words.startswith("[0, 4] is certainly safe: ")
    assert right.clues
    mine = answer(record, task, (0, 1))
    assert not mine.right
    assert mine.words.startswith("[0, 1] is certainly a mine: ")
    guess = answer(record, task, (1, 4))
    assert not guess.right
    assert guess.words == "[1, 4] at 50.0% risk is a guess, but another cell is certainly safe"


def test_a_solution_explains_all_safe_cells_in_one_chain() -> None:
    record = game(CORNER, "open [2, 0]", "open [2, 4]")
    exercise, found = act(record, exercise_of(record), "show")
    assert found is not None
    assert found.right
    assert exercise.task is not None
    position, _ = step_of(record, exercise.task)
    assert found.cells == analyse(position).safe == ((0, 0), (0, 3), (0, 4))
    assert found.words.startswith("[0, 0], [0, 3] and [0, 4] are certainly safe: ")
    assert found.explanation is not None
    assert fault(position, found.explanation.to_json()) is None
    assert set(found.cells) <= {cell for step in found.explanation.steps for cell in step.safe}
    single = answer(record, exercise.task, (0, 4))
    assert (single.cells, single.explanation) == (((0, 4),), sapper.explain(position, (0, 4)))


def test_the_best_guess_is_compared_with_others() -> None:
    record = game(*LOST)
    exercise, found = act(record, exercise_of(record), "show")
    assert found is not None
    assert exercise.task is not None
    position, _ = step_of(record, exercise.task)
    assert (found.cells, found.clues) == (((1, 3),), ())
    assert found.explanation == sapper.explain(position, (1, 3))


def test_where_nothing_is_certain_a_cell_is_measured_against_the_best() -> None:
    record = game(*LOST)
    task = only(record)
    assert task.best == (1, 3)
    assert answer(record, task, (2, 3)).words == "[2, 3] at 33.3% risk is the move that was made"
    assert answer(record, task, task.best).words == (
        "[1, 3] at 25.0% risk is the best guess found; it wins 7.0 games in 100 more than the"
        " move made"
    )
    position, _ = step_of(record, task)
    for cell in map(position.grid.cell, position.hidden_indices):
        found = answer(record, task, cell)
        if found.loss is not None:
            assert found.loss.exact
            assert found.right == (found.loss.value < 0.01)
            assert ("less than the best" in found.words) != found.right


def test_the_move_made_is_answered_as_it_was_reviewed() -> None:
    record = game(*LOST)
    task = only(record)
    others = replace(record, steps=record.steps[:1] + record.steps[1:2])
    assert answer(others, task, (3, 2)).loss is not None
    assert not answer(others, task, record.steps[1].decision.move.cell).right


def test_where_lives_are_left_the_less_risky_cell_is_right() -> None:
    record = game(*LOST, rules=Rules("safe", lives=2))
    task = Task(2, (0, 0))
    assert answer(record, task, (0, 1)).right
    assert "riskier than the best" in answer(record, task, (3, 2)).words


@pytest.mark.slow
@settings(max_examples=25)
@given(st.integers(0, 1_000), st.data())
def test_answers_depend_on_nothing_hidden(seed: int, data: st.DataObject) -> None:
    """With other mines under the same position the answer is the same."""
    rules = Rules("safe")
    record = play("random", Deal.seeded(Grid(5, 4), 4, seed), rules=rules).record
    tasks = exercise_of(record).tasks
    if not tasks:
        return
    task = data.draw(st.sampled_from(tasks))
    position, _ = step_of(record, task)
    cell = position.grid.cell(data.draw(st.sampled_from(position.hidden_indices)))
    found = answer(record, task, cell, FEW)
    certain = analyse(position).safe
    assert not certain or found.right == (cell in certain)
    assert answer(record, task, task.best).right
    mines = data.draw(st.sampled_from(sorted(layouts(position), key=sorted)))
    other = Referee(Deal.of_mines(position.grid, mines), rules)
    steps = tuple(moved(other, step.decision.move) for step in record.steps[: task.step])
    swapped = Record("somebody", rules, other.deal, steps, "unfinished")
    assert answer(swapped, task, cell, FEW) == found


def test_an_exercise_counts_first_tries_later_ones_and_solutions_shown() -> None:
    found = Exercise(tuple(Task(step, (0, 0)) for step in (1, 2, 3, 4)))
    found = found.tried((0, 0), True).tried((1, 1), False).next()
    found = found.tried((1, 1), False).tried((0, 0), True).shown().next()
    found = found.tried((1, 1), False).shown().tried((0, 0), True).next()
    assert [task.solved for task in found.tasks] == ["first", "later", "shown", None]
    assert found.tasks[1].tries == ((1, 1), (0, 0))
    found = found.next().next()
    assert found.task is None
    assert found.summary == (
        "4 positions: 1 solved at the first try, 1 later, 1 shown and 1 not solved"
    )
    assert Exercise.read(to_builtins(found)) == found
    with pytest.raises(InputError, match="at its end"):
        found.shown()


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"tasks": [], "at": -1}, "at"),
        ({"tasks": [{"step": 0, "best": [0, 0]}]}, "step"),
        ({"tasks": [{"step": 1, "best": [0, 0], "mines": []}]}, "mines"),
        ([], "exercise"),
    ],
)
def test_a_damaged_exercise_is_refused(value: object, words: str) -> None:
    with pytest.raises(InputError, match=words):
        Exercise.read(value)


def test_what_is_no_task_of_this_game_is_refused() -> None:
    record = game(CORNER, "open [2, 0]", "open [2, 4]", "open [0, 1]")
    with pytest.raises(InputError, match="at most 3, got 4"):
        answer(record, Task(4, (0, 0)), (0, 0))
    with pytest.raises(IllegalMoveError, match="already open"):
        answer(record, Task(3, (0, 0)), (2, 0))
    with pytest.raises(IllegalMoveError, match="already open"):
        prompt(record, Task(3, (2, 0)))
    lost = Record("you", Rules("safe"), Deal.of_mines(record.deal.grid, frozenset()), (), "lost")
    with pytest.raises(InputError, match="at most 0"):
        prompt(lost, Task(1, (0, 0)))
