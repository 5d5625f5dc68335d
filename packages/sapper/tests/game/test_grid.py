"""Grids: the neighbours of cells, on every kind."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.errors import RulesError
from sapper.game import Cell, Grid, Kind
from tests.strategies import grids


def around(grid: Grid, cell: Cell) -> set[Cell]:
    return {grid.cell(i) for i in grid.neighbour_indices(grid.index(cell))}


@given(grids())
def test_every_adjacency_is_symmetric_ascending_and_not_with_oneself(grid: Grid) -> None:
    for index in range(grid.size):
        near = grid.neighbour_indices(index)
        assert list(near) == sorted(set(near) - {index})
        assert all(index in grid.neighbour_indices(other) for other in near)


@given(grids())
def test_blocked_cells_neighbour_nobody(grid: Grid) -> None:
    for index in range(grid.size):
        assert grid.blocked.isdisjoint(grid.neighbour_indices(index))
        assert index not in grid.blocked or not grid.neighbour_indices(index)
    assert set(grid.playable) == set(range(grid.size)) - grid.blocked


@given(grids(["square"], max_side=7, blocked=False))
def test_square_neighbours_are_a_king_s_move_away(grid: Grid) -> None:
    cells = [grid.cell(i) for i in range(grid.size)]
    for row, column in cells:
        king = {(r, c) for r, c in cells if max(abs(r - row), abs(c - column)) == 1}
        assert around(grid, (row, column)) == king


@given(st.integers(3, 7), st.integers(3, 7))
def test_a_torus_has_8_neighbours_from_3x3_on(width: int, height: int) -> None:
    grid = Grid(width, height, "torus")
    assert all(len(grid.neighbour_indices(i)) == 8 for i in range(grid.size))
    assert (height - 1, width - 1) in around(grid, (0, 0))


@given(st.integers(1, 2), st.integers(1, 7))
def test_a_thin_torus_meets_itself_once(width: int, height: int) -> None:
    grid = Grid(width, height, "torus")
    expected = min(3, width) * min(3, height) - 1
    assert all(len(grid.neighbour_indices(i)) == expected for i in range(grid.size))


@given(grids(["hex"], max_side=6, blocked=False))
def test_hexagons_have_the_six_neighbours_of_a_rhombus(grid: Grid) -> None:
    for index in range(grid.size):
        i, j = grid.cell(index)
        six = {(i - 1, j - 1), (i - 1, j), (i, j - 1), (i, j + 1), (i + 1, j), (i + 1, j + 1)}
        on = {(r, c) for r, c in six if 0 <= r < grid.height and 0 <= c < grid.width}
        assert around(grid, (i, j)) == on


@given(grids(["graph"], blocked=False))
def test_a_graph_has_its_edges_and_no_others(grid: Grid) -> None:
    edges = {frozenset(edge) for edge in grid.edges}
    made = {frozenset((i, j)) for i in range(grid.size) for j in grid.neighbour_indices(i)}
    assert made == edges


@given(grids())
def test_index_and_cell_are_inverse(grid: Grid) -> None:
    assert [grid.index(grid.cell(i)) for i in range(grid.size)] == list(range(grid.size))


@given(grids())
def test_the_corner_is_the_first_playable_cell_with_fewest_neighbours(grid: Grid) -> None:
    assert grid.corner == min(grid.playable, key=lambda i: (len(grid.neighbour_indices(i)), i))
    assert grid.widest == max(len(grid.neighbour_indices(i)) for i in range(grid.size))


@given(grids())
def test_a_pickled_grid_is_equal_and_carries_nothing_worked_out(grid: Grid) -> None:
    assert grid.adjacency
    twin = pickle.loads(pickle.dumps(grid))
    assert twin == grid
    assert "adjacency" not in vars(twin)


@pytest.mark.parametrize("cell", [(-1, 0), (0, -1), (2, 0), (0, 3)])
def test_a_cell_outside_is_named(cell: Cell) -> None:
    with pytest.raises(RulesError) as caught:
        Grid(3, 2).index(cell)
    assert str(caught.value) == f"cell {list(cell)} is outside the 3x2 grid"


@pytest.mark.parametrize(
    ("width", "height", "kind", "blocked", "edges", "sentence"),
    [
        (0, 5, "square", (), (), "a grid of 0x5 has no cells"),
        (5, -1, "square", (), (), "a grid of 5x-1 has no cells"),
        (10**4, 10**4, "square", (), (), "a grid of 10000x10000 has more than 1,000,000 cells"),
        (2, 2, "cube", (), (), "unknown grid 'cube': expected square, torus, hex or graph"),
        (2, 2, "hex", (), ((0, 1),), "a hex grid takes no edges: only a graph does"),
        (2, 2, "square", (4,), (), "cell 4 is outside a grid of 4 cells"),
        (2, 2, "graph", (), ((0, -1),), "cell -1 is outside a grid of 4 cells"),
        (2, 2, "graph", (), ((3, 3),), "a cell cannot be its own neighbour"),
        (2, 1, "square", (0, 1), (), "all 2 cells of the grid are blocked"),
    ],
)  # fmt: skip
def test_a_grid_that_cannot_be_says_why(
    width: int,
    height: int,
    kind: Kind,
    blocked: tuple[int, ...],
    edges: tuple[tuple[int, int], ...],
    sentence: str,
) -> None:
    with pytest.raises(RulesError) as caught:
        Grid(width, height, kind, frozenset(blocked), edges)
    assert str(caught.value) == sentence


def test_a_cell_with_more_neighbours_than_a_clue_can_say_is_refused() -> None:
    star = Grid(202, 1, "graph", edges=tuple((0, i) for i in range(1, 202)))
    with pytest.raises(RulesError, match="cell 0 has 201 neighbours: the limit is 200"):
        star.neighbour_indices(1)


def test_symmetries_leave_one_cell_of_each_kind() -> None:
    assert Grid(4, 4).symmetry_representatives == (0, 1, 5)
    assert Grid(5, 2).symmetry_representatives == (0, 1, 2)
    assert Grid(10, 1).symmetry_representatives == (0, 1, 2, 3, 4)
    assert Grid(5, 5).symmetry_representatives == (0, 1, 2, 6, 7, 12)
    assert Grid(3, 3, "torus").symmetry_representatives == tuple(range(9))
    assert len(Grid(3, 3, blocked=frozenset({1})).symmetry_representatives) == 8
