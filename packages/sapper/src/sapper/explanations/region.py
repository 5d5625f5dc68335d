"""Regions, the parts of a board in which explanations are searched: clues, and their hidden cells
as bits; and drafts, the steps during the search.

Flags are not facts, so a flagged cell counts as hidden. A limit on the mines of some cells is a
clue or a derived bound. What two limits imply together follows from the cells that they share:
these hold at least as many mines as one of the limits cannot place elsewhere, and at most as many
as one of them allows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Literal, NamedTuple

from sapper.explanations.steps import Technique
from sapper.game import Position
from sapper.game.codes import FLAGGED, GOLD, HIDDEN, MINE, UNGILDED
from sapper.inference.constraints import constraints
from sapper.inference.gold import near_gold, signs
from sapper.inference.proof import MinimalProof
from sapper.lazy import cached_property


class Clue(NamedTuple):
    """The clue at grid index ``cell`` leaves exactly ``mines`` mines in the cells of ``mask``."""

    cell: int
    mask: int
    mines: int


class GoldLimit(NamedTuple):
    """From ``low`` to ``high`` gold in the cells of ``mask``, as the sign at grid index ``clue``
    says, or the number of gold left (``total``; ``clue`` is then -1)."""

    clue: int
    mask: int
    low: int
    high: int

    @property
    def total(self) -> bool:
        """True if this is the number of gold left."""
        return self.clue < 0


class Region:
    """Some clues of a position, and hidden cells numbered from 0: the bits of every mask.

    ``pairs[n]`` lists the clues that share a hidden cell with clue ``n``; ``touching[b]`` the clues
    that touch the cell of bit ``b``. ``signs`` are the clues' signs of gold; the region includes
    their cells and all hidden neighbours of those.
    """

    def __init__(self, position: Position, clues: Iterable[int], cells: Iterable[int] = ()) -> None:
        self.position = position
        clues = list(clues)
        limits = constraints(position, clues)
        numbered = dict.fromkeys(cells)
        for limit in limits:
            numbered.update(dict.fromkeys(sorted(limit.cells)))
        shown = signs(position, clues)
        numbered.update(
            dict.fromkeys(sorted(near_gold(position, {i for s in shown for i in s.cells})))
        )
        self.cells = tuple(numbered)
        self.bits = {cell: bit for bit, cell in enumerate(self.cells)}
        self.touching: list[list[int]] = [[] for _ in self.cells]
        self.clues: list[Clue] = []
        for number, limit in enumerate(limits):
            mask = 0
            for cell in limit.cells:
                bit = self.bits[cell]
                mask |= 1 << bit
                self.touching[bit].append(number)
            self.clues.append(Clue(limit.clue, mask, limit.mines))
        self.pairs: dict[int, list[int]] = {}
        self._near: dict[int, int] = {}
        self.signs = [self._limit(s.clue, s.cells, s.low, s.high) for s in shown]

    def near(self, bit: int) -> int:
        """Return a cell and its neighbours."""
        if bit not in self._near:
            cell = self.cells[bit]
            around = (cell, *self.position.grid.neighbour_indices(cell))
            self._near[bit] = self.mask(i for i in around if i in self.bits)
        return self._near[bit]

    def count_gold(self) -> None:
        """Add the number of gold left, if known; the region must have all hidden cells."""
        if self.position.gold is not None:
            number = self.position.gold - self.position.cells.count(GOLD)
            self.signs.append(self._limit(-1, self.cells, number, number))

    def _limit(self, clue: int, cells: Iterable[int], low: int, high: int) -> GoldLimit:
        """Return the limit on gold in the cells that touch no open mine."""
        codes, near = self.position.cells, self.position.grid.neighbour_indices
        free = [i for i in cells if all(codes[j] != MINE for j in near(i))]
        return GoldLimit(clue, self.mask(free), low, min(high, len(free)))

    def sharing(self, number: int) -> list[int]:
        """Return the clues that share a hidden cell with a clue, in ascending order."""
        if number not in self.pairs:
            others = {n for bit in bits(self.clues[number].mask) for n in self.touching[bit]}
            self.pairs[number] = sorted(others - {number})
        return self.pairs[number]

    def adjacent(self, one: int, other: int) -> bool:
        """Return whether two clues are neighbours on the grid."""
        return self.clues[other].cell in self.position.grid.neighbour_indices(self.clues[one].cell)

    @cached_property
    def corners(self) -> list[list[tuple[int, int, int]]]:
        """For each clue, the triples of clues around a corner that it belongs to: one beside the
        clue in the middle along its row, that one, and one along its column."""
        grid, found = self.position.grid, [list[tuple[int, int, int]]() for _ in self.clues]
        if grid.kind not in ("square", "torus"):
            return found
        numbers = {grid.cell(clue.cell): number for number, clue in enumerate(self.clues)}
        for (row, column), middle in numbers.items():
            for across, down in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
                one = numbers.get((row, (column + across) % grid.width))
                other = numbers.get(((row + down) % grid.height, column))
                if one is None or other is None:
                    continue
                if self.adjacent(one, middle) and self.adjacent(other, middle):
                    for number in (one, middle, other):
                        found[number].append((one, middle, other))
        return found

    def mask(self, cells: Iterable[int]) -> int:
        """Return the mask of grid indices."""
        return sum(1 << self.bits[cell] for cell in cells)


def bits(mask: int) -> Iterator[int]:
    """Yield the bits of a mask in ascending order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def whole(position: Position) -> Region:
    """Return all clues and all hidden cells of a position."""
    region = Region(position, range(position.grid.size), position.hidden_indices)
    region.count_gold()
    return region


def around(position: Position, cell: int, hops: int) -> tuple[Region, bool]:
    """Return the clues within some hops of a cell, and whether they include all connected clues.

    The clues that touch the cell are 0 hops away; a hop leads to a clue that shares a hidden cell.
    """
    codes = position.cells.translate(UNGILDED)
    starts, flat = position.grid.adjacency
    gilded = position.rules.signs != "none"
    edge = sorted(near_gold(position, [cell])) if gilded else [cell]
    seen, clues = set(edge), dict[int, None]()
    for _ in range(hops + 1):
        ring = [
            clue
            for hidden in edge
            for clue in flat[starts[hidden] : starts[hidden + 1]]
            if codes[clue] < HIDDEN and clue not in clues
        ]
        clues.update(dict.fromkeys(ring))
        edge = []
        for clue in ring:
            for hidden in flat[starts[clue] : starts[clue + 1]]:
                if HIDDEN <= codes[hidden] <= FLAGGED and hidden not in seen:
                    seen.add(hidden)
                    edge.append(hidden)
        if gilded:
            edge = sorted(near_gold(position, edge))
            seen.update(edge)
        if not edge:
            return Region(position, clues, [cell]), True
    return Region(position, clues, [cell]), False


_serial = count()


class Bound(NamedTuple):
    """From ``low`` to ``high`` mines in the cells of ``mask``."""

    mask: int
    low: int
    high: int


@dataclass(slots=True, eq=False)
class Draft:
    """A step during the search: masks of the region instead of cells.

    ``support`` has all steps on which it rests, ``total`` their cost including its own, and
    ``proved`` all cells that they and it conclude. ``level`` is the number of suppositions that it
    is under.
    """

    technique: Technique
    clues: tuple[Clue, ...]
    cost: float
    used_safe: int = 0
    used_mines: int = 0
    used_bounds: tuple[Bound, ...] = ()
    safe: int = 0
    mines: int = 0
    bounds: tuple[Bound, ...] = ()
    mine_count: bool = False
    counts_safe: bool = False  # counts safe cells instead of mines
    parts: tuple[int, ...] = ()  # the counted cells of each clue and bound of a mine count
    singles: int = 0  # the cells that single clues settle, which this step concludes or leaves out
    contradiction: bool = False
    supposed: tuple[int, bool] | None = None
    inner: tuple[Draft, ...] = ()
    signs: tuple[GoldLimit, ...] = ()  # signs of gold that it uses; the first one requires gold
    certificate: MinimalProof | None = None
    role: Literal["", "either way", "first case"] = ""  # of a supposition that tells two cases
    told: Draft | None = None  # the step that its words tell: what a case comes to
    level: int = 0
    support: frozenset[Draft] = frozenset()
    total: float = 0.0
    proved: int = 0
    serial: int = field(default_factory=_serial.__next__)

    @property
    def around_corner(self) -> bool:
        """True if three clues around a corner give its conclusions."""
        three = self.technique == "derived counts" and len(self.clues) == 3
        return three and not (self.singles or self.signs or self.certificate)


#: The source of what is supposed or given, which no step of the search concludes.
KNOWN = Draft("suppose", (), 0.0)


Limit = Clue | Bound


def without(limit: Limit, used: int, mines: int) -> Bound:
    """Return what a limit says about its cells that are not ``used``, given known ``mines``."""
    laid = (limit.mask & used & mines).bit_count()
    if isinstance(limit, Clue):
        return Bound(limit.mask & ~used, limit.mines - laid, limit.mines - laid)
    return Bound(limit.mask & ~used, max(0, limit.low - laid), limit.high - laid)


def full(limit: Bound) -> bool:
    """Return whether all cells of a limit are mines."""
    return limit.low >= limit.mask.bit_count()


def overlap(one: Bound, other: Bound) -> bool:
    """Return whether each limit has cells that the other lacks; such pairs are harder to see."""
    return bool(one.mask & ~other.mask) and bool(other.mask & ~one.mask)


def shared(one: Bound, other: Bound) -> Bound:
    """Return the mines in the cells that two limits share; ``low`` is above ``high`` if the limits
    contradict each other."""
    both = one.mask & other.mask
    low = max(
        0, one.low - (one.mask ^ both).bit_count(), other.low - (other.mask ^ both).bit_count()
    )
    return Bound(both, low, min(both.bit_count(), one.high, other.high))


def implied(one: Bound, other: Bound) -> tuple[Bound, Bound, Bound]:
    """Return the mines in the shared cells, and in those that only one of the limits has."""
    both = shared(one, other)
    rests = (_rest(limit, both) for limit in (one, other))
    return both, *rests  # type: ignore[return-value]


def _rest(limit: Bound, both: Bound) -> Bound:
    rest = limit.mask ^ both.mask
    return Bound(rest, max(0, limit.low - both.high), min(rest.bit_count(), limit.high - both.low))


def compared(one: Bound, other: Bound) -> tuple[int, int] | None:
    """Return the cells that two limits together prove safe, and those they prove mines.

    Returns None if they contradict each other.
    """
    safe = mines = 0
    both = shared(one, other)
    if both.low > both.high:
        return None
    for bound in (both, _rest(one, both), _rest(other, both)):
        if bound.high <= 0:
            safe |= bound.mask
        elif bound.low >= bound.mask.bit_count():
            mines |= bound.mask
    return safe, mines


class Corner(NamedTuple):
    """What three clues around a corner say: all is known of each but the cells that ``one`` and
    ``other`` share with the clue in the middle, one ``end`` of each, and the ``tip``, which only
    the one in the middle touches."""

    numbers: tuple[int, int, int]
    shared: tuple[int, int]
    ends: int
    tip: int

    @property
    def name(self) -> str:
        """The numbers, if they settle the tip and the ends; otherwise an empty string."""
        return "-".join(map(str, self.numbers)) if self.numbers in CORNERS else ""


#: The numbers around a corner that settle cells although no two of them do. With 2-2-2, the tip is
#: safe and the ends are mines; with 1-3-1, the other way round.
CORNERS = ((2, 2, 2), (1, 3, 1))


def corner(one: Bound, middle: Bound, other: Bound) -> Corner | None:
    """Return what three clues around a corner leave; None if they have another form."""
    both = one.mask & middle.mask, other.mask & middle.mask
    ends = one.mask & ~middle.mask, other.mask & ~middle.mask
    tip = middle.mask & ~(both[0] | both[1])
    single = all(mask and not mask & (mask - 1) for mask in (*ends, tip))
    if not single or both[0] & both[1] or ends[0] == ends[1] or not (both[0] and both[1]):
        return None
    return Corner((one.high, middle.high, other.high), both, ends[0] | ends[1], tip)


def settled_by_singles(clues: Iterable[Clue]) -> tuple[int, int, list[Clue]]:
    """Return the cells that single clues prove safe, one after another, those that they prove
    mines, and the clues that settle a cell."""
    clues, told = list(clues), dict[Clue, None]()
    safe = mines = 0
    before = -1
    while before != safe | mines:
        before = safe | mines
        for clue in clues:
            unknown = clue.mask & ~(safe | mines)
            need = clue.mines - (clue.mask & mines).bit_count()
            if unknown and need in (0, unknown.bit_count()):
                safe, mines = (safe, mines | unknown) if need else (safe | unknown, mines)
                told[clue] = None
    return safe, mines, list(told)
