"""The unlimited level: belief and possibility decided by a SAT solver, for comparison.

Every equation is a variable of MiniCard (Liffiton & Maglalang 2012, "A cardinality solver: more
expressive constraints for free"). At most one equation of each term is true, and counts are
native constraints. For propositional knowledge this is exactly classical entailment.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import combinations
from typing import Any

from limited_belief.errors import BudgetError
from limited_belief.kernel.closure import Closure
from limited_belief.kernel.truth import TRUE
from limited_belief.reasoning.possible import consistent
from limited_belief.reasoning.questions import Every, Goal, Some
from limited_belief.reasoning.setup import Budget

PROPAGATIONS_PER_CHECK = 200_000  #: propagations between checks of the clock
MAX_MODEL_STEPS = (
    300  #: limits on terms, and on their cases, within which a model is found without a solver
)


def entails(closure: Closure, goal: Goal, budget: Budget, elsewhere: Collection[int] = ()) -> bool:
    """Return whether the goal holds in all models of the setup. Raises ``BudgetError``.

    The terms ``elsewhere`` may take names without literals, even if none are known yet.
    """
    return closure.broken or not _satisfiable(closure, goal, False, budget, elsewhere)


def satisfiable(closure: Closure, goal: Goal, budget: Budget) -> bool:
    """Return whether the goal holds in some model of the setup. Raises ``BudgetError``."""
    return not closure.broken and _satisfiable(closure, goal, True, budget, ())


def find_countermodel(closure: Closure, goal: Goal) -> bool:
    """Return whether a quick search finds a model in which the goal is false.

    If so, no number of splits shows the goal: level by level, belief is sound.
    """
    if closure.broken:
        return False
    try:
        return _satisfiable(closure, goal, False, Budget(0), ())
    except BudgetError:
        return False


def contradictory(closure: Closure, budget: Budget) -> bool:
    """Return whether the setup has no model, even if terms that might run out of names take new
    ones.

    Raises ``BudgetError``.
    """
    if closure.broken:
        return True
    elsewhere = crowded(closure)
    modelled = _find_model(closure)
    if modelled or (modelled is False and not elsewhere):
        return not modelled
    if consistent(closure, *closure.left_over()):
        return False
    return not _satisfiable(closure, True, True, budget, elsewhere)


def _find_model(closure: Closure) -> bool | None:
    """Return whether the setup has a model, or None after too many steps. Terms get names one by
    one, which in small setups is faster than loading a solver."""
    terms = [t for t in range(len(closure.keys)) if not closure.settled(t)]
    if len(terms) > MAX_MODEL_STEPS:
        return None
    steps = MAX_MODEL_STEPS

    def extended(place: int) -> bool | None:
        nonlocal steps
        while place < len(terms) and closure.settled(terms[place]):
            place += 1
        if place == len(terms):
            return True
        mark = len(closure.trail)
        for case in closure.cases(terms[place]):
            steps -= 1
            if steps < 0:
                return None
            try:
                model = closure.assume_all(case) and extended(place + 1)
            finally:
                closure.undo(mark)
            if model is not False:
                return model
        return False

    return extended(0)


def crowded(closure: Closure) -> list[int]:
    """Return the terms that might run out of names: all their names have literals, although no
    clause restricts the term to certain names."""
    listed = set()
    for clause in closure.clauses:
        terms = {closure.term_of[x] for x in clause}
        if len(terms) == 1 and not any(x & 1 for x in clause):
            listed |= terms
    value = closure.value
    return [
        term
        for term, pairs in enumerate(closure.pairs)
        if term not in listed
        and not closure.has_other(term)
        and not any(value[x] == TRUE for x in pairs)
    ]


def _satisfiable(
    closure: Closure, goal: Goal, wanted: bool, budget: Budget, elsewhere: Collection[int]
) -> bool:
    """Return whether the setup has a model where the goal has the ``wanted`` truth value."""
    from limited_belief.reasoning.solver import Solver  # 50 ms that not every program needs

    with Solver() as solver:
        for clause in _setup(closure, elsewhere):
            solver.add_clause(clause)
        for members, room in closure.at_most():
            solver.add_atmost([_variable(x) for x in members], room)
        encoding = _Encoding(solver, len(closure.value) // 2 + 1)
        solver.add_clause([encoding.literal(goal) * (1 if wanted else -1)])
        return _solve(solver, budget)


def _setup(closure: Closure, elsewhere: Collection[int]) -> Iterable[list[int]]:
    value = closure.value
    for x in closure.trail:
        yield [_variable(x)]
    for clause in closure.clauses:
        yield [_variable(x) for x in clause]
    for term, pairs in enumerate(closure.pairs):
        open_ = [x for x in pairs if not value[x]]
        for a, b in combinations(open_, 2):
            yield [-_variable(a), -_variable(b)]
        named = closure.has_other(term) or term in elsewhere
        if not named and not any(value[x] == TRUE for x in pairs):
            yield [_variable(x) for x in open_]


def _variable(literal: int) -> int:
    variable = (literal >> 1) + 1
    return -variable if literal & 1 else variable


def _solve(solver: Any, budget: Budget) -> bool:
    while True:
        solver.prop_budget(PROPAGATIONS_PER_CHECK)
        answer = solver.solve_within_budget()
        if answer is not None:
            return bool(answer)
        budget.check()


class _Encoding:
    """Encodes goals as literals of the solver, in both directions (Tseitin)."""

    def __init__(self, solver: Any, last: int) -> None:
        self._solver = solver
        self._last = last

    def literal(self, goal: Goal) -> int:
        if isinstance(goal, bool):
            variable = self._new()
            self._solver.add_clause([variable if goal else -variable])
            return variable
        if isinstance(goal, Every):
            return -self._either([-self.literal(part) for part in goal.parts])
        if isinstance(goal, Some):
            return self._either([self.literal(part) for part in goal.parts])
        return self._either([_variable(x) for x in goal])

    def _either(self, parts: list[int]) -> int:
        variable = self._new()
        self._solver.add_clause([-variable, *parts])
        for part in parts:
            self._solver.add_clause([variable, -part])
        return variable

    def _new(self) -> int:
        self._last += 1
        return self._last
