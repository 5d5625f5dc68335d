"""Draws the exercises of the lessons from games: ``python -m bench.lessons``.

A game opens the cells that single clues prove safe, then all certain cells, and ends at the first
guess. A position becomes an exercise if the right cells follow by the technique of the lesson, and
by nothing simpler. Mines that single clues prove have a flag, unless the exercise asks for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import as_file, files
from itertools import count, islice
from math import isclose

import msgspec

from sapper.game import Cell, Deal, Level, Position, Referee, Rules
from sapper.game.codes import HIDDEN
from sapper.kernel.chance import Chance
from sapper.players.single_point import settle
from sapper_workbench.study.lessons.exercise import Ask, Exercise, hardest
from sapper_workbench.study.lessons.lesson import (
    EXERCISES_FILE,
    TEST,
    Board,
    Text,
    lesson_of,
    texts,
)
from sapper_workbench.study.puzzles.grading import flagged
from sapper_workbench.study.puzzles.package import line_of

LEVELS = ("6x6x6", "7x7x8", "8x7x10", "8x8x13")
SEED = 11
EXERCISES_PER_LESSON = 4  #: exercises of a lesson
MIN_HIDDEN, MAX_HIDDEN = 5, 30  #: hidden cells without a flag
MAX_STEPS = 3  #: steps of the easiest explanation, and of those under a supposition
MAX_CLUES = 3  #: the most clues of a step
GAMES_PER_LESSON = 10_000  #: no two lessons use the same game
MIN_MARGIN = 0.1  #: the smallest difference between the best cell and the next
BASICS = {"all-mines", "all-found"}  #: lessons whose steps may occur in any exercise
UNASKED = {
    "number",
    "all-mines",
    "all-found",
    "fifty-fifty",
    "first-move",
    "efficiency",
}  #: in the test


def positions(ask: Ask, level: Level, number: int) -> Iterator[Position]:
    """Yield the positions of a game that may become exercises."""
    grid, early = level.grid, ask in ("count", "opening", "chord")
    rules = Rules(first="safe" if ask == "opening" else "opening")
    referee = Referee(Deal.seeded(grid, level.mines, SEED, number), rules)
    referee.open(grid.cell(number % grid.size))
    yield referee.position
    while not early and referee.position.outcome == "playing":
        position = referee.position
        easy = [i for i, settled in settle(position).items() if not settled.mine]
        if not easy:
            yield position
        for index in easy or [grid.index(cell) for cell in Exercise("safe", position).solution]:
            after = referee.position
            if after.outcome == "playing" and after.cells[index] == HIDDEN:
                referee.open(grid.cell(index))
        if referee.position is position:
            return


def exercise_of(text: Text, position: Position) -> Exercise | None:
    """Return a position as an exercise of a lesson, or None if it cannot be one."""
    assert text.ask is not None
    shown = position if text.id in ("number", "all-mines") else flagged(position)
    marks = _clue(shown) if text.ask == "count" else ()
    exercise = Exercise(text.ask, shown, marks)
    size = shown.cells.count(HIDDEN)
    if text.ask == "opening":
        return exercise if _clear(list(exercise.zeros.values())) else None
    if not MIN_HIDDEN <= size <= MAX_HIDDEN or (text.ask == "count" and not marks):
        return None
    match text.ask:
        case "risk":
            risks = exercise.analysis.probabilities
            hidden = [-risks[i] for i in shown.hidden_indices if risks[i] < 1.0]
            good = not exercise.analysis.safe and _clear(hidden)
        case "toss":
            good = not exercise.analysis.safe and 0 < len(exercise.solution) <= size / 2
        case "chord":
            opened = [
                len(exercise.chorded(cell)) for cell in map(shown.grid.cell, range(shown.grid.size))
            ]
            best, second = sorted(opened)[:-3:-1]
            good = best >= 3 and best > second > 0
        case "count":
            good = True
        case _:
            good = 0 < len(exercise.solution) <= size / 3 and follows(text, exercise)
    return exercise if good else None


def _clue(position: Position) -> tuple[Cell, ...]:
    """Return the clue that touches most hidden cells, but at most six."""
    touched = {
        cell: sum(position[other] == HIDDEN for other in position.neighbours(cell))
        for cell in map(position.grid.cell, range(position.grid.size))
        if position[cell] < HIDDEN
    }
    few = [cell for cell, number in touched.items() if 3 <= number <= 6]
    return (max(few, key=lambda cell: (touched[cell], cell)),) if few else ()


def _clear(values: list[float]) -> bool:
    """Return whether only a few values are the largest, by a wide margin."""
    most = max(values, default=0.0)
    best = [value for value in values if isclose(value, most)]
    others = [value for value in values if not isclose(value, most)]
    return 0 < len(best) <= 4 and bool(others) and most - max(others) >= MIN_MARGIN


def follows(text: Text, exercise: Exercise) -> bool:
    """Return whether the hardest step for each right cell is one that the lesson teaches, all
    others belong to the first lessons, and one of the cells takes only a few steps."""
    for cell in exercise.solution:
        explanation = exercise.why(cell)
        others = {lesson_of(step) for step in explanation.steps} - {text.id}
        step = hardest(explanation)
        if others - BASICS or lesson_of(step) != text.id or explanation.certificate:
            return False
        inner = [each.technique for each in step.steps]
        if sum(each.suppose is not None for each in explanation.steps) > 1:
            return False
        if (
            len(step.clues) > MAX_CLUES
            or len(inner) > MAX_STEPS
            or set(inner) - {"one clue", "mine count"}
        ):
            return False
    return len(exercise.easiest().steps) <= MAX_STEPS


def drawn(text: Text, first: int = 0) -> Iterator[Board]:
    """Yield exercises of a lesson, at most one of each game."""
    for game in count(first):
        level = Level.parse(LEVELS[game % len(LEVELS)])
        assert text.ask is not None
        made = (exercise_of(text, position) for position in positions(text.ask, level, game))
        exercise = next(filter(None, made), None)
        if exercise is not None:
            yield Board(text.id, exercise.ask, line_of(exercise.position), exercise.marks)


def boards() -> list[Board]:
    """Return the exercises of all lessons, and those of the test in a mixed order."""
    asking = [text for text in texts() if text.ask is not None]
    every, tested = list[Board](), list[Board]()
    for number, text in enumerate(asking):
        *own, spare = islice(drawn(text, number * GAMES_PER_LESSON), EXERCISES_PER_LESSON + 1)
        every += own
        if text.id not in UNASKED:
            tested.append(Board(TEST, spare.ask, spare.position, spare.marks))
    return [*every, *Chance(SEED).shuffled(tested)]


if __name__ == "__main__":
    with as_file(files("sapper_workbench.study.lessons").joinpath(EXERCISES_FILE)) as path:
        path.write_bytes(b"".join(msgspec.json.encode(board) + b"\n" for board in boards()))
