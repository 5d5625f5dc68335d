"""Locates the cells of a board in a picture.

The borders of cells are edges that repeat with a period of one cell in both directions. Each period
at which many edges coincide with others is tried: where edges repeat both across and down, there
may be a board, and of all boards found the one with the most cells that are bounded on all sides
counts. Gaps, bevels and rounded corners are edges beside the lines between cells.
"""

from __future__ import annotations

from cmath import phase as angle
from cmath import rect
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from math import pi, sqrt
from operator import or_
from statistics import fmean, median

from sapper.errors import NotationError
from sapper_formats.pictures.edges import Edges, edges_of
from sapper_formats.pictures.png import Picture

MIN_SIDE, MAX_SIDE = 8, 200  #: side length of a cell, in pixels
MIN_CELLS = 4  #: minimum number of cells in a row or column
NEAR_SCORE = 0.3  #: score of another period, relative to the best, from which it is tried
MAX_PERIODS = 6  #: maximum number of periods that are tried
MIN_COVERED = 0.35  #: minimum share of the side of a block that edges cover
TOLERANCE = 0.14  #: distance from a line at which an edge belongs to it, as a share of the side
MIN_LINED = 0.55  #: minimum share of the side of a cell along which there is an edge
MIN_BOUNDED = 0.7  #: minimum share of bounded cells in a row or column, relative to the others
MIN_SHARE = 0.4  #: minimum number of blocks in a row or column, relative to the others
CLEAR_INSIDE, CLEAR_OUTSIDE = 0.8, 0.4  #: the same where the board clearly ends
WELL_BOUNDED = 0.9  #: the same beyond a gap
MIN_WEAK, MAX_WEAK = 0.33, 8  #: the same for rows or columns between others, and how many
ENCLOSED, ENOUGH_CELLS = 0.9, 60  #: share of bounded cells of a board that is certain, and cells
MAX_GAP = 3  #: maximum distance in cells between two rows or columns with enough of them
MAX_SKEW = 0.12  #: maximum difference between width and height of a cell
NO_BOARD = "the picture shows no Minesweeper board: crop it to the board"

Lines = tuple[float, ...]
Span = tuple[float, float]
Cover = list[list[bool]]
Box = tuple[Span, Span]  #: a range of x, and one of y


@dataclass(frozen=True)
class Lattice:
    """The pixels where the rows and the columns begin, and where the last ones end."""

    rows: Lines
    columns: Lines
    bounded: int = 0  #: number of cells with edges around them
    cut: bool = False  #: whether the picture cuts off a row or column, which is left out
    clear: bool = True  #: whether it is clear where the board ends

    @property
    def weight(self) -> float:
        """The number of cells with edges around them; less if these are only some of its cells."""
        return (1 + self.clear) * self.bounded**3 / (self.width * self.height) ** 2

    @property
    def certain(self) -> bool:
        """Whether most of its cells, which are many, have edges around them."""
        number = self.width * self.height
        return self.clear and self.bounded > ENCLOSED * max(number, ENOUGH_CELLS)

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
    across, down = edges_of(picture)
    boards: list[Lattice] = []
    for side in _periods(across.thin, down.thin):
        found = _lattice(across, down, side)
        boards += [] if found is None else [found]
        if found is not None and found.certain:
            break
    if not boards:
        raise NotationError(NO_BOARD)
    return max(boards, key=lambda each: each.weight)


def _periods(across: Edges, down: Edges) -> list[int]:
    """Return the sides of cells to try, in pixels, the most promising one first."""
    most = min(MAX_SIDE, across.lines // MIN_CELLS + 1, down.lines // MIN_CELLS + 1)
    sides = range(MIN_SIDE, most + 1)
    scores = [sqrt(across.recurring(side) * down.recurring(side)) for side in sides]
    beside = [0.0, *scores, 0.0]
    peaks = [
        (score, side)
        for side, score, before, after in zip(sides, scores, beside, beside[2:], strict=False)
        if score >= before and score > after
    ]
    best = max(peaks, default=(0.0, 0))[0]
    tried = sorted((peak for peak in peaks if peak[0] > NEAR_SCORE * best), reverse=True)
    return [side for _, side in tried[:MAX_PERIODS]]


def _box(upright: list[int], level: list[int], across: Edges, down: Edges, side: int) -> Box | None:
    """Return where edges repeat in both directions: the largest such place."""
    columns, rows = -(-across.lines // side), -(-down.lines // side)
    left_right = _blocks(upright, across, side, rows)
    top_bottom = _blocks(level, down, side, columns)
    least = MIN_COVERED * side / across.stride
    good = {
        (row, column)
        for row in range(rows)
        for column in range(columns)
        if min(left_right[column][row], top_bottom[row][column]) >= least
    }
    best: list[tuple[int, int]] = []
    while good:
        waiting, part = [good.pop()], []
        while waiting:
            row, column = waiting.pop()
            part.append((row, column))
            near = {(row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} & good
            good -= near
            waiting += near
        best = max(best, part, key=len)
    if len(best) < MIN_CELLS * MIN_CELLS // 2:
        return None
    down_, across_ = (_most(places, side) for places in zip(*best, strict=True))
    return across_, down_


def _most(places: Sequence[int], side: int) -> Span:
    """Return the range of pixels of most of these blocks, and a block beside them."""
    counts = Counter(places)
    least = MIN_SHARE * max(counts.values())
    kept = [place for place, count in counts.items() if count >= least]
    return side * (min(kept) - 1.0), side * (max(kept) + 2.0)


def _blocks(lines: list[int], edges: Edges, side: int, parts: int) -> list[list[int]]:
    """Return how many pixels of the lines of each block, in which they are taken together, are at
    an edge that repeats; by the place of the block across the lines, and along them."""
    merged = [reduce(or_, lines[at : at + side]) for at in range(0, edges.lines, side)]
    spans = [edges.span(side * part, side * (part + 1)) for part in range(parts)]
    return [[(line & span).bit_count() for span in spans] for line in merged]


def _lattice(across: Edges, down: Edges, side: int) -> Lattice | None:
    """Return the cells of this side, if there are any."""
    across, down = across.long(side), down.long(side)
    upright, level = across.periodic(side), down.periodic(side)
    box = _box(upright, level, across, down, side)
    if box is None:
        return None
    columns = _comb(upright, across, side, *box)
    rows = _comb(level, down, side, *reversed(box))
    if not columns or not rows:
        return None
    period = (columns[1] - columns[0], rows[1] - rows[0])
    if abs(period[0] - period[1]) > MAX_SKEW * side:
        return None
    in_row, in_column = _bounded(across, down, columns, rows)
    (left, right), (top, bottom) = (
        [max(0, round((at - lines[0]) / (lines[1] - lines[0]))) for at in span]
        for lines, span in zip((columns, rows), box, strict=True)
    )
    for _ in range(3):
        across_shares = [_share(line[left:right]) for line in in_row]
        top, bottom = _run(across_shares, top, bottom)
        down_shares = [_share(line[top:bottom]) for line in in_column]
        left, right = _run(down_shares, left, right)
        if min(bottom - top, right - left) < MIN_CELLS:
            return None
    clear = _clear(across_shares, top, bottom) and _clear(down_shares, left, right)
    kept = _within(rows, top, bottom, down), _within(columns, left, right, across)
    cut = kept != ((top, bottom), (left, right))
    (top, bottom), (left, right) = kept
    if min(bottom - top, right - left) < MIN_CELLS:
        return None
    number = sum(sum(line[left:right]) for line in in_row[top:bottom])
    return Lattice(rows[top : bottom + 1], columns[left : right + 1], number, cut, clear)


def _clear(shares: Sequence[float], start: int, end: int) -> bool:
    """Return whether the cells at both ends are bounded about as well as the others, and those
    beyond hardly."""
    usual = median(shares[start:end])
    inside = min(shares[start], shares[end - 1])
    outside = max(*shares[max(0, start - 1) : start], *shares[end : end + 1], 0.0, 0.0)
    return inside > CLEAR_INSIDE * usual and outside < CLEAR_OUTSIDE * usual


def _within(lines: Lines, start: int, end: int, edges: Edges) -> tuple[int, int]:
    """Return the range of cells, of these, that the picture does not cut off."""
    reach = TOLERANCE * (lines[1] - lines[0])
    kept = [at for at in range(start, end + 1) if -reach <= lines[at] <= edges.lines + reach]
    return kept[0], kept[-1]


def _bounded(across: Edges, down: Edges, columns: Lines, rows: Lines) -> tuple[Cover, Cover]:
    """Return which cells go on in their row, row by row, and in their column, column by column.

    A row goes on where the lines between columns do, and where one above or below bounds it. Edges
    that are in the middle of a cell both across and down are noise.
    """
    sides = _turned(_covered(across, columns, rows))
    ends = _covered(down, rows, columns)
    upright = _turned(_covered(across, [(a + b) / 2 for a, b in pairwise(columns)], rows))
    level = _covered(down, [(a + b) / 2 for a, b in pairwise(rows)], columns)
    clear = [
        [not (a and b) for a, b in zip(*both, strict=True)]
        for both in zip(upright, level, strict=True)
    ]
    in_row = _going_on(sides, ends, clear)
    return in_row, _going_on(_turned(ends), _turned(sides), _turned(clear))


def _going_on(sides: Cover, ends: Cover, clear: Cover) -> Cover:
    return [
        [
            left and right and (above or below) and free
            for (left, right), above, below, free in zip(pairwise(side), *both, well, strict=True)
        ]
        for side, both, well in zip(sides, pairwise(ends), clear, strict=True)
    ]


def _turned(cover: Cover) -> Cover:
    return [list(line) for line in zip(*cover, strict=True)]


def _share(cells: Sequence[bool]) -> float:
    return fmean(cells) if cells else 0.0


def _comb(lines: list[int], edges: Edges, side: int, span: Span, along: Span) -> Lines:
    """Return the lines between cells in ``span``, equally far apart: where the edges are on
    average."""
    mask = edges.span(*along)
    start, end = max(0, round(span[0])), min(edges.lines, round(span[1]))
    weights = [(at, (lines[at] & mask).bit_count()) for at in range(start, end)]
    least = 0.25 * max((weight for _, weight in weights), default=0)
    strong = [(at - start, weight) for at, weight in weights if weight and weight >= least]
    if not strong:
        return ()

    def mean(period: float) -> complex:
        return sum(weight * rect(1.0, 2 * pi * at / period) for at, weight in strong)

    period = float(side)
    for step in (0.2, 0.05, 0.01):
        period = max((period + step * k for k in range(-5, 6)), key=lambda tried: abs(mean(tried)))
    first = start + angle(mean(period)) / (2 * pi) * period
    # The comb covers the whole picture, and cells that it cuts off at its edges.
    first = first % period - period
    number = int((edges.lines - first) / period) + 2
    return tuple(first + period * k for k in range(number))


def _covered(edges: Edges, lines: Sequence[float], crossing: Lines) -> Cover:
    """Return whether edges cover the lines between each two crossing ones, line by line."""
    reach = max(1.0, TOLERANCE * (crossing[1] - crossing[0]))
    spans = [edges.span(a, b) for a, b in pairwise(crossing)]
    covered = []
    for at in lines:
        first, last = round(at - reach), round(at + reach)
        if first <= 0 or last >= edges.lines:
            covered.append([True] * len(spans))
            continue
        merged = reduce(or_, edges.each[first : last + 1])
        covered.append(
            [(merged & span).bit_count() >= MIN_LINED * max(1, span.bit_count()) for span in spans]
        )
    return covered


def _run(shares: Sequence[float], start: int, end: int) -> tuple[int, int]:
    """Return the stretch of lines with enough bounded cells that has most of those from ``start``
    to ``end``. A few others may lie between lines whose cells are bounded very well, because open
    cells may have no border."""
    usual = median([share for share in shares[start:end] if share] or [1.0])
    good = [at for at, share in enumerate(shares) if share >= MIN_BOUNDED * usual]
    runs: list[tuple[int, int]] = []
    for at in good:
        reach = MAX_GAP if shares[at] >= WELL_BOUNDED * usual else 1
        between = shares[runs[-1][1] : at] if runs else ()
        weak = len(between) < MAX_WEAK and min(between, default=1.0) >= MIN_WEAK * usual
        if runs and (at - runs[-1][1] < reach or weak):
            runs[-1] = (runs[-1][0], at + 1)
        else:
            runs.append((at, at + 1))
    return max(runs, default=(0, 0), key=lambda run: min(run[1], end) - max(run[0], start))
