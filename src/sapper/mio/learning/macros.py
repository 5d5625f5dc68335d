"""Macros: search steps of more than one literal.

A literal whose outputs feed others (a provider) rarely separates positive from negative examples by
itself. A macro is a literal that may do so, with one derivation of its inputs, so that a search
skips the clauses in between (Peña Castillo & Wrobel 2002, "Macro-operators in multirelational
learning: a search-space reduction technique").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from sapper.mio.language.program import Signature
from sapper.mio.learning.saturation import Bottom, bits


@dataclass(frozen=True, slots=True)
class SearchStep:
    """Literals of a most specific clause, as bits, that a search adds in one step."""

    literals: int

    @property
    def size(self) -> int:
        """The number of literals."""
        return self.literals.bit_count()


@dataclass(frozen=True)
class MacroBounds:
    """Limits on macros.

    ``derivations`` limits the derivations kept per variable, ``size`` the literals of a macro, and
    ``macros`` the number of macros; the shortest are kept. ``met`` limits the outputs of the last
    literal that other literals derive as well. With None, as in the paper, no macro ends with a
    provider: nothing else needs the outputs of its last literal. If too many macros have the same
    length, or too many derivations, those of the first literals are kept; with ``spread``, each
    predicate of a last literal gets an equal share.
    """

    derivations: int = 6
    size: int = 8
    macros: int = 600
    met: int | None = 2
    spread: bool = False


def literals(bottom: Bottom) -> tuple[SearchStep, ...]:
    """Return each literal as a separate step, for a search without macros."""
    return tuple(SearchStep(1 << i) for i in range(len(bottom.goals)))


def macros(bottom: Bottom, bounds: MacroBounds) -> tuple[SearchStep, ...]:
    """Return the macros of a most specific clause, the shortest first.

    A macro ends with a literal whose inputs are derived. Its outputs are new or, so that literals
    can share a variable, some of them are derived by other literals as well. All inputs of a macro
    are bound.
    """
    ways = _derivations(bottom, bounds)
    needed = 0
    for needs in bottom.needs:
        needed |= needs[0]
    found: dict[int, Signature] = {}
    for i in range(len(bottom.goals)):
        own = 1 << i
        for need in bottom.needs[i]:
            outputs = bottom.binds[i] & ~need & ~bottom.bound
            if bounds.met is None and outputs & needed:
                continue
            free = [v for v in bits(outputs) if v in ways]
            for count in range(min(len(free), bounds.met or 0) + 1):
                for met in combinations(free, count):
                    wanted = need | sum(1 << v for v in met)
                    for derived in _together(ways, wanted & ~bottom.bound, bounds):
                        if not derived & own:
                            found[derived | own] = bottom.goals[i].about
    kept = [mask for mask in found if mask.bit_count() <= bounds.size]
    # The smallest first, and of these the ones with the earliest literals.
    kept.sort(key=lambda mask: (-mask.bit_count(), f"{mask:b}"[::-1]), reverse=True)
    if bounds.spread and len(kept) > bounds.macros:
        kept = _spread(kept, found)
    return tuple(map(SearchStep, kept[: bounds.macros]))


def _derivations(bottom: Bottom, bounds: MacroBounds) -> dict[int, list[int]]:
    """Return, for each variable, the shortest minimal sets of literals that bind it."""
    ways: dict[int, list[int]] = {}
    last: dict[int, Signature] = {}
    changed = True
    while changed:
        changed = False
        for i, needs in enumerate(bottom.needs):
            for need in needs:
                outputs = bits(bottom.binds[i] & ~need & ~bottom.bound)
                if not outputs:
                    continue
                for derived in _together(ways, need & ~bottom.bound, bounds):
                    mask = derived | 1 << i
                    if mask.bit_count() < bounds.size:
                        for variable in outputs:
                            last.setdefault(mask, bottom.goals[i].about)
                            changed |= _insert(ways.setdefault(variable, []), mask, bounds, last)
    return ways


def _insert(ways: list[int], mask: int, bounds: MacroBounds, last: dict[int, Signature]) -> bool:
    """Keep a derivation unless it contains a known one or enough better ones exist."""
    if any(way & ~mask == 0 for way in ways):
        return False
    kept = sorted((*(way for way in ways if mask & ~way), mask), key=int.bit_count)
    if bounds.spread:
        kept = _spread(kept, last)
    kept = kept[: bounds.derivations]
    if kept == ways:
        return False
    ways[:] = kept
    return True


def _spread(masks: Sequence[int], last: dict[int, Signature]) -> list[int]:
    """Order sets of literals by size, and within a size so that their ``last`` predicates take
    turns."""
    before: Counter[tuple[int, Signature]] = Counter()
    turns = {}
    for mask in masks:
        group = (mask.bit_count(), last[mask])
        turns[mask] = before[group]
        before[group] += 1
    return sorted(masks, key=lambda mask: (mask.bit_count(), turns[mask]))


def _together(ways: dict[int, list[int]], wanted: int, bounds: MacroBounds) -> list[int]:
    """Return sets of literals that together bind the given variables.

    Sets for some of the variables that are too large already, or equal, are not combined further.
    """
    found = {0: None}
    for variable in bits(wanted):
        joined = (mask | way for mask in found for way in ways.get(variable, ()))
        found = {mask: None for mask in joined if mask.bit_count() < bounds.size}
    kept = sorted(found, key=int.bit_count)
    return kept[: bounds.derivations * bounds.derivations]
