"""Draws the exercises of the lessons from games: ``python -m bench.lessons``.

A game opens the cells that single clues prove safe, then all certain cells, and ends at the first
guess; only for two lessons that few positions need, every guess is lucky. A position becomes an
exercise if the right cells follow by the technique of the lesson, and by nothing simpler. Mines
that single clues prove have a flag, unless the exercise asks for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.resources import as_file, files
from itertools import count, cycle, islice
from math import isclose, log10

import msgspec
from msgspec.structs import replace

from sapper.explanations import Step
from sapper.game import Cell, Deal, Level, Position, Referee, Rules
from sapper.game.codes import FLAGGED, HIDDEN, MINE
from sapper.kernel.chance import Chance
from sapper.players.single_point import settle
from sapper.reviews.comparison import supported
from sapper_workbench.study.lessons.exercise import Ask, Exercise
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
LUCKY = {"suppose", "chain"}  #: lessons in whose games every guess is lucky
DENSE_LEVELS = ("6x6x10", "7x6x13", "7x7x14", "8x8x18")  #: for suppositions
SEED = 11
EXERCISES_PER_LESSON = 4  #: exercises of a lesson
MIN_HIDDEN, MAX_HIDDEN = 5, 30  #: hidden cells without a flag
MAX_STEPS = 3  #: steps of the easiest explanation, and of those under a supposition
MAX_CLUES = 3  #: the most clues of a step
GAMES_PER_LESSON = 10_000  #: no two lessons use the same game
MIN_MARGIN = 0.1  #: the smallest difference between the best cell and the next
BASICS = {"all-mines", "all-found"}  #: lessons whose steps may occur in any exercise
#: Lessons that the test does not ask about.
UNASKED = {"number", "all-mines", "all-found", "one-one", "one-two-two-one", "shared", "useful"}
UNASKED |= {"fifty-fifty", "first-move", "efficiency"}
MAX_CHAIN_STEPS = 7  #: steps of a longer chain
MIN_CHAIN_STEPS, MIN_LINKS = 3, 2  #: steps, and those of them that compare clues or counts
MAX_WAYS = 12  #: layouts that a person counts
MAX_USEFUL_LAYOUTS = 30  #: layouts of an exercise about the best guess


def positions(text: Text, ask: Ask, level: Level, number: int) -> Iterator[Position]:
    """Yield the positions of a game that may become exercises."""
    grid, early = level.grid, ask in ("count", "opening", "chord")
    lucky = text.id in LUCKY
    rules = Rules(first="safe" if ask == "opening" or lucky else "opening")
    referee = Referee(Deal.seeded(grid, level.mines, SEED, number), rules)
    referee.open(grid.cell(number % grid.size))
    chance = Chance(SEED, number)
    yield referee.position
    while not early and referee.position.outcome == "playing":
        position = referee.position
        easy = [i for i, settled in settle(position).items() if not settled.mine]
        if not easy:
            yield position
        certain = easy or [grid.index(cell) for cell in Exercise("safe", position).solution]
        if lucky and not certain:
            mines = set(map(grid.index, referee.mines))
            certain = [chance.choice([i for i in position.hidden_indices if i not in mines])]
        for index in certain:
            after = referee.position
            if after.outcome == "playing" and after.cells[index] == HIDDEN:
                referee.open(grid.cell(index))
        if referee.position is position:
            return


def exercise_of(text: Text, position: Position, ask: Ask) -> Exercise | None:
    """Return a position as an exercise of a lesson, or None if it cannot be one."""
    shown = position if text.id in ("number", "all-mines") else flagged(position)
    marks = _clue(shown) if ask == "count" else ()
    exercise = Exercise(ask, shown, marks)
    size = shown.cells.count(HIDDEN)
    if ask == "opening":
        return exercise if _clear(list(exercise.zeros.values())) else None
    if not MIN_HIDDEN <= size <= MAX_HIDDEN or (ask == "count" and not marks):
        return None
    match ask:
        case "risk":
            good = not exercise.analysis.safe and _clear_guess(exercise)
        case "guess":
            good = not exercise.analysis.safe and _useful(exercise)
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
    return exercise if good and TOLD_APART.get(text.id, bool)(exercise) else None


def _clear_guess(exercise: Exercise) -> bool:
    """Return whether only a few cells have the lowest risk, and none is better otherwise."""
    risks, index = exercise.analysis.probabilities, exercise.position.grid.index
    hidden = [-risks[i] for i in exercise.position.hidden_indices if risks[i] < 1.0]
    return _clear(hidden) and all(
        supported(exercise.analysis, index(cell)) is not None for cell in exercise.solution
    )


def _useful(exercise: Exercise) -> bool:
    """Return whether a few of the cells with the lowest risk win clearly more than the others."""
    if exercise.analysis.log10_layouts > log10(MAX_USEFUL_LAYOUTS):
        return False
    layouts, won = exercise.wins
    safest = exercise.analysis.safest
    return (
        set(exercise.solution) < set(safest)
        and _clear([won[cell] / layouts for cell in safest])
        and len(exercise.solution) <= len(safest) / 2
        and exercise.analysis.least_risk < 0.5  # else it may be a toss that has to be made anyway
    )


def naive_risk(exercise: Exercise, cell: Cell) -> float:
    """Return the risk of a cell by the number beside it that alone makes it riskiest; without one,
    by the mines and cells that are left."""
    known, grid = exercise.known, exercise.known.grid
    alone = [
        (known[clue] - sum(known[other] == MINE for other in known.neighbours(clue)))
        / sum(map(exercise.hidden, known.neighbours(clue)))
        for clue in known.neighbours(cell)
        if known[clue] < HIDDEN
    ]
    hidden = sum(map(exercise.hidden, map(grid.cell, range(grid.size))))
    return max(alone, default=known.mines_left / hidden)


def _shared(exercise: Exercise) -> bool:
    """Return whether numbers taken one by one mislead: the cell that they make safest is not."""
    cells = map(exercise.known.grid.cell, exercise.known.hidden_indices)
    naive = {cell: naive_risk(exercise, cell) for cell in cells}
    least = min(naive.values())
    return all(naive[cell] > least + MIN_MARGIN for cell in exercise.solution)


def _ways(exercise: Exercise) -> bool:
    return exercise.analysis.log10_layouts <= log10(MAX_WAYS) + 1e-9


def reduced(exercise: Exercise) -> bool:
    """Return whether a row of numbers shows its pattern only without the known mines."""
    step = exercise.easiest().hardest
    near = (other for clue in step.clues for other in exercise.position.neighbours(clue))
    return any(exercise.position[other] == FLAGGED for other in near)


def _long(exercise: Exercise) -> bool:
    """Return whether the easiest cell takes several comparisons, one after another."""
    steps = exercise.easiest().steps
    links = sum(step.technique != "one clue" for step in steps)
    return links >= MIN_LINKS and len(steps) >= MIN_CHAIN_STEPS


#: What else an exercise of a lesson has, whose steps are those of other lessons.
TOLD_APART: dict[str, Callable[[Exercise], bool]] = {
    "reduction": reduced,
    "chain": _long,
    "shared": _shared,
    "ways": _ways,
}


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
    taught = {text.id, *text.after}
    for cell in exercise.solution:
        explanation = exercise.why(cell)
        step = explanation.hardest
        if {lesson_of(each) for each in explanation.steps} - BASICS - taught:
            return False
        if lesson_of(step) not in taught or explanation.certificate:
            return False
        if sum(each.suppose is not None for each in explanation.steps) > 1:
            return False
        if len(step.clues) > MAX_CLUES or not _simple(step):
            return False
    most = MAX_CHAIN_STEPS if text.id == "chain" else MAX_STEPS
    return len(exercise.easiest().steps) <= most


def _simple(step: Step) -> bool:
    """Return whether single clues alone refute a supposition, in a few steps; true of others."""
    inner = step.steps
    return len(inner) <= MAX_STEPS and {each.technique for each in inner} <= {"one clue"}


def drawn(text: Text, first: int = 0) -> Iterator[Board]:
    """Yield exercises of a lesson, at most one of each game; if it asks two things, in turn."""
    assert text.ask is not None
    levels = DENSE_LEVELS if text.id in LUCKY else LEVELS
    asks = cycle((text.also, text.ask) if text.also else (text.ask,))
    ask = next(asks)
    for game in count(first):
        level = Level.parse(levels[game % len(levels)])
        made = (exercise_of(text, position, ask) for position in positions(text, ask, level, game))
        exercise = next(filter(None, made), None)
        if exercise is not None:
            yield Board(text.id, exercise.ask, line_of(exercise.position), exercise.marks)
            ask = next(asks)


def boards() -> list[Board]:
    """Return the exercises of all lessons, and those of the test in a mixed order."""
    asking = [text for text in texts() if text.ask is not None]
    every, tested = list[Board](), list[Board]()
    for number, text in enumerate(asking):
        *own, spare = islice(drawn(text, number * GAMES_PER_LESSON), EXERCISES_PER_LESSON + 1)
        every += own
        if text.id not in UNASKED:
            tested.append(replace(spare, lesson=TEST, of=text.id))
    return [*every, *Chance(SEED).shuffled(tested)]


if __name__ == "__main__":
    with as_file(files("sapper_workbench.study.lessons").joinpath(EXERCISES_FILE)) as path:
        path.write_bytes(b"".join(msgspec.json.encode(board) + b"\n" for board in boards()))
