"""Searches for a recursive program: base clauses, and clauses that call the target once.

Programs are enumerated by size, as in Cropper & Morel 2021, "Learning programs by learning from
failures", but a recursive clause is evaluated once for all base clauses, and the base clauses are
chosen by what they derive together with it. The smallest program without errors wins or, for a
target that looks like a function, the smallest that gives each call a single answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations, product
from math import inf

from mio.background.columns import Goal
from mio.background.interpreter import OutOfTimeError
from mio.language.program import Clause
from mio.learning.coverage import clause_from_ids
from mio.learning.recursion.derivation import (
    Effort,
    EffortSpentError,
    RecursiveClause,
    Steps,
)
from mio.learning.recursion.evaluation import Choice, RecursiveProgram, choose_base
from mio.learning.recursion.parts import ProgramParts
from mio.learning.selection import LITERAL_COST
from mio.learning.theory import Confusion, Problem, holds

#: Maximum numbers of literals of base clauses and of recursive clauses, by phase. Each base clause
#: adds to the cost of trying a recursive one, and there are far fewer short ones.
_PHASES = ((2, 3), (3, 3), (2, 4), (3, 4), (4, 3), (2, 5), (4, 4), (2, 6), (4, 5), (4, 6))
_MIN_NOISY_EXAMPLES = 30  #: minimum number of examples for recognising noise
#: Share of the time and effort for a program without errors, if there may be noise.
_EXACT_SHARE, _EXACT_EFFORT = 0.25, 2_000_000
_MAX_REGULAR_COST = 0.5  #: cost per positive up to which a program without errors is not overfitted
_MAX_PAIRED = 200  #: number of incomplete programs that are joined pairwise
_MAX_EXTENDED = 12  #: number of incomplete programs that are extended by a second recursive clause
_FIRST_EFFORT = 3000  #: maximum number of answers in the derivations of a program on its first try
_SECOND_EFFORT = 300_000  #: the same on its second try
_TRIAL_COST = 200  #: fixed cost of trying a program, in answers
#: What may be spent on programs tried again, or on better programs than a complete one with several
#: answers to a call, a complete one with single answers, and the best one with errors: as much as
#: before times a factor, or a number of answers.
_AGAIN_EFFORT, _AMBIGUOUS_EFFORT, _SHORTER_EFFORT, _CHEAPER_EFFORT = (
    (0.3, 500_000),
    (5, 1_000_000),
    (0.5, 100_000),
    (2, 50_000),
)


def search_program(
    problem: Problem, over: Callable[[float], bool], most: float = inf
) -> RecursiveProgram | None:
    """Return the best recursive program that a search finds, or None.

    ``over`` returns whether a share of the time is up, and ``most`` limits the effort. A program
    without errors is searched for first. With enough examples, a program with errors is searched
    for as well, unless one without is short.
    """
    background, examples = problem.background, problem.examples
    many = min(len(examples.positives), len(examples.negatives)) >= _MIN_NOISY_EXAMPLES
    found: list[RecursiveProgram] = []
    for noisy, share in ((False, _EXACT_SHARE if many else 0.55), (True, 0.7)):
        if noisy and len(examples) < _MIN_NOISY_EXAMPLES:
            break
        background.over = partial(over, share)
        effort = min(most, _EXACT_EFFORT) if many and not noisy else most
        search = ProgramSearch(problem, background.over, effort, noisy=noisy)
        try:
            search.run()
        except OutOfTimeError:
            pass
        finally:
            background.over = None
        found += [] if search.best is None else [search.best]
        if found and (not many or found[0].cost <= _MAX_REGULAR_COST * len(examples.positives)):
            break
    return min(found, key=lambda program: program.cost, default=None)


class ProgramSearch:
    """Searches for a recursive program that covers the positives and not the negatives.

    ``over`` returns whether to stop, and ``most`` limits the effort until a program is found, in
    answers of derivations. ``noisy`` allows errors: the program with the fewest errors plus two
    thirds of its literals wins.
    """

    def __init__(
        self,
        problem: Problem,
        over: Callable[[], bool],
        most: float = inf,
        noisy: bool = False,
    ) -> None:
        self._problem, self._over, self._noisy = problem, over, noisy
        self.explored = 0
        self._spent = 0.0  #: in answers of derivations
        self._most = most  #: what may be spent
        self._with_one_of: dict[tuple[int, int, bool], list[Choice]] = {}
        self._costly: set[tuple[RecursiveClause, bool]] = set()
        self._paired: set[tuple[tuple[RecursiveClause, ...], int, bool]] = set()
        self._best: tuple[tuple[int, bool, float], RecursiveProgram] | None = None
        self._sampled: tuple[int, bool, float] = (0, False, inf)  #: its rank on the sample

    @property
    def best(self) -> RecursiveProgram | None:
        """The best program found, or None."""
        return None if self._best is None else self._best[1]

    def run(self) -> None:
        """Search until time is up or no better program can be expected.

        Raises ``OutOfTimeError`` if time runs out during a query.
        """
        if all(place.sign != "+" for place in self._problem.declared.head.places):
            return
        self._parts = ProgramParts(self._problem, self._over)
        self._functional = not self._noisy and self._parts.examined.functional
        tried, incomplete = set[tuple[int, int]](), list[Choice]()
        postponed: tuple[int, int] | None = None
        for phase in _PHASES:
            base, recursive = phase
            new = set(product(range(1, base + 1), range(2, recursive + 1))) - tried
            if self._over() or not self._smaller(min(map(sum, new)) + 2, single=False):
                break
            tried |= new
            if not self._functional:
                incomplete = self._try_phase(*phase, single=False)
                continue
            self._try_phase(*phase, single=True)
            if postponed is not None:
                incomplete = self._try_phase(*postponed, single=False)
            postponed = phase
        if postponed is not None and not self._found_all:
            incomplete = self._try_phase(*postponed, single=False)
        if not self._found_all:
            self._try_second_clauses(incomplete, max((size for _, size in tried), default=0))

    def _try_phase(self, base: int, recursive: int, single: bool) -> list[Choice]:
        """Try programs up to these sizes, and return the incomplete ones with one recursive clause.

        If the target looks like a function, programs that give each call a ``single`` answer come
        first, because they are cheap to try. The others follow one phase later.
        """
        self._parts.find_base(base)
        incomplete = self._try_one_clause(base, recursive, single)
        self._try_pairs(incomplete, single)
        return incomplete

    @property
    def _found_all(self) -> bool:
        return self._best is not None and self._best[1].errors == 0

    def _smaller(self, literals: int, single: bool) -> bool:
        """Return whether a program with this number of literals, and perhaps ``single`` answers,
        would be better than the best one, and the search for it has not taken too long."""
        if self._spent > self._most:
            return False
        if self._best is None or not self._found_all:
            return True
        ambiguous = self._best[0][1]  # a longer program may have single answers
        return (ambiguous and single) or literals < self._best[1].literals

    def _try_one_clause(self, base: int, largest: int, single: bool) -> list[Choice]:
        """Try programs with one recursive clause and base clauses up to a size, and return the best
        incomplete ones."""
        found: list[Choice] = []
        for size in range(2, largest + 1):
            if not self._smaller(size + 1 + 2, single):
                break
            key = (size, base, single)
            if key not in self._with_one_of:
                self._with_one_of[key] = self._try_size(size, single)
            found += self._with_one_of[key]
        return sorted(found, key=lambda one: one.cost)

    def _try_size(self, size: int, single: bool) -> list[Choice]:
        """Try programs with one recursive clause of a size, and then again those that needed more
        effort."""
        found: list[Choice] = []
        costly: list[Choice] = []
        for steps in self._parts.recursive(size):
            if self._over() or not self._smaller(size + 1 + 2, single):
                break
            choice = Choice((steps,))
            known = (steps.clause, single) in self._costly
            if not self._try_clause(choice, _FIRST_EFFORT, found, single) and not known:
                costly.append(choice)
        most = self._spent + self._share(_AGAIN_EFFORT)
        for choice in costly:
            if self._over() or self._spent > most or not self._smaller(size + 1 + 2, single):
                break
            if not self._try_clause(choice, _SECOND_EFFORT, found, single):
                self._costly.update((clause, single) for clause in choice.recursive)
        return found

    def _try_clause(self, choice: Choice, effort: int, found: list[Choice], single: bool) -> bool:
        """Try a recursive clause, and add it to ``found`` if useful. Return false if it needs more
        effort."""
        try:
            result = self._try((choice,), effort, single)
        except EffortSpentError:
            choice.steps[0].forget()
            return False
        if result is None:
            choice.steps[0].forget()
        else:
            found.append(result)
        return True

    def _share(self, limits: tuple[float, int]) -> float:
        """Return a multiple of the effort spent so far, but at least a given number."""
        factor, least = limits
        return max(factor * self._spent, least)

    def _try_together(self, parts: Sequence[Choice], single: bool) -> None:
        """Try the recursive clauses of two choices together, unless this takes too long."""
        with suppress(EffortSpentError):
            self._try(parts, _FIRST_EFFORT, single)

    def _try_pairs(self, incomplete: Sequence[Choice], single: bool) -> None:
        """Try the recursive clauses of incomplete programs pairwise, best explanations per literal
        first."""
        pairs = sorted(
            combinations(incomplete[:_MAX_PAIRED], 2),
            key=lambda pair: (
                LITERAL_COST * (pair[0].literals + pair[1].literals)
                - (pair[0].positives | pair[1].positives).bit_count()
            ),
        )
        for one, other in pairs:
            if self._over():
                return
            clauses = (*one.recursive, *other.recursive)
            key = (clauses, self._parts.examined.all_base, single)
            if key not in self._paired:
                self._paired.add(key)
                if self._smaller(sum(clause.size + 1 for clause in clauses) + 2, single):
                    self._try_together((one, other), single)

    def _try_second_clauses(self, incomplete: Sequence[Choice], largest: int) -> None:
        """Try incomplete programs with any second recursive clause, short ones first."""
        for size in range(2, largest + 1):
            for steps in self._parts.recursive(size):
                for one in incomplete[:_MAX_EXTENDED]:
                    if self._over():
                        return
                    fewest = one.steps[0].clause.size + 1 + size + 1 + 2
                    if steps is not one.steps[0] and self._smaller(fewest, single=False):
                        other = Choice((steps,))
                        self._try_together((one, other), single=False)

    def _try(self, parts: Sequence[Choice], most: int, single: bool) -> Choice | None:
        """Choose base clauses for the recursive clauses of several choices together; return the
        result if it covers more positives than each choice.

        If the target looks like a function, a program with several answers to a call is offered
        only if it is complete, and the returned one has none. Raises ``EffortSpentError`` if
        derivations need more than ``most`` answers.
        """
        self.explored += 1
        effort = Effort(most, self._over)
        try:
            choice = self._evaluate(parts, effort, single)
        finally:
            work = self._problem.background.work
            work.add("call", effort.calls)
            work.add("answer", most - effort.left)
            self._spent += most - effort.left + _TRIAL_COST
        if choice.positives.bit_count() <= max(part.positives.bit_count() for part in parts):
            return None
        if not self._noisy and self._complete(choice):
            self._offer(choice)
        return choice

    def _evaluate(self, parts: Sequence[Choice], effort: Effort, single: bool) -> Choice:
        examined = self._parts.examined
        steps = tuple(step for part in parts for step in part.steps)
        known = 0
        for part in parts:
            known |= part.positives
        if single:
            return self._with_base(steps, examined.single(steps, effort, known))
        evaluate = examined.noisy_covers if self._noisy else examined.covers
        choice = self._with_base(steps, evaluate(steps, effort, known))
        if self._noisy or (self._functional and self._complete(choice)):
            self._offer(choice)
        if self._functional and choice.positives:
            choice = self._with_base(steps, examined.unambiguous(steps, effort))
        return choice

    def _with_base(self, steps: tuple[Steps, ...], covers: Mapping[int, tuple[int, int]]) -> Choice:
        sizes = {base: self._parts.base[base].size for base in covers}
        return choose_base(steps, covers, sizes, self._noisy)

    def _complete(self, choice: Choice) -> bool:
        return choice.positives.bit_count() == len(self._parts.examined.positives)

    def _offer(self, choice: Choice) -> None:
        """Keep a program if it is the best so far when run as a program."""
        errors = (
            len(self._parts.examined.positives)
            - choice.positives.bit_count()
            + choice.negatives.bit_count()
        )
        ambiguous = self._ambiguous(choice)
        sampled = self._rank(errors, ambiguous, choice.literals)
        if self._best is not None and sampled >= min(self._best[0], self._sampled):
            return
        clauses = self._program(choice)
        examples = self._problem.examples
        covered = [
            holds(self._problem.background, clauses, kind)
            for kind in (examples.positives, examples.negatives)
        ]
        (right, wrong), lengths = map(sum, covered), list(map(len, covered))
        score = Confusion(right, lengths[0] - right, lengths[1] - wrong, wrong)
        left = tuple(
            row for row, held in zip(examples.positives, covered[0], strict=True) if not held
        )
        found = RecursiveProgram(clauses, score, left, self.explored)
        rank = self._rank(found.errors, ambiguous, choice.literals)
        if (self._noisy or not found.errors) and (self._best is None or rank < self._best[0]):
            self._best, self._sampled = (rank, found), sampled
            if self._noisy:
                self._most = self._spent + self._share(_CHEAPER_EFFORT)
            elif self._found_all:
                self._most = self._spent + self._share(
                    _AMBIGUOUS_EFFORT if ambiguous else _SHORTER_EFFORT
                )

    def _ambiguous(self, choice: Choice) -> bool:
        """Return whether the target looks like a function, and a program has more than one answer
        to the call of some positive: the others are likely to be wrong."""
        if not self._functional:
            return False
        base = sum(1 << each for each in choice.base)
        try:
            return self._parts.examined.ambiguous(
                choice.steps, base, Effort(_SECOND_EFFORT, self._over)
            )
        except EffortSpentError:
            return True

    def _rank(self, errors: int, ambiguous: bool, literals: int) -> tuple[int, bool, float]:
        if self._noisy:
            return 0, False, errors + LITERAL_COST * literals
        return errors, ambiguous, literals

    def _program(self, choice: Choice) -> tuple[Clause, ...]:
        """Return the clauses of a program with the base clauses first."""
        about, symbols = self._problem.declared.head.about, self._problem.background.symbols
        bodies: list[tuple[tuple[int, ...], Sequence[Goal]]] = [
            (self._parts.base[base].head, self._parts.base[base].goals) for base in choice.base
        ]
        bodies += [(one.before.head, one.goals(about)) for one in choice.recursive]
        return tuple(clause_from_ids(about[0], head, goals, symbols) for head, goals in bodies)
