"""Constraints on a few cells, as machines that read one cell after another.

A constraint is a set of allowed fillings of its cells: a table, or totals that a weighted sum may
have. Read in any order, its state is what it still allows of the cells not read yet; equal states
are one. So each is a small decision diagram (Bryant 1986), from which the clauses of a SAT solver
and the steps of the exact count are both made.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import gcd
from operator import itemgetter
from typing import NamedTuple, TypeVar

from sapper.errors import BudgetError

T = TypeVar("T", bound=Hashable)

MAX_CELLS = 18  #: unknown cells of a table
MAX_JOINED = 12  #: unknown cells of constraints that are read together rather than by a solver

DEAD = -1  #: no filling of the rest is allowed


class Diagram(NamedTuple):
    """``levels[i][bit][state]`` is the state after place i holds a mine (1) or none (0), or DEAD.

    The only state before the first place is 0; every state after the last one is accepted.
    ``sizes`` has the number of states after each place.
    """

    levels: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    sizes: tuple[int, ...]


@dataclass(frozen=True)
class Sum:
    """The weights of the mines among the cells add up to one of the totals."""

    cells: tuple[int, ...]
    weights: tuple[int, ...]
    totals: frozenset[int]

    def allows(self, mines: Iterable[int]) -> bool:
        """Whether the constraint holds if the mines are in these cells."""
        inside = set(mines)
        weights = zip(self.cells, self.weights, strict=True)
        return sum(weight for cell, weight in weights if cell in inside) in self.totals

    def given(self, known: Mapping[int, bool]) -> Sum:
        """The constraint on the other cells, where some are known to be mines or not."""
        base = 0
        left = []
        for cell, weight in zip(self.cells, self.weights, strict=True):
            if cell not in known:
                left.append((cell, weight))
            elif known[cell]:
                base += weight
        cells, weights = tuple(c for c, _ in left), tuple(w for _, w in left)
        least, most = span(weights)
        totals = frozenset(t - base for t in self.totals if least <= t - base <= most)
        return Sum(cells, weights, totals)

    @property
    def always(self) -> bool:
        """Whether it holds wherever the mines are."""
        least, most = span(self.weights)
        return len(self.totals) > most - least and self.totals >= {*range(least, most + 1)}

    def forced(self) -> dict[int, bool] | None:
        """The cells that are mines, or safe, in all that it allows; None if it allows nothing."""
        found = _forced_by_sum(self.weights, self.totals)
        return None if found is None else {self.cells[i]: mine for i, mine in found}

    def diagram(self, order: Sequence[int]) -> Diagram:
        """The diagram that reads the cells in an order."""
        weight = dict(zip(self.cells, self.weights, strict=True))
        return _of_sum(tuple(weight[cell] for cell in order), self.totals)


@dataclass(frozen=True)
class Table:
    """Fillings, each with a byte in ``allowed``: bit k is a mine in the k-th cell from the end."""

    cells: tuple[int, ...]
    allowed: bytes

    def allows(self, mines: Iterable[int]) -> bool:
        """Whether the constraint holds if the mines are in these cells."""
        inside = set(mines)
        filling = 0
        for cell in self.cells:
            filling = 2 * filling + (cell in inside)
        return bool(self.allowed[filling])

    def given(self, known: Mapping[int, bool]) -> Table:
        """The constraint on the other cells, where some are known to be mines or not."""
        if not any(cell in known for cell in self.cells):
            return self
        fixed = tuple(known.get(cell) for cell in self.cells)
        return Table(tuple(c for c in self.cells if c not in known), _fixed(self.allowed, fixed))

    @property
    def always(self) -> bool:
        """Whether it holds wherever the mines are."""
        return 0 not in self.allowed

    def forbidden(self) -> list[tuple[bool, ...]]:
        """The fillings that it does not allow."""
        rows = zip(fillings(len(self.cells)), self.allowed, strict=True)
        return [filling for filling, allowed in rows if not allowed]

    def forced(self) -> dict[int, bool] | None:
        """The cells that are mines, or safe, in all that it allows; None if it allows nothing."""
        found = _forced_by_table(len(self.cells), self.allowed)
        return None if found is None else {self.cells[i]: mine for i, mine in found}

    def diagram(self, order: Sequence[int]) -> Diagram:
        """The diagram that reads the cells in an order."""
        at = {cell: place for place, cell in enumerate(self.cells)}
        return _of_table(self.allowed, tuple(at[cell] for cell in order))


Constraint = Sum | Table
#: Places among the cells of a constraint, and whether a mine is there in all that it allows.
_Forced = tuple[tuple[int, bool], ...]


def forced_together(constraints: Sequence[Constraint]) -> dict[int, bool] | None:
    """The cells that are mines, or safe, in all that constraints on few cells allow together; None
    if that is nothing."""
    if len(constraints) == 1:
        return constraints[0].forced()
    cells = tuple(dict.fromkeys(cell for each in constraints for cell in each.cells))
    read: list[list[tuple[int, tuple[tuple[int, ...], ...]]]] = [[] for _ in cells]
    for number, constraint in enumerate(constraints):
        inside = [place for place, cell in enumerate(cells) if cell in constraint.cells]
        levels = constraint.diagram([cells[place] for place in inside]).levels
        if not inside and not constraint.allows(()):
            return None
        for place, level in zip(inside, levels, strict=True):
            read[place].append((number, level))
    layers = [{(0,) * len(constraints)}]
    steps = list[list[tuple[bool, tuple[int, ...], tuple[int, ...]]]]()
    for reads in read:
        steps.append([])
        for state, mine in product(layers[-1], (False, True)):
            after = list(state)
            for number, nexts in reads:
                after[number] = nexts[mine][after[number]]
            if DEAD not in after:
                steps[-1].append((mine, state, tuple(after)))
        layers.append({after for _, _, after in steps[-1]})
    alive, forced = layers[-1], dict[int, bool]()
    for cell, taken in zip(cells[::-1], steps[::-1], strict=True):
        left = [(mine, before) for mine, before, after in taken if after in alive]
        alive = {before for _, before in left}
        if len(kinds := {mine for mine, _ in left}) == 1:
            forced[cell] = kinds.pop()
    return forced if alive else None


def propagate(constraints: Iterable[Constraint]) -> tuple[dict[int, bool], list[Constraint]] | None:
    """The cells that single constraints make certain, one after another, and what is left to say.

    None if no filling of the cells is allowed.
    """
    left = list(constraints)
    known = dict[int, bool]()
    at: dict[int, list[int]] = {}
    for number, constraint in enumerate(left):
        for cell in constraint.cells:
            at.setdefault(cell, []).append(number)
    waiting = dict.fromkeys(range(len(left)))
    while waiting:
        number = next(iter(waiting))
        del waiting[number]
        left[number] = constraint = left[number].given(known)
        forced = constraint.forced()
        if forced is None:
            return None
        known |= forced
        waiting |= dict.fromkeys(n for cell in forced for n in at[cell])
    return known, [c for c in dict.fromkeys(left) if c.cells and not c.always]


def shortened(equations: Iterable[Sum], order: Sequence[int]) -> list[Sum]:
    """Sums of one total each that say the same as these, where no two begin at one place of an
    order, and no two end at one: so each is over as soon as possible (Kschischang and Sorokine
    1995, "On the trellis structure of block codes")."""
    at = {cell: place for place, cell in enumerate(order)}
    begun, ended = dict[int, list[int]](), dict[int, list[int]]()
    for equation in equations:
        row = [0] * len(order) + [*equation.totals]
        for cell, weight in zip(equation.cells, equation.weights, strict=True):
            row[at[cell]] = weight
        while any(row[:-1]):
            first = next(place for place, weight in enumerate(row) if weight)
            if first not in begun:
                begun[first] = row
                break
            row = _cleared(row, begun[first], first)
    for first in sorted(begun, reverse=True):
        row = begun[first]
        while (last := max(place for place, weight in enumerate(row[:-1]) if weight)) in ended:
            row = _cleared(row, ended[last], last)
        ended[last] = row
    found = []
    for *weights, total in ended.values():
        cells = [(cell, weight) for cell, weight in zip(order, weights, strict=True) if weight]
        found.append(
            Sum(tuple(c for c, _ in cells), tuple(w for _, w in cells), frozenset({total}))
        )
    return found


def _cleared(row: list[int], other: list[int], place: int) -> list[int]:
    """A row less a multiple of another one, so that it is 0 at a place."""
    one, less = other[place], row[place]
    left = [one * weight - less * taken for weight, taken in zip(row, other, strict=True)]
    factor = gcd(*left) or 1
    return [weight // factor for weight in left]


def fillings(cells: int) -> Iterator[tuple[bool, ...]]:
    """All fillings of so many cells, in the order of a table. Raises ``BudgetError``."""
    if cells > MAX_CELLS:
        raise BudgetError(
            f"a clue looks at {cells} cells: at most {MAX_CELLS} are possible unless it shows a sum"
        )
    return product((False, True), repeat=cells)


def span(weights: Sequence[int]) -> tuple[int, int]:
    """The least and the greatest sum that mines in cells of these weights can have."""
    return sum(w for w in weights if w < 0), sum(w for w in weights if w > 0)


@lru_cache(maxsize=100_000)
def _fixed(allowed: bytes, fixed: tuple[bool | None, ...]) -> bytes:
    """The table of the cells that are not fixed."""
    for after, mine in zip(range(len(fixed))[::-1], fixed, strict=True):
        if mine is not None:
            size = 1 << after  # every second block of so many fillings has a mine in the cell
            starts = range(size * mine, len(allowed), 2 * size)
            allowed = b"".join([allowed[start : start + size] for start in starts])
    return allowed


@lru_cache(maxsize=100_000)
def _forced_by_table(cells: int, allowed: bytes) -> _Forced | None:
    if 1 not in allowed:
        return None
    found, table = [], int.from_bytes(allowed)
    for place in range(cells):
        mines = _with_mine(cells, place)
        if not table & mines:
            found.append((place, False))
        elif not table & ~mines:
            found.append((place, True))
    return tuple(found)


@lru_cache(maxsize=1_000)
def _with_mine(cells: int, place: int) -> int:
    """The table of the fillings with a mine in the cell at a place, as a number."""
    size = 1 << (cells - 1 - place)
    return int.from_bytes((bytes(size) + b"\1" * size) * (1 << place))


@lru_cache(maxsize=100_000)
def _forced_by_sum(weights: tuple[int, ...], totals: frozenset[int]) -> _Forced | None:
    least, most = span(weights)
    right = [t for t in totals if least <= t <= most]
    unit = set(weights) <= {1}
    if unit and right and (least < max(right) and min(right) < most):
        return ()
    if unit:
        mine = right == [most]
        return tuple((place, mine) for place in range(len(weights))) if right else None
    found = []
    for place, weight in enumerate(weights):
        sums = {0}
        for other in (*weights[:place], *weights[place + 1 :]):
            sums |= {value + other for value in sums}
        can = [any(value + mine * weight in totals for value in sums) for mine in (0, 1)]
        if not any(can):
            return None
        if not all(can):
            found.append((place, can[1]))
    if not weights and 0 not in totals:
        return None
    return tuple(found)


@lru_cache(maxsize=100_000)
def _of_sum(weights: tuple[int, ...], totals: frozenset[int]) -> Diagram:
    ranges = [span(weights[place + 1 :]) for place in range(len(weights))]

    def read(place: int, rest: frozenset[int], mine: int) -> frozenset[int] | None:
        (least, most), weight = ranges[place], weights[place] * mine
        return frozenset(t - weight for t in rest if least <= t - weight <= most) or None

    return _layered(len(weights), totals or None, read)


@lru_cache(maxsize=20_000)
def _of_table(allowed: bytes, order: tuple[int, ...]) -> Diagram:
    def read(_: int, rest: bytes, mine: int) -> bytes | None:
        half = len(rest) // 2
        left = rest[half:] if mine else rest[:half]
        return left if 1 in left else None

    if order != tuple(range(len(order))):
        allowed = bytes(_moved(order)(allowed))
    return _layered(len(order), allowed if 1 in allowed else None, read)


@lru_cache(maxsize=1_000)
def _moved(order: tuple[int, ...]) -> Callable[[bytes], tuple[int, ...]]:
    """Puts a table of at least two cells into another order of the cells."""
    numbers = [0]
    for place in order:
        bit = 1 << (len(order) - 1 - place)
        numbers = [number + more for number in numbers for more in (0, bit)]
    return itemgetter(*numbers)


def _layered(places: int, start: T | None, read: Callable[[int, T, int], T | None]) -> Diagram:
    """The diagram of a machine, level by level."""
    if start is None:
        return Diagram((((DEAD,), (DEAD,)),) * places, (1,) * places)
    states = [start]
    levels, sizes = [], list[int]()
    for place in range(places):
        numbers = dict[T, int]()
        nexts = []
        for mine in (0, 1):
            after = (read(place, state, mine) for state in states)
            nexts.append(
                tuple(DEAD if s is None else numbers.setdefault(s, len(numbers)) for s in after)
            )
        levels.append((nexts[0], nexts[1]))
        states = list(numbers)
        sizes.append(len(states))
    return Diagram(tuple(levels), tuple(sizes))
