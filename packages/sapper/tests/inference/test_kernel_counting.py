"""Counting agrees with brute force and, on larger positions, with the laws of probability."""

import math
from collections.abc import Iterator
from dataclasses import replace

import pytest

from sapper.game import FLAGGED, HIDDEN, MINE, Chance, Grid, Kind, Position
from tests.inference import brute
from tests.inference.counted import Counters
from tests.inference.larger import EXPERT, JOINED, played_positions, scattered_positions
from tests.inference.positions import KINDS, small_positions

pytestmark = pytest.mark.kernel

CLOSE = 1e-12


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_counting_is_brute_force(kind: Kind) -> None:
    count = Counters()
    joined = [position for position in JOINED if position.grid.kind == kind]
    for position in (*small_positions(61, 5_000, [kind]), *joined):
        total, mines = brute.mine_counts(position)
        found = count(position)
        assert found is not None, position
        log_layouts, risk = found
        assert log_layouts == pytest.approx(math.log(total), abs=1e-9), position
        for i, p in enumerate(risk):
            if HIDDEN <= position.cells[i] <= FLAGGED:
                assert abs(p - mines[i] / total) <= CLOSE, (position, i)
                assert (p == 0.0) == (mines[i] == 0), (position, i)
                assert (p == 1.0) == (mines[i] == total), (position, i)
            else:
                assert math.isnan(p), (position, i)


@pytest.mark.slow
def test_impossible_is_what_brute_force_finds_no_layout_for() -> None:
    count = Counters()
    impossible = 0
    for position in small_positions(62, 5_000, consistent=False):
        total, mines = brute.mine_counts(position)
        found = count(position)
        assert (found is None) == (total == 0), position
        impossible += total == 0
        if found is not None:
            for i in position.hidden_indices:
                assert abs(found[1][i] - mines[i] / total) <= CLOSE, (position, i)
    assert 2_000 < impossible < 4_500


def larger_positions() -> Iterator[Position]:
    """From real play on every kind of grid, and with cells opened anywhere."""
    yield from played_positions(63, 120)
    yield from played_positions(64, 40, Grid(14, 12, "torus", frozenset({0, 1, 40})), 30)
    yield from played_positions(65, 40, Grid(15, 15, "hex"), 45)
    yield from played_positions(66, 40, as_graph(Grid(12, 10, blocked=frozenset({33, 77}))), 24)
    yield from scattered_positions(67, 10, Grid(20, 20), 90, 130)
    yield from scattered_positions(67, 10, Grid(20, 20, "torus", frozenset({21, 22})), 60, 100)
    yield from scattered_positions(67, 10, Grid(30, 20, "hex"), 150, 150)


def test_risks_add_up_to_the_mines_left() -> None:
    count = Counters()
    for position in larger_positions():
        found = count(position)
        assert found is not None
        total = math.fsum(found[1][i] for i in position.hidden_indices)
        assert total == pytest.approx(position.mines_left, abs=1e-9), position


def test_what_a_cell_may_show_splits_the_layouts() -> None:
    """The law of total probability: the results are the sums over everything a cell may show."""
    count = Counters()
    chance = Chance(67)
    for position in larger_positions():
        now = count(position)
        assert now is not None
        index = chance.choice(position.hidden_indices)
        lives = replace(position, rules=replace(position.rules, lives=position.rules.lives + 1))
        seen = [*range(len(position.grid.neighbour_indices(index)) + 1), MINE]
        weights, means = 0.0, dict.fromkeys(position.hidden_indices, 0.0)
        for code in seen:
            after = count(lives.with_cell(position.grid.cell(index), code))
            if after is None:
                assert code != MINE or now[1][index] == 0.0
                continue
            weight = math.exp(after[0] - now[0])
            weights += weight
            if code == MINE:
                assert weight == pytest.approx(now[1][index], abs=1e-10)
                means[index] += weight
            for i in position.hidden_indices:
                if i != index:
                    means[i] += weight * after[1][i]
        assert weights == pytest.approx(1.0, abs=1e-10), position
        for i in position.hidden_indices:
            assert means[i] == pytest.approx(now[1][i], abs=1e-10), (position, i)


def as_graph(grid: Grid) -> Grid:
    """Return a graph with the same neighbours."""
    edges = [(i, j) for i in range(grid.size) for j in grid.neighbour_indices(i) if i < j]
    return Grid(grid.width, grid.height, "graph", grid.blocked, tuple(edges))


def test_a_graph_with_the_same_edges_is_the_same() -> None:
    count = Counters()
    for position in [*small_positions(68, 300), *played_positions(68, 60)]:
        assert repr(count(position)) == repr(
            count(replace(position, grid=as_graph(position.grid)))
        ), position


def test_flags_are_opinions() -> None:
    count = Counters()
    chance = Chance(69)
    for position in [*small_positions(69, 300), *played_positions(69, 60)]:
        flags = bytes(
            FLAGGED - chance.below(2) if HIDDEN <= code <= FLAGGED else code
            for code in position.cells
        )
        assert repr(count(position)) == repr(count(replace(position, cells=flags))), position


def relabelled(position: Position, to: list[int], grid: Grid) -> Position:
    """The position with cell i moved to ``to[i]`` of a grid where it has the same neighbours."""
    cells = bytearray(position.cells)
    for i, code in enumerate(position.cells):
        cells[to[i]] = code
        near = {to[j] for j in position.grid.neighbour_indices(i)}
        assert near == set(grid.neighbour_indices(to[i]))
    return replace(position, grid=grid, cells=bytes(cells))


def same_up_to(position: Position, to: list[int], grid: Grid, count: Counters) -> None:
    here, there = count(position), count(relabelled(position, to, grid))
    assert here is not None
    assert there is not None
    assert there[0] == pytest.approx(here[0], abs=1e-9), position
    for i in position.hidden_indices:
        assert there[1][to[i]] == pytest.approx(here[1][i], abs=1e-10), (position, i)
        assert (there[1][to[i]] in (0.0, 1.0)) == (here[1][i] in (0.0, 1.0)), (position, i)


@pytest.mark.slow
def test_the_names_of_cells_do_not_matter() -> None:
    count = Counters()
    chance = Chance(70)
    for position in [*small_positions(70, 300), *larger_positions()]:
        graph = as_graph(position.grid)
        to = chance.shuffled(range(graph.size))
        edges = tuple((to[a], to[b]) for a, b in graph.edges)
        blocked = frozenset(to[i] for i in graph.blocked)
        same_up_to(position, to, replace(graph, edges=edges, blocked=blocked), count)


def test_a_mirror_image_is_the_same() -> None:
    count = Counters()
    width, height = EXPERT.grid.width, EXPERT.grid.height
    rows, columns = range(height), range(width)
    images = [
        ([r * width + width - 1 - c for r in rows for c in columns], EXPERT.grid),
        ([(height - 1 - r) * width + c for r in rows for c in columns], EXPERT.grid),
        ([c * height + r for r in rows for c in columns], Grid(height, width)),
    ]
    for position in played_positions(71, 60):
        for to, grid in images:
            same_up_to(position, to, grid, count)


def test_a_torus_has_no_first_cell() -> None:
    count = Counters()
    chance = Chance(72)
    grid = Grid(13, 11, "torus")
    for position in played_positions(72, 100, grid, 25):
        down, right = chance.below(11), chance.below(13)
        to = [(r + down) % 11 * 13 + (c + right) % 13 for r in range(11) for c in range(13)]
        same_up_to(position, to, grid, count)
