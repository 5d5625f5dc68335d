"""The predicates of learned rules: those of Peña Castillo & Wrobel 2003, "Learning Minesweeper with
multirelational learning", Table 1, and three more.

A tile is the index of a cell. A board is the text of a position, so that examples can be sent and
stored; its flags are marked mines, which the predicates trust. A zone is a set of open cells, and a
``CoveredSet`` is a set of covered cells with the number of mines among them. All values are
immutable and hashable.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sapper.game import Grid, Position
from sapper.game.codes import FLAGGED, HIDDEN
from sapper.mio import Declarations, Mode, declarations

if TYPE_CHECKING:
    from sapper.mio import Background

TARGETS = ("safe", "mine")

BOARDS = 4096  #: number of positions cached with their ``BoardFacts``


class CoveredSet(NamedTuple):
    """Covered cells and the number of mines among them."""

    cells: frozenset[int]
    mines: int


@dataclass(frozen=True)
class BoardFacts:
    """A position, and for each clue its covered neighbours with the number of mines among them."""

    grid: Grid
    cells: bytes
    mines_left: int
    said: dict[int, CoveredSet]

    @property
    def covered(self) -> frozenset[int]:
        """The cells that are neither open nor marked."""
        return frozenset(i for i, code in enumerate(self.cells) if code == HIDDEN)

    @property
    def fringe(self) -> frozenset[int]:
        """The covered cells next to a clue."""
        return frozenset().union(*(known.cells for known in self.said.values()))


@lru_cache(maxsize=BOARDS)
def board(text: str) -> BoardFacts:
    """Return the board of the text of a position."""
    position = Position.parse(text)
    grid, cells = position.grid, position.cells
    said = {}
    for index, code in enumerate(cells):
        if code < HIDDEN:
            near = grid.neighbours(index)
            unknown = frozenset(i for i in near if cells[i] == HIDDEN)
            if unknown:
                said[index] = CoveredSet(unknown, code - sum(cells[i] == FLAGGED for i in near))
    return BoardFacts(grid, cells, position.mines_left - cells.count(FLAGGED), said)


def zone_of_interest(tile: int, text: str) -> list[frozenset[int]]:
    """Return the clues around a tile and those that share a covered neighbour with one of them."""
    facts = board(text)
    near = {i for i in facts.grid.neighbours(tile) if i in facts.said}
    touched = frozenset().union(*(facts.said[i].cells for i in near))
    zone = near | {i for cell in touched for i in facts.grid.neighbours(cell) if i in facts.said}
    return [frozenset(zone)] if zone else []


def wide_zone(tile: int, text: str) -> list[frozenset[int]]:
    """Return the clues of a tile's zone and those that share a covered neighbour with them."""
    facts = board(text)
    return [
        frozenset(i for i, known in facts.said.items() if known.cells & touched)
        for zone in zone_of_interest(tile, text)
        for touched in [frozenset().union(*(facts.said[i].cells for i in zone))]
    ]


def all_covered(text: str) -> list[CoveredSet]:
    """Return all covered cells with the number of mines left, if there are any covered cells."""
    facts = board(text)
    return [CoveredSet(facts.covered, facts.mines_left)] if facts.covered else []


def disjoint_sets(text: str) -> list[CoveredSet]:
    """Return unions of disjoint sets of clues, with their numbers of mines. Each union starts from
    one clue and adds others greedily, first by most mines, then again by fewest cells."""
    said = sorted(board(text).said.values(), key=lambda known: sorted(known.cells))
    unions: dict[CoveredSet, None] = {}
    for order in (_most_mines, _fewest_cells):
        ordered = sorted(said, key=order)
        for first in ordered:
            union = first
            for known in ordered:
                if not known.cells & union.cells:
                    union = CoveredSet(union.cells | known.cells, union.mines + known.mines)
            unions[union] = None
    return list(unions)


def _most_mines(known: CoveredSet) -> int:
    return -known.mines


def _fewest_cells(known: CoveredSet) -> int:
    return len(known.cells)


def total_mines_left(text: str) -> list[int]:
    """Return the number of unmarked mines."""
    return [board(text).mines_left]


def all_mines_in_fringe(text: str) -> list[CoveredSet]:
    """Return the fringe with all remaining mines, if it must contain them all.

    It must if there are no other covered cells, or if disjoint clues need that number of mines.
    """
    facts = board(text)
    fringe = facts.fringe
    if not fringe:
        return []
    needed, used = 0, frozenset[int]()
    for known in sorted(facts.said.values(), key=lambda k: (-k.mines, sorted(k.cells))):
        if not known.cells & used:
            needed += known.mines
            used |= known.cells
    if needed == facts.mines_left or fringe == facts.covered:
        return [CoveredSet(fringe, facts.mines_left)]
    return []


def set_has_mines(text: str, zone: frozenset[int]) -> Iterator[tuple[int, CoveredSet]]:
    """Yield the clues of a zone, each with its covered neighbours and the mines among them."""
    facts = board(text)
    return ((clue, facts.said[clue]) for clue in sorted(zone))


def difference(one: CoveredSet, other: CoveredSet) -> list[CoveredSet]:
    """Return the difference of two sets that share cells, if its number of mines is determined.

    It is determined if the minimum and maximum numbers of common mines are equal.
    """
    both, rest = one.cells & other.cells, one.cells - other.cells
    if not both or not rest:
        return []
    least = max(0, one.mines - len(rest), other.mines - len(other.cells - one.cells))
    most = min(one.mines, other.mines, len(both))
    return [CoveredSet(rest, one.mines - least)] if least == most else []


def background() -> Background:
    """Return the eight predicates of the paper and three more."""
    from sapper.mio import Background  # with numpy, which players need not have

    predicates = Background()
    predicates.function("zoneOfInterest", "++-", zone_of_interest)
    predicates.function("totalMinesLeft", "+-", total_mines_left)
    predicates.function("allMinesInFringe", "+-", all_mines_in_fringe)
    predicates.function("setHasXMines", "-++-", set_has_mines)
    predicates.function("diffSetHasXMines", "++-", difference)
    predicates.function("wideZone", "++-", wide_zone)
    predicates.function("allCoveredHasXMines", "+-", all_covered)
    predicates.function("disjointSetsHaveXMines", "+-", disjoint_sets)
    predicates.function("inSet", "++", lambda tile, known: tile in known.cells)
    predicates.function("lengthSet", "++", lambda known, number: len(known.cells) == number)
    predicates.function("minesInSet", "+-", lambda known: [known.mines])
    return predicates


#: The modes about sets common to all declarations.
_SETS = (
    "diffSetHasXMines(+set,+set,-set)",
    "inSet(+tu,+set)",
    "lengthSet(+set,+int)",
    "minesInSet(+set,-#int)",
)


def declared(target: str) -> Declarations:
    """Return the modes of the paper's Table 1 for a target, ``safe`` or ``mine``."""
    return declarations(
        f"{target}(+tu,+board)",
        "zoneOfInterest(+tu,+board,-zone)",
        "totalMinesLeft(+board,-int)",
        "allMinesInFringe(+board,-set)",
        "setHasXMines(-td,+board,+zone,-set)",
        *_SETS,
    )


def declared_total(target: str) -> Declarations:
    """Return modes beyond the paper: the number of mines, against clues that share no cell."""
    return declarations(
        f"{target}(+tu,+board)",
        "allCoveredHasXMines(+board,-set)",
        "disjointSetsHaveXMines(+board,-set)",
        *_SETS,
    )


def declared_wide(target: str) -> Declarations:
    """Return modes beyond the paper: clues farther away."""
    return declarations(
        f"{target}(+tu,+board)",
        "wideZone(+tu,+board,-zone)",
        "setHasXMines(-td,+board,+zone,-set)",
        *_SETS,
    )


def modes() -> dict[tuple[str, int], Mode]:
    """Return the mode of every predicate."""
    known = (declared("safe"), declared_total("safe"), declared_wide("safe"))
    return {mode.about: mode for one in known for mode in one.body}
