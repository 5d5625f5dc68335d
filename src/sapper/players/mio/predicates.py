"""The predicates of learned rules: those of Peña Castillo & Wrobel 2003, "Learning Minesweeper with
multirelational learning", Table 1, and three more.

A tile is the index of a cell. A board is the text of a position, so that examples can be sent and
stored; its flags are marked mines, which the predicates trust. A zone is a set of open cells. All
values are immutable and hashable.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from sapper.game import Position
from sapper.game.codes import FLAGGED
from sapper.mio import Declarations, Mode, declarations
from sapper.players.mio.view import Mines, RuleView, difference, joined

if TYPE_CHECKING:
    from sapper.mio import Background

TARGETS = ("safe", "mine")

BOARDS = 4096  #: number of positions cached with their views


@lru_cache(maxsize=BOARDS)
def board(text: str) -> RuleView:
    """Return the view of the text of a position."""
    position = Position.parse(text)
    marked = sum(1 << i for i, code in enumerate(position.cells) if code == FLAGGED)
    return RuleView(position.grid, position.cells, position.mines, marked)


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


def all_covered(text: str) -> list[Mines]:
    """Return all covered cells with the number of mines left, if there are any covered cells."""
    view = board(text)
    return [Mines(view.covered, view.mines_left)] if view.covered else []


def disjoint_sets(text: str) -> list[Mines]:
    """Return unions of disjoint sets of clues, with their numbers of mines: see
    ``RuleView.unions``."""
    return list(board(text).unions)


def total_mines_left(text: str) -> list[int]:
    """Return the number of unmarked mines."""
    return [board(text).mines_left]


def all_mines_in_fringe(text: str) -> list[Mines]:
    """Return the fringe with all remaining mines, if it must contain them all: see
    ``RuleView.fringe``."""
    fringe = board(text).fringe
    return [] if fringe is None else [fringe]


def set_has_mines(text: str, zone: frozenset[int]) -> Iterator[tuple[int, Mines]]:
    """Yield the clues of a zone, each with its covered neighbours and the mines among them."""
    return ((clue.at, clue.says) for clue in board(text).clues if clue.at in zone)


def determined(one: Mines, other: Mines) -> list[Mines]:
    """Return the difference of two sets that share cells, if its number of mines is determined."""
    rest = difference(one, other)
    return [] if rest is None else [rest]


def background() -> Background:
    """Return the eight predicates of the paper and three more."""
    from sapper.mio import Background  # with numpy, which players need not have

    predicates = Background()
    predicates.function("zoneOfInterest", "++-", zone_of_interest)
    predicates.function("totalMinesLeft", "+-", total_mines_left)
    predicates.function("allMinesInFringe", "+-", all_mines_in_fringe)
    predicates.function("setHasXMines", "-++-", set_has_mines)
    predicates.function("diffSetHasXMines", "++-", determined)
    predicates.function("wideZone", "++-", wide_zone)
    predicates.function("allCoveredHasXMines", "+-", all_covered)
    predicates.function("disjointSetsHaveXMines", "+-", disjoint_sets)
    predicates.function("inSet", "++", lambda tile, known: known.cells >> tile & 1)
    predicates.function("lengthSet", "++", lambda known, number: known.cells.bit_count() == number)
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
