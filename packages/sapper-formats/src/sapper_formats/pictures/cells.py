"""Recognises the cells of a board in a picture.

Cells that look alike without their sign are of one kind. Kinds with digits are open, kinds with
flags hidden; for the others, the clues decide: a zero touches no hidden cell, and each clue enough
of them. Signs are recognised by their shape; what contradicts the colours of the other signs, or
the clues, is doubtful.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import dist
from statistics import median

from sapper.game import Grid
from sapper.game.codes import FLAGGED, HIDDEN, MINE
from sapper_formats.pictures.lattice import Lattice
from sapper_formats.pictures.png import Picture
from sapper_formats.pictures.signs import (
    CROSSED,
    DISC,
    FLAG,
    KINDS,
    OTHER,
    QUESTION,
    Sign,
    kinds_of,
    sign_in,
)
from sapper_formats.pictures.tiles import Look, Tile, tiles_of

MAX_DIFFERENCE = 14  #: maximum difference in look between two cells of one kind, in colour levels
SURE = 0.85  #: probability of a sign from which it is not doubtful
TOLERATED = 0.001  #: least probability that signs alike give to what none of them seems to be
VERY_SURE = 0.95  #: the same for a sign that no other looks like
TWO_COLOURS = 0.15  #: share of another colour in a sign that is not a digit
DIGITS = frozenset(range(1, 9))
ON_HIDDEN, ON_OPEN = (FLAG, DISC, CROSSED, QUESTION, OTHER), (DISC, CROSSED, OTHER)
SAME_COLOUR, OTHER_COLOUR = 45.0, 80.0  #: distances of colours of the same and of different digits
MAX_OPEN_KINDS = 7  #: maximum number of kinds that are tried both as hidden and as open
USUAL = 0.5  #: share of the cells of a kind with something in them that makes it part of the ground
OPEN_COST = 0.5  #: cost of open cells of which none shows a digit
FEW_DIGITS = 0.02  #: share of digits, more than flags, up to which a ground may yet be hidden
MANY_SIGNS = 0.1  #: share of signs in a board without clues that makes it doubtful
ALONE_COST, MAX_TOUCHING = 0.5, 0.15  #: cost of a cell of a hidden ground that touches no other
FLAG_COST = 1.0  #: cost of a sign on the wrong ground
APART_COST = 0.001  #: cost of a difference in look


@dataclass(frozen=True)
class Cells:
    """The codes of the cells, and whether each is doubtful, both by index."""

    codes: bytes
    doubtful: tuple[bool, ...]


@dataclass(frozen=True)
class _Seen:
    """A cell as it looks: its ground and border, its sign and what that means, how surely; the
    probability of each meaning; and whether no other sign looks the same."""

    look: Look
    sign: Sign | None
    kind: int = OTHER
    sure: float = 1.0
    shares: Mapping[int, float] = field(default_factory=dict)
    alone: bool = False


def read_cells(picture: Picture, lattice: Lattice, grid: Grid) -> Cells:
    """Recognise the cells."""
    tiles = [tile.planes for tile in tiles_of(picture, lattice)]
    number = Counter(tiles)
    known = {planes: _seen(Tile(planes)) for planes in number}
    known = dict(zip(known, _compared(list(known.values()), list(number.values())), strict=True))
    seen = [known[planes] for planes in tiles]
    grounds = _grounds([cell.look for cell in seen])
    hidden = _hidden_grounds(grounds, seen, grid)
    seen = _possible(seen, _closed(grounds, seen, hidden), [g in hidden for g in grounds], grid)
    ground_only = _part_of_ground(grounds, seen)
    codes, doubtful = bytearray(), []
    for cell, ground, doubt in zip(seen, grounds, _doubts(seen), strict=True):
        if cell.kind in (OTHER, QUESTION):
            codes.append(HIDDEN if ground in hidden else 0)
            doubt |= cell.kind == OTHER and cell.sign is not None and ground not in ground_only
        else:
            codes.append({FLAG: FLAGGED, CROSSED: FLAGGED, DISC: MINE}.get(cell.kind, cell.kind))
        doubtful.append(doubt)
    many = _signs(grounds, seen, ground_only) > MANY_SIGNS * grid.size
    if many and not any(0 < code < 9 for code in codes):
        doubtful = [True] * grid.size  # who sets flags has seen a clue: these may be the clues
    for index in _at_fault(bytes(codes), grid):
        doubtful[index] = True
    return Cells(bytes(codes), tuple(doubtful))


def _signs(grounds: Sequence[int], seen: Sequence[_Seen], ground_only: set[int]) -> int:
    """Return the number of signs that are not part of the ground."""
    return sum(
        cell.sign is not None and ground not in ground_only
        for cell, ground in zip(seen, grounds, strict=True)
    )


def _seen(tile: Tile) -> _Seen:
    look = tile.look
    sign = sign_in(tile, look)
    if sign is None:
        return _Seen(look, None)
    shares = dict(zip(KINDS, kinds_of(sign), strict=True))
    kind = max(shares, key=shares.__getitem__)
    return _Seen(look, sign, kind, shares[kind], shares)


def _compared(seen: Sequence[_Seen], number: Sequence[int]) -> list[_Seen]:
    """Return the cells, of which each is there so many times, with the probabilities that follow
    from those of cells with a sign of about the same shape and colour: a program draws the same
    digit in the same way."""
    groups: list[tuple[Sign, Counter[int]]] = []
    group_of: dict[int, Counter[int]] = {}
    for index, (cell, times) in enumerate(zip(seen, number, strict=True)):
        if (sign := cell.sign) is None:
            continue
        near = (each for each in groups if dist(each[0].core, sign.core) <= SAME_COLOUR)
        group = next((each for each in near if each[0].like(sign)), None)
        if group is None:
            group = sign, Counter()
            groups.append(group)
        group[1].update({kind: times * share for kind, share in cell.shares.items()})
        group_of[index] = group[1]
    compared = list(seen)
    for index, together in group_of.items():
        cell, total = seen[index], together.total()
        shares = {k: each * (together[k] / total + TOLERATED) for k, each in cell.shares.items()}
        alone, whole = total < 1.5, sum(shares.values())
        shares = {kind: share / whole for kind, share in shares.items()}
        kind = max(shares, key=shares.__getitem__)
        compared[index] = replace(cell, kind=kind, sure=shares[kind], shares=shares, alone=alone)
    return compared


def _possible(
    seen: Sequence[_Seen], closed: Sequence[bool], covered: Sequence[bool], grid: Grid
) -> list[_Seen]:
    """Return the cells with the likeliest meaning that their ground and neighbours allow."""
    settled = []
    for index, cell in enumerate(seen):
        if cell.sign is not None:
            near = sum(closed[i] for i in grid.neighbour_indices(index))
            allowed = ON_HIDDEN if covered[index] else (*range(1, near + 1), *ON_OPEN)
            kind = max(allowed, key=cell.shares.__getitem__)
            total = sum(cell.shares[each] for each in allowed)
            # What was likelier before remains a doubt.
            sure = cell.shares[kind] / (total if kind == cell.kind else 1.0)
            cell = replace(cell, kind=kind, sure=sure)
        settled.append(cell)
    return settled


def _at_fault(codes: bytes, grid: Grid) -> set[int]:
    """Return the cells that contradict each other: clues with too few or too many mines around
    them, zeros beside hidden cells, and the neighbours of both."""
    fault = set()
    for index, code in enumerate(codes):
        near = grid.neighbour_indices(index)
        around = [codes[i] for i in near]
        mines, hidden = around.count(MINE), around.count(HIDDEN) + around.count(FLAGGED)
        if code < HIDDEN and (not mines <= code <= mines + hidden or (hidden and not code)):
            fault |= {index, *near}
    return fault


def _doubts(seen: Sequence[_Seen]) -> list[bool]:
    """Return which signs are doubtful: those of unclear shape, digits in the usual colour of
    another one, and those that no other sign looks like if they seem to be a pointer."""
    usual = {
        kind: tuple(median(part) for part in zip(*cores, strict=True))
        for kind in (*DIGITS, FLAG)
        if (cores := [cell.sign.core for cell in seen if cell.sign and cell.kind == kind])
    }
    flags = any(cell.kind == FLAG and not cell.alone for cell in seen)
    doubts = []
    for cell in seen:
        doubt = cell.sure < (VERY_SURE if cell.alone else SURE)
        if cell.sign is not None and cell.kind in usual:
            odd = cell.kind == FLAG
            if dist(cell.sign.core, usual[cell.kind]) > OTHER_COLOUR:
                others = (usual[other] for other in DIGITS & usual.keys() if other != cell.kind)
                doubt |= odd or any(dist(cell.sign.core, other) <= SAME_COLOUR for other in others)
            two_colours = cell.sign.other > TWO_COLOURS or cell.sign.cut
            doubt |= cell.alone and (flags if odd else two_colours)
        doubts.append(doubt)
    return doubts


def _part_of_ground(grounds: Sequence[int], seen: Sequence[_Seen]) -> set[int]:
    """Return the grounds on which most cells have something that is not a sign, such as a gloss."""
    total = Counter(grounds)
    odd = Counter(
        ground
        for ground, cell in zip(grounds, seen, strict=True)
        if cell.sign is not None and cell.kind == OTHER
    )
    return {ground for ground, count in odd.items() if count >= max(3, USUAL * total[ground])}


def _grounds(looks: list[Look]) -> list[int]:
    """Return the ground of each cell as a number, equal for cells that look alike, directly or
    through others."""
    packed = [_packed(look) for look in looks]
    grounds: dict[int, int] = {}
    unknown = set(packed)
    for first in packed:
        waiting = [first] if first in unknown else []
        unknown.difference_update(waiting)
        while waiting:
            look = waiting.pop()
            grounds[look] = grounds.get(first, len(grounds))
            least, most = look - DIFFERENCES, look + DIFFERENCES
            near = [other for other in unknown if (most - other) & (other - least) & SIGNS == SIGNS]
            unknown.difference_update(near)
            waiting += near
    return [grounds[look] for look in packed]


LOOK = range(0, 15 * 16, 16)  #: where the parts of a look are in a long integer
SIGNS = sum(1 << at + 15 for at in LOOK)  #: set where a difference of parts is not negative
DIFFERENCES = SIGNS + sum(MAX_DIFFERENCE << at for at in LOOK)


def _packed(look: Look) -> int:
    """Return a look, rounded, as one long integer, so that all parts are compared at once."""
    return sum(3 * round(part / 3.0) + 1024 << at for at, part in zip(LOOK, look, strict=True))


def _hidden_grounds(grounds: Sequence[int], seen: Sequence[_Seen], grid: Grid) -> set[int]:
    """Return the grounds of hidden cells: those that contradict the signs and the clues least."""
    members: dict[int, list[int]] = {}
    for index, ground in enumerate(grounds):
        members.setdefault(ground, []).append(index)
    board = _Board(grid, members, seen)
    typical = {
        ground: tuple(median(part) for part in zip(*(seen[i].look for i in each), strict=True))
        for ground, each in members.items()
    }
    apart = {
        ground: {other: _apart(look, far) for other, far in typical.items() if other != ground}
        for ground, look in typical.items()
    }
    fixed = {
        ground
        for ground, each in members.items()
        if board.digits[ground] - board.flags[ground] > max(1, FEW_DIGITS * len(each))
    }
    rest = sorted(members.keys() - fixed, key=lambda ground: -len(members[ground]))
    tried, small = rest[:MAX_OPEN_KINDS], rest[MAX_OPEN_KINDS:]

    def cost(hidden: set[int]) -> float:
        opened = members.keys() - hidden
        total = sum(FLAG_COST * board.flags[ground] for ground in opened)
        total += sum(FLAG_COST * board.digits[ground] for ground in hidden)
        total += OPEN_COST * (len(opened) if not fixed else 0)
        total += board.contradictions(hidden)
        for ground in rest:
            same = hidden if ground in hidden else opened
            total += APART_COST * min((apart[ground][k] for k in same - {ground}), default=50.0)
        return total

    best: tuple[float, set[int]] | None = None
    for choice in product((True, False), repeat=len(tried)):
        hidden = {ground for ground, each in zip(tried, choice, strict=True) if each}
        known = fixed.union(tried)
        for ground in small:
            hidden |= {ground} if min(known, key=apart[ground].__getitem__) in hidden else set()
        value = cost(hidden)
        best = (value, hidden) if best is None or value < best[0] else best
    assert best is not None
    for ground in small:
        other = best[1] ^ {ground}
        value = cost(other)
        best = (value, other) if value < best[0] else best
    return best[1]


class _Board:
    """A board as sets of cells, each a long integer with a bit for each cell, and the number of
    clear digits and of clear flags on each ground."""

    def __init__(
        self, grid: Grid, members: Mapping[int, Sequence[int]], seen: Sequence[_Seen]
    ) -> None:
        self.width = grid.width
        self.all = (1 << grid.size) - 1
        self.left = sum(1 << at for at in range(0, grid.size, grid.width))
        self.right = self.left << grid.width - 1
        self.grounds = {ground: _set(each) for ground, each in members.items()}
        self.zeros = _set(i for i, cell in enumerate(seen) if cell.kind == OTHER)
        self.mines = _set(i for i, cell in enumerate(seen) if cell.kind in (FLAG, DISC, CROSSED))
        clues = [i for i, cell in enumerate(seen) if cell.kind in DIGITS]
        self.clues = [(_set(grid.neighbour_indices(i)), seen[i].kind) for i in clues]
        sure = [i for i, cell in enumerate(seen) if cell.sure >= SURE]
        digits = _set(i for i in sure if seen[i].kind in DIGITS)
        flags = _set(i for i in sure if seen[i].kind in (FLAG, QUESTION))
        self.digits, self.flags = (
            {ground: (each & cells).bit_count() for ground, each in self.grounds.items()}
            for cells in (digits, flags)
        )

    def near(self, cells: int) -> int:
        """Return the cells and their neighbours."""
        wide = cells | (cells & ~self.right) << 1 | (cells & ~self.left) >> 1
        return (wide | wide << self.width | wide >> self.width) & self.all

    def contradictions(self, hidden: set[int]) -> float:
        """Return the number of zeros that touch a hidden cell, and of clues that touch too few. If
        several grounds are hidden, one that hardly touches the others may rather be that of zeros,
        unless clues need it."""
        closed = self.mines
        for ground in hidden:
            closed |= self.grounds[ground]
        number = float((self.near(closed) & self.zeros & ~closed).bit_count())
        lacking = self.lacking(closed)
        number += lacking
        for ground in hidden if len(hidden) > 1 else ():
            inner = self.grounds[ground]
            cells, outer = inner & self.zeros, self.all & ~inner
            rim = (cells & self.near(outer)).bit_count()
            if (cells & self.near(outer & closed)).bit_count() <= MAX_TOUCHING * rim:
                needed = self.lacking(closed & ~inner | self.mines) - lacking
                number += ALONE_COST * rim * (needed <= MAX_TOUCHING * rim)
        return number

    def lacking(self, closed: int) -> int:
        """Return the number of clues that touch too few closed cells."""
        return sum((near & closed).bit_count() < clue for near, clue in self.clues)


def _set(indices: Iterable[int]) -> int:
    """Return a set of cells as an integer with a bit for each."""
    cells = 0
    for index in indices:
        cells |= 1 << index
    return cells


def _closed(grounds: Sequence[int], seen: Sequence[_Seen], hidden: set[int]) -> list[bool]:
    """Return whether each cell may be a mine."""
    return [
        ground in hidden or cell.kind in (FLAG, DISC, CROSSED)
        for ground, cell in zip(grounds, seen, strict=True)
    ]


def _apart(one: Look, other: Look) -> float:
    """Return the difference between two looks; grounds count twice, since signs may touch
    borders."""
    difference = [abs(a - b) for a, b in zip(one, other, strict=True)]
    return 2.0 * max(difference[:3]) + max(difference[3:])
