"""Locates the cells of a board in a picture.

The borders of cells are edges that repeat with a period of one cell in both directions. The period
is the shift at which the vertical edges of the picture coincide with one another, and the
horizontal ones as well. The lines of the board are the edges that run along its whole length.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, product
from math import ceil, sqrt
from statistics import fmean, median, quantiles

from sapper.errors import NotationError
from sapper.notation.pictures.edges import MAX_SIDE, MIN_SIDE, Edges, edges_across, edges_down
from sapper.notation.pictures.png import Picture

NEAR_FIT = 0.8  #: fit of a shorter shift, relative to the best, from which it is preferred
MIN_CELLS = 3  #: minimum number of cells in a row or column
WHOLE_BONUS = 0.06  #: bonus for a whole number of pixels in the fit of a comb
MIN_CONTRAST = 2.0  #: minimum ratio of the edges on lines to those inside cells
MIN_CROSSED = 0.6  #: minimum share of the crossing lines that continue between two lines
MAX_COMBS = 3  #: maximum number of combs that are compared
NEAR_COMB_FIT = 0.75  #: fit of another comb, relative to the best, from which they are compared
HALF = 0.5 + 1e-9  #: added to round to the nearest pixel, halves up
MIN_LINE = 0.35  #: minimum share of a board's length along which each line has an edge
NO_BOARD = "the picture shows no Minesweeper board"

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
    if min(picture.width, picture.height) < MIN_CELLS * MIN_SIDE:
        raise NotationError(NO_BOARD)
    across, down = edges_across(picture), edges_down(picture)
    side = _side(across, down)
    # Periodic edges show roughly where the board is; its lines are then found inside.
    left, right = _extent(across.periodic(side), side)
    top, bottom = _extent(down.periodic(side), side)
    combs = product(
        _combs(down, side, (left, right), (top, bottom)),
        _combs(across, side, (top, bottom), (left, right)),
    )
    # The lower edge of raised cells repeats as the lines do, but open cells do not have it: of the
    # combs that fit the edges about as well, those of the lines bound the most cells.
    boards = [found for rows, columns in combs if (found := _board(rows, columns, across, down))]
    if not boards:
        raise NotationError(NO_BOARD)
    return max(boards, key=lambda found: found.height * found.width)


def _board(rows: Lines, columns: Lines, across: Edges, down: Edges) -> Lattice | None:
    """Return the cells that these lines bound, if there are enough of them."""
    rows = _with_cells(rows, columns, across)
    columns = _with_cells(columns, rows, down)
    rows = _with_cells(rows, columns, across)
    if min(len(rows), len(columns)) <= MIN_CELLS:
        return None
    return Lattice(tuple(at - 1 for at in rows), tuple(at - 1 for at in columns))


def _side(across: Edges, down: Edges) -> int:
    """Return the side of a cell, to the nearest pixel."""
    most = min(MAX_SIDE, across.length // MIN_CELLS, down.length // MIN_CELLS)
    shifts = range(MIN_SIDE, most + 1)
    edges = max(1, across.bits.bit_count()) * max(1, down.bits.bit_count())
    found = (across.recurring(shift) * down.recurring(shift) for shift in shifts)
    scores = [sqrt(each / edges) for each in found]
    best = max(scores, default=0.0)
    if best < 0.2:
        raise NotationError(NO_BOARD)
    first = next(i for i, score in enumerate(scores) if score >= NEAR_FIT * best)
    while first + 1 < len(scores) and scores[first + 1] > scores[first]:
        first += 1  # to the top of this peak
    return shifts[first]


def _extent(counts: list[int], side: int) -> tuple[int, int]:
    """Return the start and end of the longest stretch of pixels with many periodic edges."""
    # The typical strength of a line of the board is the upper tenth of the counts.
    least = max(MIN_CELLS * MIN_SIDE, 0.25 * quantiles(counts, n=100, method="inclusive")[96])
    strong = [at for at, each in enumerate(counts) if each >= least]
    if not strong:
        raise NotationError(NO_BOARD)
    ends = [i for i, (a, b) in enumerate(pairwise(strong)) if b - a > 1.5 * side]
    stretches = zip([0, *(i + 1 for i in ends)], [*ends, len(strong) - 1], strict=True)
    first, last = max(stretches, key=lambda each: strong[each[1]] - strong[each[0]])
    return max(0, strong[first] - 3), min(len(counts), strong[last] + 4)


def _combs(edges: Edges, side: int, lines: tuple[int, int], span: tuple[int, int]) -> list[Lines]:
    """Return the combs in ``span`` that fit the edges of ``lines`` best, the best one first. Sides
    are whole numbers of pixels unless another length fits clearly better."""
    start, end = span
    strength, clear = (_smoothed(each)[start:end] for each in edges.strengths(*lines))
    weights = [a + b for a, b in zip(strength, clear, strict=True)]
    best, fits, period = -1.0, [0.0], float(side)
    for i in range(41):
        tried = side - 1.0 + 0.05 * i
        scores = _fits(weights, tried)
        score = max(scores) + WHOLE_BONUS * (abs(tried - round(tried)) < 0.01)
        if score > best + 1e-9:
            best, fits, period = score, scores, tried
    # Edges beside a line fit as well as it does, being its own: a cell has few separate ones.
    phases: list[int] = []
    for phase in sorted(range(len(fits)), key=lambda phase: -fits[phase]):
        apart = all(abs(phase - other) > 1 for other in phases)
        if apart and len(phases) < MAX_COMBS and fits[phase] >= NEAR_COMB_FIT * max(fits):
            phases.append(phase)
    combs = (_comb(strength, side, period, phase) for phase in phases)
    return [tuple(start + at for at in comb) for comb in combs if comb]


def _fits(edges: list[float], period: float) -> list[float]:
    """Return the mean edge on the lines of a comb that begins at each pixel of the first cell."""
    combs = [_teeth(phase, period, len(edges)) for phase in range(ceil(period))]
    return [
        sum(edges[at] for at in comb) / len(comb) if len(comb) > MIN_CELLS else -1.0
        for comb in combs
    ]


def _teeth(phase: int, period: float, length: int) -> list[int]:
    """Return the pixels of a comb that begins at ``phase``."""
    places = (int(phase + period * i + HALF) for i in range(int(length / period) + 2))
    return [at for at in places if at < length]


def _comb(strength: list[float], side: int, period: float, phase: int) -> Lines:
    """Return the longest run of lines with edges; none if cells have as many inside."""
    strong = [strength[at] for at in _teeth(phase, period, len(strength))]
    least = MIN_LINE * median(strong) if strong else 1.0
    run = _longest_run([i for i, each in enumerate(strong) if each >= least])
    middles = [round(phase + (i + 0.5) * period) for i in run[:-1]]
    spread = range(-side // 5, side // 5 + 1)
    between = fmean([strength[at + by] for at in middles for by in spread] or [1.0])
    lines = fmean([strong[i] for i in run] or [0.0])
    if len(run) <= MIN_CELLS or lines < MIN_CONTRAST * between:
        return ()
    return tuple(phase + i * period for i in run)


def _with_cells(lines: Lines, crossing: Lines, edges: Edges) -> Lines:
    """Return the lines without outer ones that bound no cells, such as the frame of a window: there
    the ``crossing`` lines, whose ``edges`` are given, do not continue."""
    if not crossing:
        return ()
    shares = edges.shares(crossing)
    crossed = [
        fmean(shares[round(a) + 2 : max(round(a) + 3, round(b) - 1)]) >= MIN_CROSSED
        for a, b in pairwise(lines)
    ]
    run = _longest_run([i for i, each in enumerate(crossed) if each])
    if len(run) < MIN_CELLS:
        return ()
    return lines[run[0] : run[-1] + 2]


def _smoothed(strength: list[float]) -> list[float]:
    """Return the strongest edge within one pixel, slightly reduced beside its place."""
    beside = [0.0, *(0.8 * each for each in strength), 0.0]
    return [max(at) for at in zip(beside, strength, beside[2:], strict=False)]


def _longest_run(numbers: list[int]) -> list[int]:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return max(runs, key=len, default=[])
