"""Classes of layouts: they divide all layouts, and no two of one class can be told apart."""

from array import array
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, product
from math import inf

import pytest

from sapper.game import Grid, Kind, Position
from sapper.inference import Counter
from sapper.players import MAX_CHAIN_WITNESSES, Swaps, chains
from sapper.players.swaps import swaps
from sapper_lab.bounds import Twins
from tests.inference.brute import layouts
from tests.players.test_evaluation import listed, witnesses

pytestmark = pytest.mark.kernel

Layout = frozenset[int]


def distinguished(grid: Grid, a: Layout, b: Layout) -> bool:
    """Whether a cell that is safe in both layouts shows different clues."""
    safe = (i for i in range(grid.size) if i not in a | b)
    return any(
        len(a & set(grid.neighbour_indices(i))) != len(b & set(grid.neighbour_indices(i)))
        for i in safe
    )


def classes(position: Position, twins: Twins) -> list[list[tuple[Layout, int]]]:
    """The classes of all layouts of a position, with the number of members that each layout has
    according to the kernel."""
    counter = Counter(position.grid)
    counter.count(position.cells, position.mines, inf, 100, 0)
    found = list(layouts(position))
    drawn = [bytes(i in mines for i in range(position.grid.size)) for mines in found]
    named = defaultdict(list)
    for mines, (name, members) in zip(found, twins.classes(counter, drawn), strict=True):
        named[name].append((mines, members))
    return list(named.values())


def check(grid: Grid, found: list[list[tuple[Layout, int]]]) -> None:
    """Check that classes have as many members as they say, and that these look alike."""
    for each in found:
        assert {members for _, members in each} == {len(each)}
        assert not any(distinguished(grid, a, b) for (a, _), (b, _) in combinations(each, 2))


@pytest.mark.parametrize(
    "text",
    [
        "4x4x7\nHHHH\nHHHH\nHHHH\nHHH3",
        "4x4x4\nHHHH\nHHHH\nHHHH\nHHH1",
        "5x3x8\nHHHHH\nHHHHH\n2HHHH",
        "5x4x5\nHHHHH\nHHHHH\nHHHHH\n00000",
        "3x5x8\nHHH\nHHH\nHHH\nH5H\nHHH",
        "6x2x6\nHHHHHH\nHHHHHH",
        "8x2x4\nHHHHHHHH\nHHHHHHHH",
    ],
)
def test_classes_divide_the_layouts_into_those_that_look_alike(text: str) -> None:
    position = Position.parse(text)
    found = classes(position, Twins(position.grid))
    assert max(map(len, found)) >= 2
    check(position.grid, found)


KINDS: tuple[Kind, ...] = ("square", "hex", "torus")


@pytest.mark.parametrize("kind", KINDS)
def test_classes_on_grids_of_all_kinds(kind: Kind) -> None:
    grid = Grid(4, 4, kind, blocked=frozenset({5}))
    found = classes(Position.start(grid, 5), Twins(grid))
    check(grid, found)


def test_blocks_and_chains_are_swapped() -> None:
    """Two mines on a diagonal of four cells in a corner, and two pairs that a safe cell between
    them sees both."""
    block = Position.parse("4x4x3\nHHHH\nHHHH\nHHHH\nHHHH")
    found = [{mines for mines, _ in each} for each in classes(block, Twins(block.grid))]
    assert any({frozenset({0, 5, 10}), frozenset({1, 4, 10})} <= each for each in found)
    chain = frozenset({5, 11}), frozenset({0, 3}), frozenset({1, 4})
    assert chain in listed(chains(Grid(6, 3)))


def test_a_swap_that_lacks_a_witness_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(of: Callable[[Grid], Swaps], size: int) -> Callable[[Grid], Swaps]:
        """Forget the last witness of all swaps of a size."""

        def without(grid: Grid) -> Swaps:
            found = of(grid)
            cells, starts = array("i"), array("i", [0])
            for k, n in enumerate(found.sizes):
                own = found.cells[found.starts[k] : found.starts[k + 1]]
                cut = len(own) - 2 * n
                cells += own[: cut - 1] + own[cut:] if n == size and cut else own
                starts.append(len(cells))
            return replace(found, cells=cells, starts=starts)

        return without

    position = Position.parse("4x4x5\nHHHH\nHHHH\nHHHH\nHHHH")
    for module, of, size in (("swaps", swaps, 1), ("swaps", swaps, 2), ("chains", chains, 2)):
        with monkeypatch.context() as patched:
            patched.setattr(f"sapper_lab.bounds.kernel.twins.{module}", careless(of, size))
            with pytest.raises(AssertionError):
                check(position.grid, classes(position, Twins(position.grid)))


@pytest.mark.parametrize("kind", KINDS)
def test_chains_list_all_their_witnesses(kind: Kind) -> None:
    grid = Grid(6, 5, kind, blocked=frozenset({8}))
    found, known = chains(grid), set(listed(swaps(grid)))
    assert len(set(listed(found))) == len(found.sizes)
    for seen_by, ones, others in listed(found):
        assert (seen_by, ones, others) not in known
        assert len(ones) == len(others) == 2
        assert seen_by == witnesses(grid, ones, others)
        assert len(seen_by) <= MAX_CHAIN_WITNESSES
        for a, b in product(ones, others):
            if b in grid.neighbour_indices(a):
                assert not witnesses(grid, frozenset({a}), frozenset({b})) <= seen_by
    if kind == "square":
        assert len(found.sizes) > 100
