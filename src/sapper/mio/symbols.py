"""Ground terms as small numbers: equal terms, and only those, have the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from sapper.mio.columns import Ints
from sapper.mio.terms import Term


class Symbols:
    """All ground terms of a task, numbered as they come."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[type, Term], int] = {}
        self._terms: list[Term] = []

    def __len__(self) -> int:
        return len(self._terms)

    def number(self, term: Term) -> int:
        """The number of a term, given out at its first sight."""
        key = (type(term), term)
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self._terms)
            self._terms.append(term)
        return found

    def term(self, number: int) -> Term:
        """The term that has a number."""
        return self._terms[number]

    def columns(self, rows: Iterable[Sequence[Term]], arity: int) -> list[Ints]:
        """Rows of terms as columns of numbers."""
        flat = [self.number(term) for row in rows for term in row]
        table = np.array(flat, dtype=np.int64).reshape(-1, arity) if flat else None
        if table is None:
            return [np.empty(0, dtype=np.int64) for _ in range(arity)]
        return [np.ascontiguousarray(table[:, i]) for i in range(arity)]
