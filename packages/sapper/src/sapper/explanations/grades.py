"""Hints in grades: where to look, then at which numbers, before the cell and its reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sapper.errors import listed, plural
from sapper.explanations.sentences import MAX_LISTED, noun, spelt
from sapper.explanations.steps import Step, Technique
from sapper.game import Cell, Grid, Position

MIN_PARTED = 6  #: rows or columns from which a board has a top, a middle and a bottom


class Grade(NamedTuple):
    """A grade of a hint: its ``words``, and the ``cells`` that it points at, which are a ``region``
    or clues."""

    words: str
    cells: tuple[Cell, ...]
    region: bool


def grades_of(
    position: Position, cell: Cell, verdict: str, steps: Sequence[Step], clues: tuple[Cell, ...]
) -> tuple[Grade, ...]:
    """Return the grades before an explanation itself: the region of its cell with the effort that
    it takes, then the clues that prove it. A guess, which has no steps, has the first one only."""
    name, cells = region(position.grid, cell)
    if not steps:
        words = "No cell is certainly safe, so you must guess."
        return (Grade(f"{words} Look {name}.", cells, region=True),)
    what = {"safe": "safe", "mine": "a mine"}[verdict]
    words = f"Look {name}: a cell is certainly {what}. {_effort(steps)}."
    return Grade(words, cells, region=True), _numbers(position, steps, clues)


#: What a person does in a step.
_DOING: Mapping[Technique, str] = {
    "two clues": "compare two numbers",
    "derived counts": "compare what several numbers leave",
    "mine count": "count the mines that are left",
    "suppose": "suppose that it were otherwise",
}


def _effort(steps: Sequence[Step]) -> str:
    hardest, number = max(steps, key=lambda step: step.cost), len(steps)
    if hardest.technique == "one clue":
        one_by_one = f"{spelt(number).capitalize()} numbers prove it, one after another"
        return "One number proves it" if number == 1 else one_by_one
    more = f"; it takes {plural(number, 'step')}" if number > 1 else ""
    return f"To prove it, {_DOING[hardest.technique]}{more}"


def _numbers(position: Position, steps: Sequence[Step], clues: tuple[Cell, ...]) -> Grade:
    """Name the clues of the proof, or of its last step if there are many."""
    where = ""
    if len(clues) > MAX_LISTED:
        clues, where = steps[-1].clues, " at last"
    named = [f"{noun(position[cell])} at {list(cell)}" for cell in clues[:MAX_LISTED]]
    if any(step.mine_count for step in steps):
        named.append("the number of mines left")
    return Grade(f"Look{where} at {listed(named)}.", clues, region=False)


def region(grid: Grid, cell: Cell) -> tuple[str, tuple[Cell, ...]]:
    """Return the third of the board, both down and across, that a cell is in."""
    names, spans = [], []
    for at, size, *ends in (
        (cell[0], grid.height, "top", "bottom"),
        (cell[1], grid.width, "left", "right"),
    ):
        part = 3 * at // size if size >= MIN_PARTED else 1
        spans.append([k for k in range(size) if size < MIN_PARTED or 3 * k // size == part])
        names.append((ends[0], "", ends[1])[part])
    cells = tuple((row, column) for row in spans[0] for column in spans[1])
    if any(names):
        return f"at the {' '.join(filter(None, names))}", cells
    return "in the middle" if len(cells) < grid.size else "closely", cells
