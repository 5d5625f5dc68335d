"""Large boards with more layouts than a double can hold, compared with exact integers."""

from fractions import Fraction
from math import comb, log, sqrt

import numpy as np
import pytest

from sapper.game import BLOCKED, HIDDEN, Deal, Grid, Position, Rules
from sapper.inference import Belief

pytestmark = pytest.mark.kernel


def separate(pieces: int, far: int, mines: int) -> Position:
    """So many times ``H1H1H``, which has one mine (in the middle) or two, and cells far off."""
    cells = bytes([HIDDEN, 1, HIDDEN, 1, HIDDEN, BLOCKED]) * pieces + bytes([HIDDEN]) * far
    edges = [(6 * k + i, 6 * k + i + 1) for k in range(pieces) for i in range(4)]
    blocked = frozenset(range(5, 6 * pieces, 6))
    grid = Grid(len(cells), 1, "graph", blocked, tuple(edges))
    return Position(grid, Rules("any"), mines, cells)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pieces", "far", "mines"),
    [
        (10, 100, 25),
        (100, 100, 150),
        (100, 0, 130),
        (300, 0, 301),
        (300, 0, 599),
        (300, 3_000, 420),
        (300, 300, 899),
        (600, 1_000, 680),
        (800, 1_000, 801),
        (800, 10_000, 1_340),
        (2_000, 4_000, 2_900),
        (2_000, 20_000, 4_000),
        (2_000, 2_000, 3_999),
    ],
)
def test_many_components_under_a_number_of_mines(pieces: int, far: int, mines: int) -> None:
    rest = mines - pieces
    ways = {t: comb(pieces, t) * comb(far, rest - t) for t in range(min(pieces, rest) + 1)}
    total = sum(ways.values())
    in_middle = Fraction(sum((pieces - t) * n for t, n in ways.items()), pieces * total)
    belief = Belief(separate(pieces, far, mines))
    risk = np.frombuffer(belief.probabilities)
    assert belief.log_layouts == pytest.approx(log(total), rel=1e-11)
    assert risk[2] == pytest.approx(float(in_middle), rel=1e-9)
    assert risk[6 * pieces - 2] == pytest.approx(float(1 - in_middle), rel=1e-9)
    if far:
        outside = Fraction(sum((rest - t) * n for t, n in ways.items()), far * total)
        assert risk[-1] == pytest.approx(float(outside), rel=1e-9)


@pytest.mark.parametrize(("links", "far"), [(40, 0), (40, 700), (400, 300), (400, 2_000)])
def test_one_long_component_under_a_number_of_mines(links: int, far: int) -> None:
    """Ties in a row; between two of them a 2 that sees both, and two cells of its own."""
    cells = bytes([HIDDEN, 2, HIDDEN, HIDDEN]) * links + bytes([HIDDEN]) * (1 + far)
    seen = (0, 2, 3, 4)
    edges = [(4 * k + 1, 4 * k + other) for k in range(links) for other in seen]
    grid = Grid(len(cells), 1, "graph", frozenset(), tuple(edges))
    # by number of mines the ways to lay them up to a tie that is empty, and to one that is mined
    empty, mined = {0: 1}, {1: 1}
    for _ in range(links):
        empty, mined = (
            _sum([(empty, 2, 1), (mined, 1, 2)]),
            _sum([(empty, 2, 2), (mined, 1, 1)]),
        )
    ways = _sum([(empty, 0, 1), (mined, 0, 1)])
    mines = min(ways) + (max(ways) - min(ways)) // 8 + far // 10
    layouts = {n: times * comb(far, mines - n) for n, times in ways.items() if n <= mines}
    total = sum(layouts.values())
    belief = Belief(Position(grid, Rules("any"), mines, cells))
    assert belief.log_layouts == pytest.approx(log(total), rel=1e-11)
    near = float(np.nansum(np.frombuffer(belief.probabilities)[: 4 * links + 1]))
    expected = Fraction(sum(n * times for n, times in layouts.items()), total)
    assert near == pytest.approx(float(expected), rel=1e-9)


def _sum(parts: list[tuple[dict[int, int], int, int]]) -> dict[int, int]:
    """Add up polynomials, each shifted by some mines and multiplied."""
    out: dict[int, int] = {}
    for polynomial, shift, times in parts:
        for n, m in polynomial.items():
            out[n + shift] = out.get(n + shift, 0) + times * m
    return out


@pytest.mark.parametrize("percent", [20, 10, 5])
def test_on_a_large_board_what_is_expected_is_what_is_there(percent: int) -> None:
    """The deal is one of the layouts, each as likely as the others: as many mines lie next to
    clues as are expected there, give or take what chance may do to the rest."""
    grid = Grid(120, 120)
    mines = grid.size * percent // 100
    deal = Deal.seeded(grid, mines, 73)
    laid = deal.mine_indices(0, "any")
    cells = bytearray([HIDDEN]) * grid.size
    for i in deal.order[mines : mines + grid.size // 5]:
        cells[i] = sum(j in laid for j in grid.neighbour_indices(i))
    position = Position(grid, Rules("any", zeros_open=False), mines, bytes(cells))
    risk = np.frombuffer(Belief(position).probabilities)
    near = {j for i, code in enumerate(cells) if code < HIDDEN for j in grid.neighbour_indices(i)}
    far = [i for i in position.hidden_indices if i not in near]
    there = sum(i in laid for i in far)
    assert abs(float(np.sum(risk[far])) - there) < 4 * sqrt(there)


def test_nearly_certain_is_not_certain() -> None:
    """Nine clues of 100 share a cell: with it a mine there are 100**9 layouts, without it one –
    and only that one leaves a cell far off safe, at odds below what a double tells from 1."""
    shared, box = 9 * 101, 100
    edges = [(k * 101 + box, k * 101 + i) for k in range(9) for i in range(box)]
    edges += [(k * 101 + box, shared) for k in range(9)]
    cells = (bytes([HIDDEN]) * box + bytes([box])) * 9 + bytes([HIDDEN]) * 9
    grid = Grid(len(cells), 1, "graph", frozenset(), tuple(edges))
    position = Position(grid, Rules("any"), 9 * 99 + 1 + 8, cells)
    risk = np.frombuffer(Belief(position).probabilities)
    assert 0.999 < risk[-1] < 1.0
    assert 0.999 < risk[shared] < 1.0
