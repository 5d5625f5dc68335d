"""Positions as learned rules see them, and the predicates of these rules.

The predicates are those of Peña Castillo & Wrobel 2003, "Learning Minesweeper with multirelational
learning", Table 1, and three more. A tile is the index of a cell. A board is the text of a
position, so that examples can be sent and stored; its flags are marked mines, which the predicates
trust. A zone is a set of open cells. All values are immutable and hashable; other sets of cells are
bits of an integer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from mio import Declarations, Mode, parse_declarations
from sapper.game import Grid, Position
from sapper.game.codes import FLAGGED, GOLD, HIDDEN, MINE
from sapper.lazy import cached_property

if TYPE_CHECKING:
    from mio import Background


MAX_CACHED_DIFFERENCES = 4096  #: of two sets


class Mines(NamedTuple):
    """Covered cells, as bits, and the number of mines among them."""

    cells: int
    mines: int


class Clue(NamedTuple):
    """A clue with covered neighbours.

    ``at`` is its cell, and ``reach`` has the cells that have it in their zones, as bits.
    """

    at: int
    says: Mines
    reach: int


class RuleView:
    """A position as rules see it: ``known`` mines are marked, all other hidden cells are covered.

    Flags are ignored, because they may be wrong; without ``known``, they are the known mines.
    ``mines_left`` is None if the total is not known; no rule about it is then true.
    """

    def __init__(self, position: Position, known: int | None = None) -> None:
        cells = position.cells
        if known is None:
            known = sum(1 << index for index, code in enumerate(cells) if code == FLAGGED)
        self.known = known
        around = self.around = neighbourhoods(position.grid)
        covered = open_mines = 0
        for index, code in enumerate(cells):
            if HIDDEN <= code <= FLAGGED:
                covered |= 1 << index
            elif code == MINE:
                open_mines |= 1 << index
        marked = known | open_mines
        self.covered = covered & ~known
        total_known = position.rules.mines_known
        self.mines_left = position.mines - marked.bit_count() if total_known else None
        said = []
        for index, code in enumerate(cells):
            if code < HIDDEN or code == GOLD:
                near = around[index]
                if near & self.covered:
                    clue = 0 if code == GOLD else code
                    left = clue - (near & marked).bit_count()
                    said.append((index, Mines(near & self.covered, left)))
        self.clues = [
            Clue(index, says, joined(near.cells for _, near in said if near.cells & says.cells))
            for index, says in said
        ]

    @cached_property
    def beside(self) -> int:
        """The covered cells next to a clue."""
        return joined(clue.says.cells for clue in self.clues)

    @property
    def all_covered(self) -> Mines | None:
        """All covered cells with the number of mines left, if there are any."""
        if self.mines_left is None or not self.covered:
            return None
        return Mines(self.covered, self.mines_left)

    @cached_property
    def fringe(self) -> Mines | None:
        """The covered cells next to a clue with all remaining mines, if it must contain them all.

        It must if there are no other covered cells, or if disjoint clues need that number of mines.
        """
        fringe, needed, used = self.beside, 0, 0
        for clue in sorted(self.clues, key=lambda c: (-c.says.mines, members(c.says.cells))):
            if not clue.says.cells & used:
                needed += clue.says.mines
                used |= clue.says.cells
        all_there = needed == self.mines_left or fringe == self.covered
        if self.mines_left is None or not fringe or not all_there:
            return None
        return Mines(fringe, self.mines_left)

    @cached_property
    def wide(self) -> dict[int, int]:
        """For each clue, the cells that have it in their wide zones."""
        return {
            clue.at: joined(
                other.reach for other in self.clues if other.says.cells & clue.says.cells
            )
            for clue in self.clues
        }

    @cached_property
    def unions(self) -> dict[Mines, tuple[int, ...]]:
        """Unions of disjoint sets of clues, each with its clues.

        Each union starts from one clue and adds others greedily, first by most mines, then again by
        fewest cells.
        """
        clues = sorted(self.clues, key=lambda clue: members(clue.says.cells))
        found: dict[Mines, tuple[int, ...]] = {}
        by_mines = sorted(clues, key=lambda clue: -clue.says.mines)
        by_cells = sorted(clues, key=lambda clue: clue.says.cells.bit_count())
        for ordered in (by_mines, by_cells):
            for first in ordered:
                (cells, mines), united = first.says, [first.at]
                for clue in ordered:
                    if not clue.says.cells & cells:
                        cells, mines = cells | clue.says.cells, mines + clue.says.mines
                        united.append(clue.at)
                found.setdefault(Mines(cells, mines), tuple(united))
        return found


def members(cells: int) -> list[int]:
    """Return the cells of a set of bits, in ascending order."""
    found = []
    while cells:
        lowest = cells & -cells
        found.append(lowest.bit_length() - 1)
        cells ^= lowest
    return found


@lru_cache(maxsize=16)
def neighbourhoods(grid: Grid) -> tuple[int, ...]:
    """Return the neighbours of every cell, as bits."""
    return tuple(
        sum(1 << i for i in set(grid.neighbour_indices(index))) for index in range(grid.size)
    )


def joined(sets: Iterable[int]) -> int:
    """Return the union of sets of cells."""
    union = 0
    for cells in sets:
        union |= cells
    return union


@lru_cache(maxsize=MAX_CACHED_DIFFERENCES)
def difference(one: Mines, other: Mines) -> Mines | None:
    """Return the cells of one set that are not in the other, which shares cells with it.

    The result is None unless the sets determine its number of mines.
    """
    both, rest = one.cells & other.cells, one.cells & ~other.cells
    if not both or not rest:
        return None
    beyond = (other.cells & ~one.cells).bit_count()
    least = max(0, one.mines - rest.bit_count(), other.mines - beyond)
    most = min(one.mines, other.mines, both.bit_count())
    return Mines(rest, one.mines - least) if least == most else None


TARGETS = ("safe", "mine")
T = TypeVar("T")

MAX_CACHED_VIEWS = 4096  #: number of positions cached with their views


@lru_cache(maxsize=MAX_CACHED_VIEWS)
def board(text: str) -> RuleView:
    """Return the view of the text of a position."""
    return RuleView(Position.parse(text))


def zone_of_interest(tile: int, text: str) -> list[frozenset[int]]:
    """Return the clues around a tile and those that share a covered neighbour with one of them."""
    view = board(text)
    near = [clue.says.cells for clue in view.clues if view.around[tile] >> clue.at & 1]
    return [_clues_of(view, joined(near))] if near else []


def wide_zone(tile: int, text: str) -> list[frozenset[int]]:
    """Return the clues of a tile's zone and those that share a covered neighbour with them."""
    view = board(text)
    return [
        _clues_of(view, joined(known.cells for _, known in set_has_mines(text, zone)))
        for zone in zone_of_interest(tile, text)
    ]


def _clues_of(view: RuleView, touched: int) -> frozenset[int]:
    """Return the clues next to some covered cells."""
    return frozenset(clue.at for clue in view.clues if clue.says.cells & touched)


def set_has_mines(text: str, zone: frozenset[int]) -> Iterator[tuple[int, Mines]]:
    """Yield the clues of a zone, each with its covered neighbours and the mines among them."""
    return ((clue.at, clue.says) for clue in board(text).clues if clue.at in zone)


def _listed(answer: T | None) -> list[T]:
    """Return the answers of a predicate that has at most one."""
    return [] if answer is None else [answer]


def background() -> Background:
    """Return the eight predicates of the paper and three more."""
    from mio import Background  # with numpy, which players need not have

    predicates = Background()
    predicates.function("zoneOfInterest", "++-", zone_of_interest)
    predicates.function("totalMinesLeft", "+-", lambda text: _listed(board(text).mines_left))
    predicates.function("allMinesInFringe", "+-", lambda text: _listed(board(text).fringe))
    predicates.function("setHasXMines", "-++-", set_has_mines)
    predicates.function("diffSetHasXMines", "++-", lambda *sets: _listed(difference(*sets)))
    predicates.function("wideZone", "++-", wide_zone)
    predicates.function("allCoveredHasXMines", "+-", lambda text: _listed(board(text).all_covered))
    predicates.function("disjointSetsHaveXMines", "+-", lambda text: list(board(text).unions))
    predicates.function("inSet", "++", lambda tile, known: known.cells >> tile & 1)
    predicates.function("lengthSet", "++", lambda known, number: known.cells.bit_count() == number)
    predicates.function("minesInSet", "+-", lambda known: [known.mines])
    return predicates


Body = Literal["paper", "total", "wide"]
#: The modes of bodies beyond those about sets: the paper's Table 1, the number of mines against
#: clues that share no cell, and clues farther away.
_BODIES: dict[Body, tuple[str, ...]] = {
    "paper": (
        "zoneOfInterest(+tu,+board,-zone)",
        "totalMinesLeft(+board,-int)",
        "allMinesInFringe(+board,-set)",
        "setHasXMines(-td,+board,+zone,-set)",
    ),
    "total": ("allCoveredHasXMines(+board,-set)", "disjointSetsHaveXMines(+board,-set)"),
    "wide": ("wideZone(+tu,+board,-zone)", "setHasXMines(-td,+board,+zone,-set)"),
}


def declared(target: str, body: Body = "paper") -> Declarations:
    """Return modes for a target, ``safe`` or ``mine``; those besides ``paper`` go beyond it."""
    return parse_declarations(
        f"{target}(+tu,+board)",
        *_BODIES[body],
        "diffSetHasXMines(+set,+set,-set)",
        "inSet(+tu,+set)",
        "lengthSet(+set,+int)",
        "minesInSet(+set,-#int)",
    )


@lru_cache(maxsize=1)
def modes() -> dict[tuple[str, int], Mode]:
    """Return the mode of every predicate."""
    known = [declared("safe", body) for body in _BODIES]
    return {mode.about: mode for one in known for mode in one.body}
