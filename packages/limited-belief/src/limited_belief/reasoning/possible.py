"""Possibility at level k: terms can be fixed consistently.

Schwering 2017 (IJCAI), section 3. At level 0 the closure satisfies the goal and is not potentially
inconsistent. At level k + 1 some literal ``t = n`` can be added so that the goal is possible at
level k; or all literals isomorphic to it can, except those that are obviously inconsistent. What is
possible at some level is satisfiable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator

from limited_belief.kernel.closure import Closure
from limited_belief.kernel.truth import TRUE, Clause
from limited_belief.reasoning.questions import Goal, literals_of, refuted, satisfied
from limited_belief.reasoning.setup import Budget

#: Returns the literals isomorphic to a given one, itself included.
Family = Callable[[int], Iterable[int]]

Fixes = tuple[tuple[int, ...], ...]


def consider(
    closure: Closure,
    goal: Goal,
    level: int,
    family: Family,
    budget: Budget,
    within: Collection[int] | None = None,
) -> Fixes | None:
    """Return a minimal number of fixes that make the goal possible, or None.

    Args:
        closure: the setup.
        goal: the goal.
        level: the largest number of fixes.
        family: the literals that a fix adds along with a literal, isomorphic to it.
        budget: the limit of the work.
        within: the terms about which nothing may be inconsistent; None for all.

    A fix is represented by the literals it adds. After all fixes, the goal is satisfied and nothing
    can be inconsistent. Raises ``BudgetError``.
    """
    if closure.broken or goal is False:
        return None
    for depth in range(level + 1):
        fixes = _Search(closure, goal, family, budget, within).fix(depth, ())
        if fixes is not None:
            return fixes
    return None


class _Search:
    def __init__(
        self,
        closure: Closure,
        goal: Goal,
        family: Family,
        budget: Budget,
        within: Collection[int] | None,
    ) -> None:
        self._closure = closure
        self._goal = goal
        self._family = family
        self._budget = budget
        self._within = within
        self._own = sorted({closure.term_of[x] for x in literals_of(goal)})
        self._failed: set[tuple[int, frozenset[tuple[int, ...]]]] = set()

    def fix(self, level: int, fixed: Fixes) -> Fixes | None:
        closure = self._closure
        if refuted(closure, self._goal):
            return None
        enough = satisfied(closure, self._goal)
        if level == 0 and not enough:
            return None
        clauses, counted = closure.left_over()
        if self._within is not None:
            term_of, near = closure.term_of, self._within
            clauses = {c for c in clauses if any(term_of[x] in near for x in c)}
            counted = {x for x in counted if term_of[x] in near}
        if enough and consistent(closure, clauses, counted):
            return fixed
        state = level, frozenset(fixed)
        if level == 0 or state in self._failed:
            return None
        loose = {closure.term_of[x] for clause in clauses for x in clause}
        loose |= {closure.term_of[x] for x in counted}
        terms = [*self._own, *sorted(loose.difference(self._own))]
        mark = len(closure.trail)
        for fixes in self._fixes(terms):
            self._budget.spend()
            try:
                if closure.assume_all(fixes):
                    deeper = self.fix(level - 1, (*fixed, fixes))
                    if deeper is not None:
                        return deeper
            finally:
                closure.undo(mark)
        self._failed.add(state)
        return None

    def _fixes(self, terms: list[int]) -> Iterator[tuple[int, ...]]:
        closure, value = self._closure, self._closure.value
        for term in terms:
            if closure.settled(term):
                continue
            for case in closure.cases(term):
                yield case
                if len(case) == 1 and not case[0] & 1:
                    family = tuple(x for x in self._family(case[0]) if not value[x])
                    if len(family) > 1:
                        yield family


def consistent(closure: Closure, clauses: set[Clause], counted: set[int]) -> bool:
    """Return whether the open clauses of a closure without the empty clause cannot be inconsistent.

    This holds if no two literals of unsubsumed clauses are complementary and no term is denied all
    its names.
    """
    return _peaceful(closure, clauses, counted) or (
        bool(clauses) and _peaceful(closure, unsubsumed(closure, clauses), counted)
    )


def _peaceful(closure: Closure, clauses: set[Clause], counted: set[int]) -> bool:
    literals = counted.union(*clauses)
    equated: set[int] = set()
    for x in literals:
        term = closure.term_of[x]
        if x ^ 1 in literals or (not x & 1 and term in equated):
            return False
        if not x & 1:
            equated.add(term)
    value = closure.value
    return all(
        closure.has_other(term)
        or any(value[y] == TRUE or (not value[y] and y ^ 1 not in literals) for y in pairs)
        for term, pairs in enumerate(closure.pairs)
    )


def unsubsumed(closure: Closure, clauses: set[Clause]) -> set[Clause]:
    """Return the clauses that no other clause subsumes."""
    often = Counter(x for clause in clauses for x in clause)
    by_rarest: dict[int, list[Clause]] = {}
    for clause in clauses:
        by_rarest.setdefault(min(clause, key=often.__getitem__), []).append(clause)
    minimal = set()
    for clause in clauses:
        cover = closure.cover(clause)
        others = (other for x in cover for other in by_rarest.get(x, ()))
        if not any(other is not clause and other <= cover for other in others):
            minimal.add(clause)
    return minimal
