"""Comparison of numbers with ``=<`` and ``>=``, for many rows at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from sapper.mio.background.columns import Bools, Ints
from sapper.mio.background.relation import Places, Relation
from sapper.mio.language.symbols import Symbols
from sapper.mio.language.terms import Term

_Floats: TypeAlias = npt.NDArray[np.float64]
COMPARED: dict[str, Callable[[_Floats, _Floats], Bools]] = {
    "=<": np.less_equal,
    ">=": np.greater_equal,
}

_EXACT = 2**53  #: larger integers are compared without conversion to floating point


def is_number(term: Term) -> bool:
    """Whether a term is a number."""
    return isinstance(term, int | float) and not isinstance(term, bool)


class Comparison:
    """The relation of a comparison; terms that are no numbers are left to ``computed``."""

    def __init__(self, name: str, symbols: Symbols, computed: Relation) -> None:
        self._compare, self._symbols, self._computed = COMPARED[name], symbols, computed
        self._values = np.empty(0)

    @property
    def arity(self) -> int:
        """Return 2."""
        return 2

    def usable(self, known: Places) -> bool:
        """Whether both numbers are known."""
        return known == (0, 1)

    def fan(self, known: Places) -> float:
        """Return the mean number of answers, as a computed relation does."""
        return self._computed.fan(known)

    def answers(self, known: Places, columns: Sequence[Ints]) -> tuple[Ints, list[Ints]]:
        """See ``Relation``."""
        return np.flatnonzero(self.holds(known, columns)), []

    def holds(self, known: Places, columns: Sequence[Ints]) -> Bools:
        """See ``Relation``."""
        self._extend()
        one, other = (self._values[column] for column in columns)
        held = self._compare(one, other)
        unclear = np.flatnonzero(np.isnan(one) | np.isnan(other))
        if unclear.size:
            held[unclear] = self._computed.holds(known, [column[unclear] for column in columns])
        return held

    def rows(self, known: Places, asked: tuple[int, ...]) -> list[tuple[int, ...]]:
        """See ``Relation``."""
        return self._computed.rows(known, asked)

    def _extend(self) -> None:
        """Add the values of new symbols; NaN stands for terms that need the computed relation."""
        first, last = self._values.size, len(self._symbols)
        if first < last:
            terms = map(self._symbols.term, range(first, last))
            values = [
                float(term)  # type: ignore[arg-type]  # a number
                if is_number(term) and abs(term) < _EXACT  # type: ignore[arg-type]
                else np.nan
                for term in terms
            ]
            self._values = np.concatenate([self._values, values])
