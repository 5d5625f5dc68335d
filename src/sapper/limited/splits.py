"""Belief at level k: case splits, where each branch chooses its next split independently.

Schwering 2017 (IJCAI), section 3. At level 0 the closure contains the empty clause or satisfies
the goal. At level k + 1 there is a term such that the goal is believed at level k whatever name
the term takes. The split tree explains the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sapper.limited.budget import Budget
from sapper.limited.closure import Closure
from sapper.limited.goal import Goal, literals_of, satisfied


@dataclass(frozen=True)
class Tree:
    """Why a goal is believed.

    After the literals ``learned`` it is satisfied, or there is a contradiction (``broken``), or
    ``term`` is split. Each of ``branches`` is an assumption and the tree under it.
    """

    learned: tuple[int, ...]
    broken: bool = False
    term: int | None = None
    branches: tuple[tuple[tuple[int, ...], Tree], ...] = ()

    @property
    def depth(self) -> int:
        """The largest number of splits on a path."""
        if self.term is None:
            return 0
        return 1 + max((tree.depth for _, tree in self.branches), default=0)


def believe(
    closure: Closure, goal: Goal, level: int, budget: Budget, terms: Sequence[int] | None = None
) -> Tree | None:
    """Return the split tree of least depth, at most ``level``, that proves the goal, else None.

    Only ``terms`` are split, by default those that are worth it (``splittable``), which are looked
    for when unit propagation alone is not enough. Raises ``BudgetError``.
    """
    if closure.broken:
        return Tree((), broken=True)
    for depth in range(level + 1):
        if depth and terms is None:
            terms = splittable(closure, goal)
        found = _Search(closure, goal, terms or (), budget).prove(depth, (), ())
        if found is not None:
            return found
    return None


class _Search:
    """The search for one goal. Sets of assumptions that failed are not tried in another order."""

    def __init__(self, closure: Closure, goal: Goal, terms: Sequence[int], budget: Budget) -> None:
        self._closure = closure
        self._goal = goal
        self._terms = terms
        self._budget = budget
        self._failed: set[tuple[int, frozenset[tuple[int, ...]]]] = set()

    def prove(
        self, level: int, assumed: tuple[tuple[int, ...], ...], learned: tuple[int, ...]
    ) -> Tree | None:
        closure = self._closure
        if satisfied(closure, self._goal):
            return Tree(learned)
        if level == 0:
            return None
        state = level, frozenset(assumed)
        if state in self._failed:
            return None
        for term in self._terms:
            if not closure.settled(term):
                cases = self._split(term, level, assumed)
                if cases is not None:
                    return Tree(learned, term=term, branches=cases)
        self._failed.add(state)
        return None

    def _split(
        self, term: int, level: int, assumed: tuple[tuple[int, ...], ...]
    ) -> tuple[tuple[tuple[int, ...], Tree], ...] | None:
        closure = self._closure
        found: list[tuple[tuple[int, ...], Tree]] = []
        mark = len(closure.trail)
        for case in closure.cases(term):
            self._budget.spend()
            try:
                consistent = closure.assume_all(case)
                learned = tuple(closure.trail[mark:])
                if consistent:
                    tree = self.prove(level - 1, (*assumed, case), learned)
                else:
                    tree = Tree(learned, broken=True)
            finally:
                closure.undo(mark)
            if tree is None:
                return None
            found.append((case, tree))
        return tuple(found)


def splittable(closure: Closure, goal: Goal) -> list[int]:
    """Return the terms worth splitting for a goal: its own, then those that clauses connect to
    them.

    Other terms can only show that the setup is inconsistent.
    """
    own = {closure.term_of[x] for x in literals_of(goal)}
    return [*sorted(own), *sorted(closure.component(own) - own)]


def components(closure: Closure, terms: Iterable[int]) -> list[list[int]]:
    """Return the parts that open clauses make of the terms, each in ascending order."""
    found: list[list[int]] = []
    seen: set[int] = set()
    for term in terms:
        if term not in seen and not closure.settled(term):
            part = closure.component([term])
            seen |= part
            found.append(sorted(part))
    return found
