"""Recognises the cells of a board in a picture.

Ground and border tell open cells from hidden ones: cells that look alike are of one kind, and kinds
with digits are open. Digits are recognised in the common skin that matches the whole board best.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

from sapper.game.codes import FLAGGED, HIDDEN, MINE
from sapper.notation.pictures.lattice import Lattice
from sapper.notation.pictures.png import Picture
from sapper.notation.pictures.signs import Sign, meaning, sign_in, skin_of
from sapper.notation.pictures.tiles import Look, tiles_of

MAX_DIFFERENCE = 14.0  #: maximum difference in look between two cells of one kind, in colour levels


@dataclass(frozen=True)
class Cells:
    """The codes of the cells, and whether each is doubtful, both by index."""

    codes: bytes
    doubtful: tuple[bool, ...]


def read_cells(picture: Picture, lattice: Lattice) -> Cells:
    """Recognise the cells."""
    tiles = tiles_of(picture, lattice)
    looks = [tile.look for tile in tiles]
    signs = [
        sign_in(tile, tile.sign(look), look[:3]) for tile, look in zip(tiles, looks, strict=True)
    ]
    kinds = _kinds(looks)
    skin = skin_of([sign for sign in signs if sign is not None])
    read = [(HIDDEN, False) if sign is None else meaning(sign, skin) for sign in signs]
    hidden = _hidden_kinds(kinds, looks, read, signs)
    codes: list[tuple[int, bool]] = []
    for kind, sign, (code, doubt) in zip(kinds, signs, read, strict=True):
        if sign is None:
            codes.append((HIDDEN if kind in hidden else 0, False))
        elif kind in hidden:
            # only open cells have clues
            codes.append((code, doubt) if code in (FLAGGED, MINE) else (HIDDEN, True))
        else:
            codes.append((code, doubt or code == FLAGGED))
    return Cells(bytes(code for code, _ in codes), tuple(doubt for _, doubt in codes))


def _kinds(looks: list[Look]) -> list[int]:
    """Return the kind of each cell as a number, equal for cells that look alike, directly or
    through others."""
    rounded = [tuple(3.0 * round(part / 3.0) for part in look) for look in looks]
    kinds: dict[Look, int] = {}
    unknown = set(rounded)
    for first in rounded:
        waiting = [first] if first in unknown else []
        unknown.difference_update(waiting)
        while waiting:
            look = waiting.pop()
            kinds[look] = kinds.get(first, len(kinds))
            near = [other for other in unknown if _alike(look, other)]
            unknown.difference_update(near)
            waiting += near
    return [kinds[look] for look in rounded]


def _alike(one: Look, other: Look) -> bool:
    """Return whether two looks differ little."""
    return all(abs(a - b) <= MAX_DIFFERENCE for a, b in zip(one, other, strict=True))


def _hidden_kinds(
    kinds: list[int],
    looks: list[Look],
    read: list[tuple[int, bool]],
    signs: list[Sign | None],
) -> set[int]:
    """Return the hidden kinds: kinds with flags are hidden, kinds with digits open, and each other
    kind goes with the known kind that it resembles most."""
    of_kind: dict[int, list[int]] = {}
    for index, kind in enumerate(kinds):
        of_kind.setdefault(kind, []).append(index)
    hidden, open_, unknown = set(), set(), []
    for kind, members in of_kind.items():
        shown = [read[i] for i in members if signs[i] is not None]
        digits = sum(code <= 8 and not doubt for code, doubt in shown)
        flags = sum(code == FLAGGED for code, _ in shown)
        mines = sum(code == MINE for code, _ in shown)
        if flags and flags >= digits:
            hidden.add(kind)
        elif digits or mines == len(members):
            open_.add(kind)
        else:
            unknown.append(kind)
    if not open_ or not hidden:
        # the largest unknown kind is hidden: any board of interest has hidden cells
        rest = sorted(unknown, key=lambda kind: -len(of_kind[kind]))
        if not hidden and rest:
            first = _most_raised(rest, of_kind, looks) if open_ else rest[0]
            hidden.add(first)
    for kind in unknown:
        if kind in hidden:
            continue
        here = _typical(of_kind[kind], looks)
        nearest = min(
            hidden | open_, key=lambda known: _apart(here, _typical(of_kind[known], looks))
        )
        (hidden if nearest in hidden else open_).add(kind)
    return hidden


def _most_raised(kinds: list[int], of_kind: dict[int, list[int]], looks: list[Look]) -> int:
    """Return the kind whose upper border differs most from its lower one."""

    def raised(kind: int) -> float:
        border = _typical(of_kind[kind], looks)[3:]
        return max(abs(a - b) for a, b in zip(border[:3], border[3:], strict=True))

    return max(kinds, key=raised)


def _typical(members: list[int], looks: list[Look]) -> Look:
    """Return the look of a kind of cells."""
    return tuple(median(part) for part in zip(*(looks[i] for i in members), strict=True))


def _apart(one: Look, other: Look) -> float:
    """Return the difference between two looks; grounds count twice, since signs may touch
    borders."""
    difference = [abs(a - b) for a, b in zip(one, other, strict=True)]
    return 2.0 * max(difference[:3]) + max(difference[3:])
