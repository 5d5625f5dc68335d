"""Computes all literals believed at level k at once, part by part.

``L_0`` is what the closure makes true. ``L_{k+1}`` is the union, over all terms, of what ``L_k``
has in common in all cases of a split. Computing all literals at once costs hardly more than asking
for one. The result is complete for equations and for terms with two names; a clause about one term
may also rule out names that are not ruled out one by one.

Splits stay within a *part*, a set of terms connected by open clauses: consistent parts imply
nothing about one another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from limited_belief.kernel.closure import Closure
from limited_belief.reasoning.setup import Budget
from limited_belief.reasoning.splits import components

Literals = set[int] | None  #: None means all literals: the setup is inconsistent


class Components:
    """The open terms of a growing closure, in parts, with the literals decided in each.

    Call ``touch`` after every addition: parts that it does not reach keep their answers.
    """

    def __init__(self, closure: Closure) -> None:
        self._closure = closure
        self._seen = 0  # the length of the trail that has been processed
        self._loose: set[int] = set()  # terms in no part
        self._part_of: dict[int, Component] = {}

    def touch(self, terms: Iterable[int]) -> None:
        """Record an addition about these terms."""
        closure = self._closure
        fresh = [closure.term_of[x] for x in closure.trail[self._seen :]]
        self._seen = len(closure.trail)
        for term in (*terms, *fresh):
            part = self._part_of.get(term)
            if part is not None:
                for other in part.terms:
                    del self._part_of[other]
                self._loose.update(part.terms)
            self._loose.add(term)

    def decided(self, level: int, budget: Budget) -> Iterator[Literals]:
        """Yield, for each part, the literals that this level decides beyond the closure."""
        self._arrange()
        for part in dict.fromkeys(self._part_of.values()):
            yield part.decided(level, budget)

    def some(self, level: int, budget: Budget) -> Literals:
        """Return some literals that this level decides beyond the closure, with little work."""
        self._arrange()
        for part in dict.fromkeys(self._part_of.values()):
            literals = part.some(level, budget)
            if literals is None or literals:
                return literals
        return set()

    def _arrange(self) -> None:
        for terms in components(self._closure, sorted(self._loose)):
            part = Component(self._closure, terms)
            self._part_of.update(dict.fromkeys(terms, part))
        self._loose.clear()


class Component:
    """Terms that clauses connect to one another and to no others."""

    def __init__(self, closure: Closure, terms: list[int]) -> None:
        self.terms = terms
        self._closure = closure
        self._bit = {term: 1 << place for place, term in enumerate(terms)}
        self._near: dict[int, int] = {}  # the terms connected to each, as a mask
        self._state = _State([set()], {})

    def decided(self, level: int, budget: Budget) -> Literals:
        """Return the literals believed at a level beyond the closure. Raises ``BudgetError``."""
        if level and not self._near:
            bit, neighbours = self._bit, self._closure.neighbours
            self._near = {t: sum(bit.get(n, 0) for n in neighbours(t)) for t in self.terms}
        levels = self._state.levels
        while len(levels) <= level:
            levels.append(self._next(self._state, None, budget))
        return levels[level]

    def some(self, level: int, budget: Budget) -> Literals:
        """Return the literals decided by the first productive split at a level, an empty set
        without one. Raises ``BudgetError``."""
        known = self.decided(min(level, 1), budget)
        for deeper in range(2, level + 1):
            if known is None or known:
                return known
            if deeper < level or deeper < len(self._state.levels):
                known = self.decided(deeper, budget)
            else:
                known = self._fruitful(budget)
        return known

    def _fruitful(self, budget: Budget) -> Literals:
        """Return the literals decided by the first productive split at the next level, trying terms
        with few cases first."""
        cases = self._closure.cases
        for term in sorted(self.terms, key=lambda term: len(cases(term))):
            common = self._common(term, self._state, set(), budget)
            if common is None or common:
                return common
        return set()

    def _next(self, state: _State, above: _Above | None, budget: Budget) -> Literals:
        """Return the literals that the next level of a state decides."""
        literals = state.levels[-1]
        if above is not None and literals is not None:
            more = above.state.levels[len(state.levels)]
            literals = None if more is None else literals | more
        if literals is None:
            return None
        if len(state.levels) == 1:
            return self._first(state, above, set(literals), budget)
        return self._deeper(state, set(literals), budget)

    def _first(
        self, state: _State, above: _Above | None, literals: set[int], budget: Budget
    ) -> Literals:
        """Return level 1: ``found``, and the common literals of the cases of each split.

        A split whose region has not changed gives the same result as in the state above, so it is
        skipped.
        """
        closure, near, term_of = self._closure, self._near, self._closure.term_of
        regions = state.regions
        trail = closure.trail
        mark = len(trail)
        terms = self.terms
        if above is not None:
            noted, changed = above.state.regions, above.changed
            terms = [t for t in terms if noted.get(t, 0) & changed]
        for term in terms:
            if closure.settled(term):
                continue
            budget.spend()
            common: Literals = None
            region = self._bit[term]
            for case in closure.cases(term):
                consistent = closure.assume_all(case)
                learned = trail[mark:]
                closure.undo(mark)
                for x in learned:
                    region |= near[term_of[x]]
                if consistent:
                    common = set(learned) if common is None else common.intersection(learned)
            regions[term] = region
            if common is None:
                return None
            literals |= common
        return literals

    def _deeper(self, state: _State, literals: set[int], budget: Budget) -> Literals:
        """Return level k + 1: ``found``, and the literals of level k common to all cases of a
        split."""
        for term in self.terms:
            common = self._common(term, state, literals, budget)
            if common is None:
                return None
            literals |= common
        return literals

    def _common(self, term: int, state: _State, known: set[int], budget: Budget) -> Literals:
        """Return the literals of a state's last level common to all cases of a split.

        If the split shows nothing new, the result may be any subset of the known literals.
        """
        closure, bit, term_of = self._closure, self._bit, self._closure.term_of
        if closure.settled(term):
            return set()
        trail = closure.trail
        mark = len(trail)
        below = len(state.levels) - 1
        common: Literals = None
        for case in closure.cases(term):
            consistent = closure.assume_all(case)
            learned = trail[mark:]
            got: Literals = None
            try:
                if consistent:
                    changed = 0
                    for x in learned:
                        changed |= bit[term_of[x]]
                    inner = _State([set()], dict(state.regions) if below > 1 else {})
                    for _ in range(below):
                        inner.levels.append(self._next(inner, _Above(state, changed), budget))
                    got = inner.levels[-1]
            finally:
                closure.undo(mark)
            if got is not None:
                got.update(learned)
                common = got if common is None else common & got
                if common <= known:
                    break
        return common


class _State(Struct, frozen=True):
    """The literals that the current closure decides at each level so far, beyond its trail, and the
    region of each term: a mask of all terms that propagation from a split on it could reach."""

    levels: list[Literals]
    regions: dict[int, int]


class _Above(Struct, frozen=True):
    """The state before the current case was assumed, and a mask of the terms that it changed."""

    state: _State
    changed: int
