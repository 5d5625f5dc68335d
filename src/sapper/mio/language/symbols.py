"""Ground terms as small numbers; two terms have the same number if and only if they are equal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from sapper.mio.background.columns import Ints
from sapper.mio.language.terms import Term


class Symbols:
    """All ground terms of a task, numbered in order of appearance."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[type, Term], int] = {}
        self._terms: list[Term] = []

    def __len__(self) -> int:
        return len(self._terms)

    def number(self, term: Term) -> int:
        """Return the number of a term, which is assigned on first use."""
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
