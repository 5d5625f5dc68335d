"""Puzzles cut down to what matters: a window of the board with the same answer as the whole.

A window shows a clue only if all hidden cells around it lie in the window; the other open cells are
blocked. What it shows is therefore true whatever was cut, and less is known than on the whole
board: no cell becomes certain. ``cropped`` looks for the smallest window around the cells of the
answer and of its explanation in which every answer stays as certain as before. Where the number of
mines decides, the window contains all cells that single clues do not settle, and as many mines
as the cells that were cut leave; all risks are then the same. Elsewhere their number is not known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf

from msgspec.structs import replace as changed

from sapper.explanations.explanation import easiest_of, together
from sapper.game import Cell, Grid, Position
from sapper.game.codes import HIDDEN
from sapper.inference import Analysis, analyse
from sapper.inference.counting import MAX_COUNT_STEPS
from sapper_workbench.study.puzzles.grading import known_mines
from sapper_workbench.study.puzzles.package import Puzzle, Window, window_of

MARGIN_CELLS = 2  #: rows and columns around the cells that matter
LEAST_CELLS = 5  #: the side of a window
#: The side of the window of a question whether anything is certain, so that it does not tell the
#: answer, which a window as small as the proof would.
QUESTION_CELLS = 9
#: Cells that single clues do not settle up to which such a question shows all of them, and the
#: number of mines.
MAX_COUNTED_CELLS = 40
MIN_ACTIVE_CLUES = 6  #: in the window of a question without a certain cell
RISK_TOLERANCE = 1e-9


def cropped(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with its window, and its best guess as a cell of it; unchanged if no window
    is smaller than the board."""
    whole = puzzle.whole
    if puzzle.kind == "safe":
        window, counted = _of_safe(whole)
    elif puzzle.kind == "certain":
        window, counted = _of_question(whole, int(puzzle.id[-8:], 16))
    else:
        window, counted = _of_all(whole), True
    window = _trimmed(whole, window, counted=counted)
    if counted and window[2:] == (whole.grid.height, whole.grid.width):
        return puzzle
    best = puzzle.best and (puzzle.best[0] - window[0], puzzle.best[1] - window[1])
    return changed(puzzle, window=window, counted=counted, best=best)


def _analysis(position: Position) -> Analysis:
    return analyse(position, seconds=inf, steps=MAX_COUNT_STEPS)


def _unsettled(whole: Position) -> list[Cell]:
    """Return the hidden cells that single clues do not settle."""
    return list(map(whole.grid.cell, known_mines(whole).hidden_indices))


def _of_all(whole: Position) -> Window:
    """Return the window of all cells that single clues do not settle, with the same risks."""
    analysis = _analysis(whole)
    asked = _unsettled(whole)

    def fits(window: Window) -> bool:
        found = _analysis(window_of(whole, window, counted=True))
        inner = _inward(asked, window)
        return abs(found.log10_layouts - analysis.log10_layouts) < RISK_TOLERANCE and all(
            abs(found.probability(inside) - analysis.probability(cell)) < RISK_TOLERANCE
            for inside, cell in zip(inner, asked, strict=True)
        )

    return _smallest(whole.grid, asked, fits)


def _of_safe(whole: Position) -> tuple[Window, bool]:
    """Return the window of a puzzle that asks for every safe cell, and whether it needs the number
    of mines."""
    safe = _analysis(whole).safe
    proof = together(known_mines(whole), safe)
    if proof is None or any(step.mine_count for step in proof.steps):
        return _of_all(whole), True

    def fits(window: Window) -> bool:
        return set(_analysis(window_of(whole, window, counted=False)).safe) == set(
            _inward(safe, window)
        )

    return _smallest(whole.grid, [*safe, *proof.clues], fits), False


def _of_question(whole: Position, luck: int) -> tuple[Window, bool]:
    """Return the window of a question whether anything is certain, and whether it shows the number
    of mines. ``luck`` places it, so that its middle tells nothing."""
    asked = _unsettled(whole)
    found = easiest_of(_analysis(known_mines(whole)))
    needed = found is not None and any(step.mine_count for step in found.steps)
    if needed or len(asked) <= MAX_COUNTED_CELLS:
        return _of_all(whole), True
    if found is None:
        return _active(whole, asked, luck), False

    def fits(window: Window) -> bool:
        inner = set(_analysis(window_of(whole, window, counted=False)).safe)
        safe = {cell for cell in _analysis(whole).safe if _holds(window, cell)}
        return bool(inner) and inner == set(_inward(safe, window))

    return _smallest(whole.grid, [found.cell, *found.clues], fits, luck), False


def _active(whole: Position, asked: list[Cell], luck: int) -> Window:
    """Return a window with many clues around cells that single clues do not settle."""
    grid, hidden = whole.grid, set(asked)
    border = [c for c in asked if any(whole[near] < HIDDEN for near in whole.neighbours(c))]
    best: tuple[int, Window] | None = None
    for turn in range(len(border)):
        middle = border[(luck + 7 * turn) % len(border)]
        window = _placed(grid, [middle], 0, luck)
        position = window_of(whole, window, counted=False)
        inner = set(_inward([cell for cell in hidden if _holds(window, cell)], window))
        clues = sum(
            position[cell] < HIDDEN and bool(inner & {*position.neighbours(cell)})
            for cell in position
        )
        if best is None or clues > best[0]:
            best = clues, window
        if clues >= MIN_ACTIVE_CLUES:
            break
    assert best is not None, "a position with a clue has cells around it"
    return best[1]


def _smallest(
    grid: Grid, cells: Iterable[Cell], fits: Callable[[Window], bool], luck: int | None = None
) -> Window:
    """Return the first window that fits around some cells, with a growing margin; with ``luck``,
    none is smaller than ``QUESTION_CELLS``. The whole board fits."""
    cells = list(cells)
    for margin in range(MARGIN_CELLS, max(grid.height, grid.width)):
        window = _placed(grid, cells, margin, luck)
        if fits(window):
            return window
    return 0, 0, grid.height, grid.width


def _placed(grid: Grid, cells: list[Cell], margin: int, luck: int | None) -> Window:
    """Return the window around some cells with a margin."""
    least = LEAST_CELLS if luck is None else QUESTION_CELLS
    top, height = _span([row for row, _ in cells], margin, grid.height, least, luck or 0)
    left, width = _span(
        [column for _, column in cells], margin, grid.width, least, (luck or 0) // 97
    )
    return top, left, height, width


def _span(places: list[int], margin: int, size: int, least: int, luck: int) -> tuple[int, int]:
    """Return the first place and the length of a span, which ``luck`` shifts if it is short."""
    first, end = max(0, min(places) - margin), min(size, max(places) + margin + 1)
    length = max(end - first, min(least, size))
    shift = luck % (length - (end - first) + 1)
    return max(0, min(first - shift, size - length)), length


def _holds(window: Window, cell: Cell) -> bool:
    top, left, height, width = window
    return top <= cell[0] < top + height and left <= cell[1] < left + width


def _trimmed(whole: Position, window: Window, *, counted: bool) -> Window:
    """Return a window without outer rows and columns in which everything is cut."""
    shown = list(window_of(whole, window, counted=counted))
    rows, columns = sorted({row for row, _ in shown}), sorted({column for _, column in shown})
    top, left, _, _ = window
    height, width = rows[-1] - rows[0] + 1, columns[-1] - columns[0] + 1
    return top + rows[0], left + columns[0], height, width


def _inward(cells: Iterable[Cell], window: Window) -> list[Cell]:
    """Return cells of the whole board as cells of the window."""
    return [(row - window[0], column - window[1]) for row, column in cells]
