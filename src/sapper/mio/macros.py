"""Macros: the steps of a search that are more than one literal.

A literal whose outputs feed others (a provider) seldom tells positive from negative examples by
itself. A macro is a literal that may, together with one derivation of what it needs, so that no
search has to pass through the clauses in between (Peña Castillo & Wrobel 2002, "Macro-operators in
multirelational learning: a search-space reduction technique").
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product

from sapper.mio.saturation import Bottom, bits


@dataclass(frozen=True, slots=True)
class Step:
    """Literals of a most specific clause that enter a clause together, as bits."""

    literals: int

    @property
    def size(self) -> int:
        """How many they are."""
        return self.literals.bit_count()


@dataclass(frozen=True)
class MacroBounds:
    """``derivations``: those kept for one variable, shortest first; ``size``: literals of a macro;
    ``macros``: in all, shortest first. ``met``: outputs of the last literal that are derived by
    others as well, at most. With None, as in the paper, providers end no macro: the last literal
    is one whose outputs nothing else needs.
    """

    derivations: int = 6
    size: int = 8
    macros: int = 600
    met: int | None = 2


def literals(bottom: Bottom) -> tuple[Step, ...]:
    """Every literal as a step of its own: the search without macros."""
    return tuple(Step(1 << i) for i in range(len(bottom.goals)))


def macros(bottom: Bottom, bounds: MacroBounds) -> tuple[Step, ...]:
    """The macros of a most specific clause, the shortest first.

    Every literal that may ends some: with its inputs derived and its outputs new; and, so that
    literals can meet in a variable, with some of its outputs derived by others as well. Each macro
    has all its inputs bound.
    """
    ways = _derivations(bottom, bounds)
    needed = 0
    for needs in bottom.needs:
        needed |= needs[0]
    found: dict[int, None] = {}
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
                            found[derived | own] = None
    kept = [mask for mask in found if mask.bit_count() <= bounds.size]
    kept.sort(key=lambda mask: (mask.bit_count(), bits(mask)))
    return tuple(map(Step, kept[: bounds.macros]))


def _derivations(bottom: Bottom, bounds: MacroBounds) -> dict[int, list[int]]:
    """For each variable the shortest sets of literals that bind it, none containing another."""
    ways: dict[int, list[int]] = {}
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
                            changed |= _insert(ways.setdefault(variable, []), mask, bounds)
    return ways


def _insert(ways: list[int], mask: int, bounds: MacroBounds) -> bool:
    """Keep a derivation unless one within it is known or enough short ones are."""
    if any(way & ~mask == 0 for way in ways):
        return False
    if len(ways) >= bounds.derivations and mask.bit_count() >= ways[-1].bit_count():
        return False
    ways[:] = [way for way in ways if mask & ~way]
    ways.append(mask)
    ways.sort(key=int.bit_count)
    del ways[bounds.derivations :]
    return True


def _together(ways: dict[int, list[int]], wanted: int, bounds: MacroBounds) -> list[int]:
    """Sets of literals that bind all of some variables."""
    choices = [ways.get(variable, []) for variable in bits(wanted)]
    found: dict[int, None] = {}
    for chosen in product(*choices):
        mask = 0
        for way in chosen:
            mask |= way
        if mask.bit_count() < bounds.size:
            found[mask] = None
    kept = sorted(found, key=int.bit_count)
    return kept[: bounds.derivations * bounds.derivations]
