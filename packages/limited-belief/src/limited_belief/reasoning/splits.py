"""Belief at level k: case splits, in which each branch chooses its next split independently.

Schwering 2017 (IJCAI), section 3. At level 0 the closure contains the empty clause or satisfies the
goal. At level k + 1 there is a term such that the goal is believed at level k whatever name the
term takes. The split tree explains the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from limited_belief.kernel.closure import Closure
from limited_belief.reasoning.answer import Case
from limited_belief.reasoning.questions import Goal, literals_of, satisfied
from limited_belief.reasoning.setup import Budget
from limited_belief.reasoning.unlimited import find_countermodel

MAX_FAILED_STATES = 100  #: number of failed states per level that a search remembers
MIN_CHOICES_FOR_MODEL = (
    10_000  #: number of choices of splits from which it pays to look for a model first
)


class SplitTree(Struct, frozen=True):
    """A proof that a goal is believed.

    After the literals ``learned`` it is satisfied, or there is a contradiction (``broken``), or
    ``term`` is split. Each of ``branches`` is an assumption and the tree under it.
    """

    learned: tuple[int, ...]
    broken: bool = False
    term: int | None = None
    branches: tuple[tuple[tuple[int, ...], SplitTree], ...] = ()

    @property
    def depth(self) -> int:
        """The maximum number of splits on a path."""
        if self.term is None:
            return 0
        return 1 + max((tree.depth for _, tree in self.branches), default=0)

    def case(
        self,
        texts: Callable[[Iterable[int]], tuple[str, ...]],
        term: Callable[[int], str],
        assumed: tuple[int, ...] = (),
    ) -> Case:
        """Return the tree in words, given the texts of literals and of a term."""
        assumptions, learned = texts(assumed), texts(self.learned)
        return Case(
            assumptions,
            tuple(text for text in learned if text not in assumptions),
            self.broken,
            None if self.term is None else term(self.term),
            tuple(tree.case(texts, term, assumption) for assumption, tree in self.branches),
        )


def split_tree(
    closure: Closure, goal: Goal, level: int, budget: Budget, terms: Sequence[int] | None = None
) -> SplitTree | None:
    """Return the split tree of least depth that proves the goal, or None.

    Args:
        closure: the setup.
        goal: the goal.
        level: the largest depth.
        budget: the limit of the work.
        terms: the terms to split. By default these are the ``splittable`` ones, which are computed
            only if unit propagation is not enough.

    Raises ``BudgetError``.
    """
    if closure.broken:
        return SplitTree((), broken=True)
    search = _Search(closure, goal, terms or (), budget)
    for depth in range(level + 1):
        if depth == 1 and terms is None:
            search.terms = splittable(closure, goal)
        if (
            depth == 2
            and len(search.terms) ** level > MIN_CHOICES_FOR_MODEL
            and find_countermodel(closure, goal)
        ):
            return None
        tree = search.prove(depth, ())
        if tree is not None:
            return tree
    return None


class _Search:
    """The search for one goal.

    Consequences are monotonic in the literals. So a state fails at a level if its literals are
    among those of a state that failed at that level or a higher one, and a split with such a state
    as a case need not be tried.
    """

    def __init__(self, closure: Closure, goal: Goal, terms: Sequence[int], budget: Budget) -> None:
        self._closure = closure
        self._goal = goal
        self.terms = terms
        self._budget = budget
        self._failed: list[list[int]] = []  # by level: the literals of states, as masks
        self._failures = [0] * len(closure.value)  # the number of failed cases of each literal

    def prove(self, level: int, learned: tuple[int, ...], state: int = 0) -> SplitTree | None:
        """Return the tree that proves the goal after the literals just ``learned``; ``state`` is
        the mask of all literals assumed or learned so far, including these."""
        closure = self._closure
        if satisfied(closure, self._goal):
            return SplitTree(learned)
        if level == 0 or self._hopeless(level, state):
            return None
        hopeless: list[int] = []  # states that failed below this one
        for term in self.terms:
            if not closure.settled(term):
                cases = self._split(term, level, state, hopeless)
                if cases is not None:
                    return SplitTree(learned, term=term, branches=cases)
        self._fail(level, state)
        return None

    def _fail(self, level: int, state: int) -> None:
        while len(self._failed) <= level:
            self._failed.append([])
        if len(self._failed[level]) == MAX_FAILED_STATES:
            self._failed[level].pop()
        self._failed[level].insert(0, state)

    def _hopeless(self, level: int, state: int) -> bool:
        """Return whether the state is known to fail; the most recent witness is checked first."""
        for failed in self._failed[level:]:
            for place, other in enumerate(failed):
                if state | other == other:
                    failed.insert(0, failed.pop(place))
                    return True
        return False

    def _split(
        self, term: int, level: int, state: int, hopeless: list[int]
    ) -> tuple[tuple[tuple[int, ...], SplitTree], ...] | None:
        """Return the cases of a split with their trees, or None if one of them fails.

        ``hopeless`` has first the union of the states that failed below this one, which decides
        cases of one literal, and then each of these states.
        """
        closure = self._closure
        trail, mark = closure.trail, len(closure.trail)
        cases = closure.cases(term)
        for case in cases:
            if hopeless and _within(case, hopeless):
                return None
        subtrees: dict[tuple[int, ...], SplitTree] = {}
        failures = self._failures
        for case in sorted(cases, key=lambda case: -failures[case[0]]) if level > 1 else cases:
            self._budget.spend()
            try:
                consistent = closure.assume_all(case)
                learned = tuple(trail[mark:])
                inner = state
                for x in learned:
                    inner |= 1 << x
                if consistent:
                    tree = self.prove(level - 1, learned, inner)
                else:
                    tree = SplitTree(learned, broken=True)
            finally:
                closure.undo(mark)
            if tree is None:
                failures[case[0]] += 1
                hopeless[:1] = [inner | hopeless[0] if hopeless else inner]
                hopeless.append(inner)
                return None
            subtrees[case] = tree
        return tuple((case, subtrees[case]) for case in cases)


def _within(case: tuple[int, ...], hopeless: list[int]) -> bool:
    """Return whether a case is part of a state that failed."""
    if len(case) == 1:
        return bool(hopeless[0] >> case[0] & 1)
    mask = sum([1 << x for x in case])
    return any(mask | state == state for state in hopeless[1:])


def splittable(closure: Closure, goal: Goal) -> list[int]:
    """Return the terms worth splitting for a goal: its own, then those connected to them by
    clauses.

    Other terms can only show that the setup is inconsistent.
    """
    own = {closure.term_of[x] for x in literals_of(goal)}
    return [*sorted(own), *sorted(closure.component(own) - own)]


def components(closure: Closure, terms: Iterable[int]) -> list[list[int]]:
    """Return the parts into which open clauses divide the terms, each in ascending order."""
    result: list[list[int]] = []
    seen: set[int] = set()
    for term in terms:
        if term not in seen and not closure.settled(term):
            part = closure.component([term])
            seen |= part
            result.append(sorted(part))
    return result
