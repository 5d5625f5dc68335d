"""Columns of integers, which represent ground terms by number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from sapper.mio.language.terms import Term

Ints: TypeAlias = npt.NDArray[np.int64]
Bools: TypeAlias = npt.NDArray[np.bool_]

_BITS = 62  #: maximum number of bits of a key
_TABLE = 1 << 20  #: smaller keys are looked up in a table


def distinct(columns: Sequence[Ints]) -> list[Ints]:
    """Return the distinct rows of columns of non-negative numbers, in ascending order."""
    if not columns:
        return []
    if columns[0].size <= 1:
        return list(columns)
    widths = [int(column.max()).bit_length() for column in columns]
    if sum(widths) > _BITS:
        found = np.unique(np.stack(columns, axis=1), axis=0)
        return [np.ascontiguousarray(found[:, i]) for i in range(len(columns))]
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
        if self._table is None or int(self._keys[-1]) >= _TABLE:
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

    def columns(self, rows: Iterable[Sequence[Term]], arity: int) -> list[Ints]:
        """Convert rows of terms to columns of numbers."""
        flat = [self.number(term) for row in rows for term in row]
        table = np.array(flat, dtype=np.int64).reshape(-1, arity) if flat else None
        if table is None:
            return [np.empty(0, dtype=np.int64) for _ in range(arity)]
        return [np.ascontiguousarray(table[:, i]) for i in range(arity)]
