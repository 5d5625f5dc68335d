"""Locates the cells of a board in a picture.

The borders of cells are edges that repeat with a period of one cell in both directions. The period
is the shift at which the vertical edges of the picture coincide with one another, and the
horizontal ones as well. The lines of the board are the edges that run along its whole length.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, product

import numpy as np
from numpy.typing import NDArray

from sapper.errors import NotationError
from sapper.notation.pictures.png import Picture

LEAST, MOST = 8, 128  #: side length of a cell, in pixels
EDGE = 7  #: minimum colour difference of an edge
NEAR = 0.8  #: fit of a shorter shift, relative to the best, from which it is preferred
FEWEST = 3  #: minimum number of cells in a row or column
OUTSIDE = 1000  #: a colour that no pixel has
STRONG = 128  #: colour difference beyond which edges count the same
WHOLE = 0.06  #: bonus for a whole number of pixels in the fit of a comb
CLEAR = 2.0  #: minimum ratio of the edges on lines to those inside cells
CROSSED = 0.6  #: minimum share of the crossing lines that continue between two lines
COMBS = 3  #: maximum number of combs that are compared
ALIKE = 0.75  #: fit of another comb, relative to the best, from which they are compared
LINE = 0.35  #: minimum share of a board's length along which each line has an edge
NONE = "the picture shows no Minesweeper board"

Map = NDArray[np.bool_]
Steps = NDArray[np.int16]
Lines = tuple[float, ...]


@dataclass(frozen=True)
class Lattice:
    """The pixels where the rows and the columns begin, and where the last ones end."""

    rows: Lines
    columns: Lines

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows) - 1

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.columns) - 1


def find_lattice(picture: Picture) -> Lattice:
    """Locate the cells. Raises ``NotationError`` if there is no board."""
    if min(picture.shape[:2]) < FEWEST * LEAST:
        raise NotationError(NONE)
    # The edge of the picture is an edge as well: the picture may show nothing but the board.
    pixels = np.pad(picture.astype(np.int16), ((1, 1), (1, 1), (0, 0)), constant_values=OUTSIDE)
    steps_across, steps_down = _steps(pixels), _steps(pixels.swapaxes(0, 1))
    across, down = steps_across >= EDGE, steps_down >= EDGE  # sides of cells, upper and lower ones
    side = _side(across, down)
    # Periodic edges show roughly where the board is; its lines are then found inside.
    left, right = _extent(_periodic(across, side), side)
    top, bottom = _extent(_periodic(down, side), side)
    combs = product(
        _combs(steps_down[left:right], side, top, bottom),
        _combs(steps_across[top:bottom], side, left, right),
    )
    # The lower edge of raised cells repeats as the lines do, but open cells do not have it: of the
    # combs that fit the edges about as well, those of the lines bound the most cells.
    boards = [found for rows, columns in combs if (found := _board(rows, columns, across, down))]
    if not boards:
        raise NotationError(NONE)
    return max(boards, key=lambda found: found.height * found.width)


def _board(rows: Lines, columns: Lines, across: Map, down: Map) -> Lattice | None:
    """Return the cells that these lines bound, if there are enough of them."""
    rows = _with_cells(rows, columns, across)
    columns = _with_cells(columns, rows, down)
    rows = _with_cells(rows, columns, across)
    if min(len(rows), len(columns)) <= FEWEST:
        return None
    return Lattice(tuple(at - 1 for at in rows), tuple(at - 1 for at in columns))


def _steps(pixels: NDArray[np.int16]) -> Steps:
    """Return how much each pixel differs from the one to its left."""
    steps = np.zeros(pixels.shape[:2], np.int16)
    red, green, blue = (abs(np.diff(pixels[:, :, i], axis=1)) for i in range(3))
    steps[:, 1:] = np.maximum(np.maximum(red, green), blue)
    return steps


def _widened(edges: Map) -> Map:
    """Return the edges widened by a pixel on either side, since cells of scaled boards differ in
    size by one."""
    wide = edges.copy()
    wide[:, 1:] |= edges[:, :-1]
    wide[:, :-1] |= edges[:, 1:]
    return wide


def _side(across: Map, down: Map) -> int:
    """Return the side of a cell, to the nearest pixel."""
    most = min(MOST, across.shape[1] // FEWEST, down.shape[1] // FEWEST)
    shifts = range(LEAST, most + 1)
    scores = np.array([1.0] * len(shifts))
    for edges in (across, down):
        wide, all_edges = _widened(edges), max(1, int(np.count_nonzero(edges)))
        for i, shift in enumerate(shifts):
            scores[i] *= int(np.count_nonzero(edges[:, shift:] & wide[:, :-shift])) / all_edges
    scores = np.sqrt(scores)
    if not len(scores) or scores.max() < 0.2:
        raise NotationError(NONE)
    good = np.flatnonzero(scores >= NEAR * scores.max())
    first = int(good[0])
    while first + 1 < len(scores) and scores[first + 1] > scores[first]:
        first += 1  # to the top of this peak
    return shifts[first]


def _periodic(edges: Map, side: int) -> Map:
    """Return the edges that recur one cell before and one after, or twice on one side."""
    wide = _widened(edges)
    after = np.zeros_like(edges)
    after[:, :-side] = wide[:, side:]
    before = np.zeros_like(edges)
    before[:, side:] = wide[:, :-side]
    return edges & (after | before)


def _extent(periodic: Map, side: int) -> tuple[int, int]:
    """Return the start and end of the longest stretch of such edges."""
    counts = periodic.sum(axis=0)
    strong = np.flatnonzero(counts >= max(FEWEST * LEAST, 0.25 * _upper(counts)))
    if not len(strong):
        raise NotationError(NONE)
    breaks = np.flatnonzero(np.diff(strong) > 1.5 * side)
    starts, ends = [0, *(breaks + 1)], [*breaks, len(strong) - 1]
    first, last = max(
        zip(starts, ends, strict=True), key=lambda each: strong[each[1]] - strong[each[0]]
    )
    return max(0, int(strong[first]) - 3), min(len(counts), int(strong[last]) + 4)


def _upper(counts: NDArray[np.int64]) -> float:
    """Return the typical strength of a line of the board: the upper tenth of the counts."""
    return float(np.quantile(counts, 0.97))


def _combs(steps: Steps, side: int, start: int, end: int) -> list[Lines]:
    """Return the combs of lines from ``start`` to ``end`` that fit the edges best, the best one
    first. Sides are whole numbers of pixels unless another length fits clearly better."""
    strength = _smoothed((steps >= EDGE).mean(axis=0))[start:end]
    clear = _smoothed(np.minimum(steps, STRONG).mean(axis=0) / STRONG)[start:end]
    best = (-1.0, float(side))
    fits = np.zeros(0)
    for period in np.arange(side - 1.0, side + 1.01, 0.05):
        scores = _fits(strength + clear, float(period))
        score = float(scores.max()) + WHOLE * (abs(period - round(period)) < 0.01)
        if score > best[0] + 1e-9:
            best, fits = (score, float(period)), scores
    # Edges beside a line fit as well as it does, being its own: a cell has few separate ones.
    phases: list[int] = []
    for phase in np.argsort(-fits, kind="stable"):
        apart = all(abs(phase - other) > 1 for other in phases)
        if apart and len(phases) < COMBS and fits[phase] >= ALIKE * fits.max():
            phases.append(int(phase))
    combs = (_comb(strength, side, best[1], phase) for phase in phases)
    return [tuple(start + at for at in comb) for comb in combs if comb]


def _fits(edges: NDArray[np.float64], period: float) -> NDArray[np.float64]:
    """Return the mean edge on the lines of a comb that begins at each pixel of the first cell."""
    length = len(edges)
    teeth, phases = np.arange(0.0, length + period, period), np.arange(0.0, period, 1.0)
    places = np.rint(phases[:, None] + teeth).astype(int)
    inside = places < length
    found = np.where(inside, edges[np.minimum(places, length - 1)], 0.0).sum(axis=1)
    many = inside.sum(axis=1)
    return np.where(many > FEWEST, found / np.maximum(many, 1), -1.0)


def _comb(strength: NDArray[np.float64], side: int, period: float, phase: int) -> Lines:
    """Return the longest run of lines with edges; none if cells have as many inside."""
    length = len(strength)
    places = np.arange(phase, length - 0.5, period)
    strong = [float(strength[round(at)]) for at in places if round(at) < length]
    least = LINE * float(np.median(strong)) if strong else 1.0
    run = _longest_run([i for i, each in enumerate(strong) if each >= least])
    middles = [round(phase + (i + 0.5) * period) for i in run[:-1]]
    spread = range(-side // 5, side // 5 + 1)
    between = float(np.mean([strength[at + by] for at in middles for by in spread] or [1.0]))
    lines = float(np.mean([strong[i] for i in run] or [0.0]))
    if len(run) <= FEWEST or lines < CLEAR * between:
        return ()
    return tuple(phase + i * period for i in run)


def _with_cells(lines: Lines, crossing: Lines, edges: Map) -> Lines:
    """Return the lines without outer ones that bound no cells, such as the frame of a window: there
    the ``crossing`` lines, whose ``edges`` are given, do not continue."""
    if not crossing:
        return ()
    wide = _widened(edges)
    places = [min(round(at), edges.shape[1] - 1) for at in crossing]
    share = wide[:, places].mean(axis=1)
    crossed = [
        float(share[round(a) + 2 : max(round(a) + 3, round(b) - 1)].mean()) >= CROSSED
        for a, b in pairwise(lines)
    ]
    run = _longest_run([i for i, each in enumerate(crossed) if each])
    if len(run) < FEWEST:
        return ()
    return lines[run[0] : run[-1] + 2]


def _smoothed(strength: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the strongest edge within one pixel, slightly reduced beside its place."""
    beside = 0.8 * strength
    smoothed = strength.copy()
    smoothed[1:] = np.maximum(smoothed[1:], beside[:-1])
    smoothed[:-1] = np.maximum(smoothed[:-1], beside[1:])
    return smoothed


def _longest_run(numbers: list[int]) -> list[int]:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return max(runs, key=len, default=[])
