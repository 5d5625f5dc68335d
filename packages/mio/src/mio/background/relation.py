"""Relations: the answers of a predicate to many rows of arguments at once.

Ground terms are represented by numbers, and a query by a column of numbers for each bound argument.
Facts are stored in a table with an index for each set of bound arguments; computed answers are
cached by input. ``=<`` and ``>=`` need neither: they compare columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from mio.background.builtins import THRESHOLD_COMPARISONS
from mio.background.columns import Bools, Ints, Keys, Symbols, spread
from mio.errors import InputError
from mio.language.terms import Term

Places = tuple[int, ...]


class Relation(Protocol):
    """A predicate that answers questions about many rows at once."""

    def usable(self, known: Places) -> bool:
        """Return whether it can answer questions with these places known (in ascending order, as
        everywhere)."""

    def fan(self, known: Places) -> float:
        """Return the approximate number of answers to a question."""

    def answers(self, known: Places, columns: Sequence[Ints]) -> tuple[Ints, list[Ints]]:
        """Return all answers: the row of each question, and columns of the places not known."""

    def holds(self, known: Places, columns: Sequence[Ints]) -> Bools:
        """Return for each row whether there is an answer."""

    def rows(self, known: Places, asked: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Return all answers to one question: the values of the places that are not known."""


@dataclass(frozen=True)
class _Index:
    """Rows grouped by known places: group g has ``counts[g]`` rows, beginning at ``starts[g]``."""

    keys: Keys
    starts: Ints
    counts: Ints
    others: list[Ints]


class FactTable:
    """A relation that is a set of rows."""

    def __init__(self, columns: Sequence[Ints]) -> None:
        self.columns = list(columns)  #: with rows in their original order
        self._indices: dict[Places, _Index] = {}
        self._fans: dict[Places, float] = {}

    def usable(self, known: Places) -> bool:
        """Return true: a table answers all questions."""
        return True

    def fan(self, known: Places) -> float:
        """Return the mean number of answers over the questions that have any."""
        found = self._fans.get(known)
        if found is None:
            rows = self.columns[0].size
            found = rows / max(1, len(self._index(known).keys)) if known else float(rows)
            self._fans[known] = found
        return found

    def answers(self, known: Places, columns: Sequence[Ints]) -> tuple[Ints, list[Ints]]:
        """See ``Relation``; answers to one question are in the order of the rows."""
        index = self._index(known)
        groups = index.keys.find(columns)
        asked = (groups >= 0).nonzero()[0]
        groups = groups[asked]
        runs, rows = spread(index.starts[groups], index.counts[groups])
        return asked[runs], [other[rows] for other in index.others]

    def holds(self, known: Places, columns: Sequence[Ints]) -> Bools:
        """See ``Relation``."""
        return self._index(known).keys.find(columns) >= 0

    def rows(self, known: Places, asked: tuple[int, ...]) -> list[tuple[int, ...]]:
        """See ``Relation``."""
        columns = [np.array([value], dtype=np.int64) for value in asked]
        runs, answers = self.answers(known, columns)
        others = [column.tolist() for column in answers]
        return list(zip(*others, strict=True)) if others else [()] * runs.size

    def _index(self, known: Places) -> _Index:
        found = self._indices.get(known)
        if found is None:
            found = self._indices[known] = self._make_index(known)
        return found

    def _make_index(self, known: Places) -> _Index:
        keys = Keys(len(known))
        groups = keys.add([self.columns[place] for place in known])
        order = np.argsort(groups, kind="stable")
        counts = np.bincount(groups, minlength=len(keys)).astype(np.int64)
        others = [column[order] for p, column in enumerate(self.columns) if p not in known]
        return _Index(keys, np.cumsum(counts) - counts, counts, others)


#: Computes a predicate: takes the terms at the input places, returns all rows of the others.
Compute = Callable[[tuple[Term, ...]], Iterable[Sequence[Term]]]


class _Asked:
    """Caches the answers of one way to compute a predicate."""

    def __init__(self, inputs: Places, outputs: Places, compute: Compute) -> None:
        self.inputs, self.outputs = inputs, outputs
        self.compute = compute
        self.keys = Keys(max(1, len(inputs)))
        self.starts: Ints = np.empty(0, dtype=np.int64)
        self.counts: Ints = np.empty(0, dtype=np.int64)
        self.total = 0
        self.rows: list[Ints] = [np.empty(0, dtype=np.int64) for _ in outputs]

    def groups(self, columns: Sequence[Ints], symbols: Symbols) -> Ints:
        """Return the group of answers of each row, computing new ones."""
        if not columns:
            raise InputError("a computed predicate needs an input")
        groups = self.keys.find(columns)
        new = np.flatnonzero(groups < 0)
        if not new.size:
            return groups
        asked = sorted(set(zip(*(column[new].tolist() for column in columns), strict=True)))
        found = [list(self.compute(tuple(map(symbols.term, row)))) for row in asked]
        counts = np.array([len(rows) for rows in found], dtype=np.int64)
        size = self.total
        self.total += int(counts.sum())
        added = symbols.columns((row for rows in found for row in rows), len(self.outputs))
        rows_asked = np.array(asked, dtype=np.int64).reshape(len(asked), -1)
        before = len(self.keys)
        numbers = self.keys.add([np.ascontiguousarray(c) for c in rows_asked.T])
        assert int(numbers[0]) == before
        self.starts = np.concatenate([self.starts, size + np.cumsum(counts) - counts])
        self.counts = np.concatenate([self.counts, counts])
        self.rows = [np.concatenate(pair) for pair in zip(self.rows, added, strict=True)]
        return self.keys.find(columns)


class Computed:
    """A relation that computes answers when they are first needed.

    ``ways`` maps each sufficient set of input places to a function.
    """

    def __init__(
        self, name: str, arity: int, ways: dict[Places, Compute], symbols: Symbols
    ) -> None:
        self._name, self._arity, self._symbols = name, arity, symbols
        self._chosen: dict[Places, _Asked | None] = {}
        self._ways = [
            _Asked(inputs, tuple(p for p in range(arity) if p not in inputs), compute)
            for inputs, compute in sorted(ways.items(), key=lambda way: (-len(way[0]), way[0]))
        ]

    def usable(self, known: Places) -> bool:
        """Return whether some way to compute needs only these places."""
        return self._way(known) is not None

    def fan(self, known: Places) -> float:
        """Return the mean number of answers so far, or 0.5 if all places are known."""
        way = self._way(known)
        if way is None or len(known) == self._arity:
            return 0.5
        asked = way.counts.size
        return way.total / asked if asked else 2.0

    def answers(self, known: Places, columns: Sequence[Ints]) -> tuple[Ints, list[Ints]]:
        """See ``Relation``."""
        way = self._way(known)
        if way is None:
            raise InputError(f"{self._name}/{self._arity} needs more bound arguments")
        by_place = dict(zip(known, columns, strict=True))
        groups = way.groups([by_place[place] for place in way.inputs], self._symbols)
        runs, rows = spread(way.starts[groups], way.counts[groups])
        found = dict(zip(way.outputs, (column[rows] for column in way.rows), strict=True))
        also = [place for place in way.outputs if place in by_place]
        if also:
            fit = np.ones(runs.size, dtype=bool)
            for place in also:
                fit &= found[place] == by_place[place][runs]
            runs = runs[fit]
            found = {place: column[fit] for place, column in found.items()}
        return runs, [found[place] for place in way.outputs if place not in by_place]

    def holds(self, known: Places, columns: Sequence[Ints]) -> Bools:
        """See ``Relation``."""
        way = self._way(known)
        if way is not None and way.inputs == known:
            groups = way.groups(columns, self._symbols)
            return way.counts[groups] > 0
        held = np.zeros(columns[0].size, dtype=bool)
        held[self.answers(known, columns)[0]] = True
        return held

    def rows(self, known: Places, asked: tuple[int, ...]) -> list[tuple[int, ...]]:
        """See ``Relation``; these answers are not cached."""
        way = self._way(known)
        if way is None:
            raise InputError(f"{self._name}/{self._arity} needs more bound arguments")
        given = dict(zip(known, asked, strict=True))
        number, term = self._symbols.number, self._symbols.term
        found = []
        for row in way.compute(tuple(term(given[place]) for place in way.inputs)):
            values = dict(zip(way.outputs, map(number, row), strict=True))
            if all(given.get(place, value) == value for place, value in values.items()):
                found.append(tuple(v for place, v in values.items() if place not in given))
        return found

    @property
    def asked(self) -> tuple[int, int]:
        """The numbers of questions computed so far, and of their answers."""
        return sum(way.counts.size for way in self._ways), sum(way.total for way in self._ways)

    def _way(self, known: Places) -> _Asked | None:
        if known not in self._chosen:
            fitting = (way for way in self._ways if set(way.inputs) <= set(known))
            self._chosen[known] = next(fitting, None)
        return self._chosen[known]


class Comparison:
    """The relation of a comparison; ``computed`` handles terms other than numbers."""

    def __init__(self, name: str, symbols: Symbols, computed: Relation) -> None:
        self._compare, self._symbols, self._computed = (
            THRESHOLD_COMPARISONS[name],
            symbols,
            computed,
        )

    def usable(self, known: Places) -> bool:
        """Return whether both numbers are known."""
        return known == (0, 1)

    def fan(self, known: Places) -> float:
        """Return the mean number of answers so far, as a computed relation does."""
        return self._computed.fan(known)

    def answers(self, known: Places, columns: Sequence[Ints]) -> tuple[Ints, list[Ints]]:
        """See ``Relation``."""
        return np.flatnonzero(self.holds(known, columns)), []

    def holds(self, known: Places, columns: Sequence[Ints]) -> Bools:
        """See ``Relation``."""
        values = self._symbols.values
        one, other = (values[column] for column in columns)
        held: Bools = self._compare(one, other)
        unclear = np.flatnonzero(np.isnan(one) | np.isnan(other))
        if unclear.size:
            held[unclear] = self._computed.holds(known, [column[unclear] for column in columns])
        return held

    def rows(self, known: Places, asked: tuple[int, ...]) -> list[tuple[int, ...]]:
        """See ``Relation``."""
        return self._computed.rows(known, asked)
