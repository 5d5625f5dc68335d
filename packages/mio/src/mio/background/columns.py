"""Represents ground terms and clause bodies by numbers, the internal form of the learner.

Ground terms are numbered symbols, in columns of integers. In a body, variables 0 … arity - 1 are
the head's arguments; further variables follow. A constant is negative: -1 - s for the symbol s.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import nan
from typing import NamedTuple, TypeAlias
from zlib import crc32

import numpy as np
import numpy.typing as npt

from mio.language.program import Signature
from mio.language.terms import Term

Ints: TypeAlias = npt.NDArray[np.int64]
Bools: TypeAlias = npt.NDArray[np.bool_]
Floats: TypeAlias = npt.NDArray[np.float64]

_MAX_KEY_BITS = 62  #: maximum number of bits of a key
_MAX_EXACT_NUMBER = 2**53  #: larger integers are compared without conversion to floating point
_MAX_TABLE_KEY = 1 << 20  #: smaller keys are looked up in a table


def distinct(columns: Sequence[Ints]) -> list[Ints]:
    """Return the distinct rows of columns of non-negative numbers, in ascending order."""
    if not columns:
        return []
    if columns[0].size <= 1:
        return list(columns)
    widths = [int(column.max()).bit_length() for column in columns]
    if sum(widths) > _MAX_KEY_BITS:
        order = np.lexsort(columns[::-1])
        first = np.zeros(order.size, dtype=bool)
        first[0] = True
        for column in columns:
            ascending = column[order]
            first[1:] |= ascending[1:] != ascending[:-1]
        return [column[order[first]] for column in columns]
    key = columns[0]
    for column, width in zip(columns[1:], widths[1:], strict=True):
        key = (key << width) | column
    key = np.sort(key)
    keep = np.empty(key.size, dtype=bool)
    keep[0] = True
    np.not_equal(key[1:], key[:-1], out=keep[1:])
    key = key[keep]
    result: list[Ints] = []
    for width in reversed(widths[1:]):
        result.append(key & ((1 << width) - 1))
        key = key >> width
    result.append(key)
    return result[::-1]


class Keys:
    """Assigns the numbers 0, 1, 2 … to distinct rows in order of first appearance.

    Equal rows have equal numbers. Wide rows are numbered from left to right, column by column.
    """

    def __init__(self, columns: int) -> None:
        self._steps = [_Numbering() for _ in range(columns - 1)]
        self._last = _Numbering()

    def find(self, columns: Sequence[Ints]) -> Ints:
        """Return the numbers of rows, -1 for unknown rows."""
        if len(columns) == 1:
            return self._last.find(columns[0])
        found = self._prefixes(columns, grow=False)
        numbers = self._last.find(np.maximum(found, 0))
        numbers[found < 0] = -1
        return numbers

    def add(self, columns: Sequence[Ints]) -> Ints:
        """Return the numbers of rows, adding unknown ones."""
        return self._last.add(self._prefixes(columns, grow=True))

    def __len__(self) -> int:
        return len(self._last)

    def _prefixes(self, columns: Sequence[Ints], grow: bool) -> Ints:
        key = columns[0]
        for step, column in zip(self._steps, columns[1:], strict=True):
            number = step.add(key) if grow else step.find(np.maximum(key, 0))
            joined = (number << 31) | column
            key = joined if grow else np.where((key < 0) | (number < 0), -1, joined)
        return key


class _Numbering:
    """Assigns dense numbers to keys, by a table while keys are small and by binary search
    otherwise."""

    def __init__(self) -> None:
        self._keys: Ints = np.empty(0, dtype=np.int64)
        self._numbers: Ints = np.empty(0, dtype=np.int64)
        self._table: Ints | None = np.empty(0, dtype=np.int64)

    def __len__(self) -> int:
        return int(self._keys.size)

    def find(self, keys: Ints) -> Ints:
        if not self._keys.size:
            return np.full(keys.size, -1, dtype=np.int64)
        if self._table is not None:  # its last entry is -1, for all keys beyond
            return self._table[np.minimum(keys, self._table.size - 1)]
        places = np.minimum(self._keys.searchsorted(keys), self._keys.size - 1)
        found = self._numbers[places]
        found[self._keys[places] != keys] = -1
        return found

    def add(self, keys: Ints) -> Ints:
        numbers = self.find(keys)
        missing = numbers < 0
        if not missing.any():
            return numbers
        fresh, first = np.unique(keys[missing], return_index=True)
        given = np.empty(fresh.size, dtype=np.int64)
        given[np.argsort(first, kind="stable")] = np.arange(fresh.size) + self._keys.size
        merged = np.concatenate([self._keys, fresh])
        order = np.argsort(merged, kind="stable")
        self._numbers = np.concatenate([self._numbers, given])[order]
        self._keys = merged[order]
        self._tabulate()
        return self.find(keys)

    def _tabulate(self) -> None:
        if self._table is None or int(self._keys[-1]) >= _MAX_TABLE_KEY:
            self._table = None
            return
        self._table = np.full(int(self._keys[-1]) + 2, -1, dtype=np.int64)
        self._table[self._keys] = self._numbers


def spread(starts: Ints, counts: Ints) -> tuple[Ints, Ints]:
    """Expand consecutive runs of rows: return the run of each row, and the rows."""
    runs = np.arange(counts.size).repeat(counts)
    ends = counts.cumsum()
    return runs, np.arange(runs.size) + (starts - ends + counts)[runs]


class Symbols:
    """All ground terms of a task, numbered in order of appearance."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[type, Term], int] = {}
        self._terms: list[Term] = []
        self._values: Floats = np.empty(0)

    def __len__(self) -> int:
        return len(self._terms)

    def number(self, term: Term) -> int:
        """Return the number of a term, assigning one on first use."""
        key = (type(term), term)
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self._terms)
            self._terms.append(term)
        return found

    def term(self, number: int) -> Term:
        """Return the term with a number."""
        return self._terms[number]

    @property
    def values(self) -> Floats:
        """The terms as numbers; NaN stands for others, and for those that no float represents."""
        first = self._values.size
        if first < len(self._terms):
            fresh = [_value(term) for term in self._terms[first:]]
            self._values = np.concatenate([self._values, fresh])
        return self._values

    def columns(self, rows: Iterable[Sequence[Term]], arity: int) -> list[Ints]:
        """Convert rows of terms to columns of numbers."""
        flat = [self.number(term) for row in rows for term in row]
        table = np.array(flat, dtype=np.int64).reshape(-1, arity) if flat else None
        if table is None:
            return [np.empty(0, dtype=np.int64) for _ in range(arity)]
        return [np.ascontiguousarray(table[:, i]) for i in range(arity)]


def _value(term: Term) -> float:
    number = isinstance(term, int | float) and not isinstance(term, bool)
    return float(term) if number and abs(term) < _MAX_EXACT_NUMBER else nan  # type: ignore[arg-type]


class Goal(NamedTuple):
    """A literal of a body."""

    about: Signature
    args: tuple[int, ...]

    @property
    def variables(self) -> frozenset[int]:
        """The variables, including those of the head."""
        return frozenset(arg for arg in self.args if arg >= 0)


def constant(symbol: int) -> int:
    """Convert a symbol to a constant argument, or such an argument to its symbol."""
    return -1 - symbol


def parts(goals: Iterable[Goal], arity: int) -> list[tuple[Goal, ...]]:
    """Split a body into independent parts, which share only variables of the head."""
    found: list[tuple[set[int], list[Goal]]] = []
    for goal in goals:
        own = {arg for arg in goal.args if arg >= arity}
        together = ([part for part in found if part[0] & own]) if own else []
        found = [part for part in found if not any(part is other for other in together)]
        merged = (set(own).union(*(p[0] for p in together)), [g for p in together for g in p[1]])
        found.append((merged[0], [*merged[1], goal]))
    return [tuple(goals) for _, goals in found]


def canonical(goals: Sequence[Goal], arity: int) -> tuple[Goal, ...]:
    """Return goals in a canonical order with canonical variables, up to rare exceptions.

    Goals with the same canonical form are equal up to renaming. The converse fails if two rounds of
    refinement cannot distinguish two variables; a part may then be joined twice, which only costs
    time.
    """
    if len(goals) == 1:
        return (_renamed(goals[0], arity, {}),)
    shapes = [_shape(goal, arity) for goal in goals]
    colours: dict[int, int] = {}
    for _, own, signs in shapes:
        for arg, sign in zip(own, signs, strict=True):
            colours[arg] = colours.get(arg, 0) + sign
    if len(colours) > 1:
        refined = dict.fromkeys(colours, 0)
        for shape, own, signs in shapes:
            seen = hash((shape, *[colours[arg] for arg in own]))
            for arg, sign in zip(own, signs, strict=True):
                refined[arg] += hash((seen, sign))
        colours = refined
    ranked = [
        (shape, [colours[arg] for arg in own], number)
        for number, (shape, own, _) in enumerate(shapes)
    ]
    ranked.sort()
    names: dict[int, int] = {}
    return tuple(sorted({_renamed(goals[number], arity, names) for _, _, number in ranked}))


def _renamed(goal: Goal, arity: int, names: dict[int, int]) -> Goal:
    """Return a goal with its own variables renumbered in order of appearance."""
    return Goal(
        goal.about,
        tuple([a if a < arity else names.setdefault(a, arity + len(names)) for a in goal.args]),
    )


@lru_cache(maxsize=1 << 16)
def _shape(goal: Goal, arity: int) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """Return a goal's shape regardless of the names of its own variables, as a number; those
    variables in order; and a number for the place of each."""
    own = tuple(arg for arg in goal.args if arg >= arity)
    fixed = (*goal.about, *(arg if arg < arity else arity for arg in goal.args))
    shape = crc32(repr(fixed).encode())  # Python's hash of a name differs from run to run
    return shape, own, tuple(hash((shape, place)) for place in range(len(own)))
