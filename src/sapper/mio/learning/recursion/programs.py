"""Search for a recursive program: base clauses, and clauses that call the target once.

Programs are enumerated by size, as in Cropper & Morel 2021, "Learning programs by learning from
failures", but a recursive clause is evaluated once for all base clauses, and the base clauses are
chosen by what they derive together with it. The smallest program without errors wins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from sapper.mio.background.background import Background
from sapper.mio.background.goals import Goal
from sapper.mio.language.program import Clause
from sapper.mio.language.terms import Term
from sapper.mio.learning.coverage import Example, named
from sapper.mio.learning.modes import Declarations
from sapper.mio.learning.recursion.bodies import (
    Bodies,
    Body,
    Calls,
    Descent,
    recursive_args,
    size_of,
)
from sapper.mio.learning.recursion.clauses import recursive_clauses
from sapper.mio.learning.recursion.derivation import (
    Case,
    Evaluation,
    Lookup,
    RecursiveClause,
    Steps,
)
from sapper.mio.learning.selection import LITERAL
from sapper.mio.learning.theory import Confusion, Examples, holds

#: The most literals of base clauses and of recursive clauses, phase by phase.
_PHASES = ((2, 3), (3, 4), (4, 4), (4, 5), (4, 6))
_NEVER = 10**6
_SAMPLE = 40  #: the most examples of a kind, the shortest ones, that programs are tried on
_NOISY = 30  #: with fewer examples, noise cannot be recognised
_PARTIAL = 12  #: the incomplete programs that are extended by a second recursive clause


@dataclass(frozen=True)
class RecursiveProgram:
    """A program that was found, its score on all examples, the positives that it does not cover,
    and the number of programs tried."""

    clauses: tuple[Clause, ...]
    score: Confusion
    left: tuple[Example, ...]
    explored: int

    @property
    def errors(self) -> int:
        """The examples that it gets wrong."""
        return self.score.false_negatives + self.score.false_positives

    @property
    def useful(self) -> bool:
        """True unless calling all examples what most of them are would be right more often."""
        return self.score.accuracy >= self.score.majority

    @property
    def literals(self) -> int:
        """Its size in literals, heads included."""
        return sum(clause.size for clause in self.clauses)

    @property
    def cost(self) -> float:
        """Its errors plus two thirds of its literals."""
        return self.errors + LITERAL * self.literals


@dataclass(frozen=True)
class _Choice:
    """Recursive clauses, the base clauses chosen for them, and what they cover, as bits."""

    recursive: tuple[RecursiveClause, ...]
    base: tuple[int, ...]
    positives: int
    negatives: int
    literals: int


def recursive_program(
    background: Background,
    declared: Declarations,
    examples: Examples,
    over: Callable[[float], bool],
) -> RecursiveProgram | None:
    """Return the best recursive program that a search finds, or None.

    ``over`` says whether a share of the time is up. With many examples a program may make errors;
    with few it may only if all programs make some.
    """
    many = min(len(examples.positives), len(examples.negatives)) >= _NOISY
    found = None
    for noisy, share in ((False, 0.4), (True, 0.6)):
        if noisy == many or (noisy and len(examples) >= _NOISY):
            search = ProgramSearch(
                background, declared, examples, partial(over, share), noisy=noisy
            )
            found = search.run()
            if found is not None:
                break
    return found


class ProgramSearch:
    """Searches for a recursive program that covers the positives and not the negatives.

    ``over`` says whether to stop. ``noisy`` lets a program make errors; the one with the fewest
    errors plus two thirds of its literals wins then.
    """

    def __init__(
        self,
        background: Background,
        declared: Declarations,
        examples: Examples,
        over: Callable[[], bool],
        noisy: bool = False,
    ) -> None:
        self._background, self._declared = background, declared
        self._examples, self._over, self._noisy = examples, over, noisy
        self._lookup = Lookup(background)
        places = declared.head.places
        self._given = [i for i, place in enumerate(places) if place.sign == "+"]
        self._free = [i for i, place in enumerate(places) if place.sign != "+"]
        self.explored = 0
        self._best: tuple[tuple[int, float], RecursiveProgram] | None = None

    def run(self) -> RecursiveProgram | None:
        """Return the best program found, or None."""
        if not self._given:
            return None
        self._prepare(_SAMPLE)
        before, incomplete = (0, 0), list[_Choice]()
        for base, recursive in _PHASES:
            fewest = min(
                base + 4 if base > before[0] else _NEVER,
                recursive + 3 if recursive > before[1] else _NEVER,
            )
            if self._over() or not self._smaller(fewest):
                break
            before = (base, recursive)
            self._find_base(base)
            incomplete = self._single(recursive)
            if not self._found_all:
                self._second(incomplete, recursive)
        if self._found_all and not self._noisy:  # is there a smaller one with two such clauses?
            self._second(incomplete, before[1])
        return None if self._best is None else self._best[1]

    @property
    def _found_all(self) -> bool:
        return self._best is not None and self._best[1].errors == 0

    def _smaller(self, literals: int) -> bool:
        """Return whether a program of this many literals would be smaller than the best one."""
        return self._best is None or not self._found_all or literals < self._best[1].literals

    def _prepare(self, sample: int) -> None:
        """Number the calls of the shortest examples, and the calls that these lead to; of fewer
        examples if these are too many."""
        symbols = self._background.symbols
        rows = [
            [tuple(map(symbols.number, row)) for row in sorted(kind, key=_length)[:sample]]
            for kind in (self._examples.positives, self._examples.negatives)
        ]
        self._calls = Calls(len(self._given))
        all_rows = [*rows[0], *rows[1]]
        columns = [
            np.array([row[place] for row in all_rows], dtype=np.int64) for place in self._given
        ]
        self._calls.add(columns)
        numbers = self._calls.find(columns).tolist()
        examples = [
            Case(number, tuple(row[place] for place in self._free))
            for number, row in zip(numbers, all_rows, strict=True)
        ]
        count = len(rows[0])
        self._examined = Evaluation(examples[:count], examples[count:], self._over)
        first = Bodies(self._background, self._declared, self._calls.columns, self._over)
        descents = {
            (body.goals, args): Descent(
                tuple(zip(body.goals, body.asked, strict=True)), args, tuple(self._given)
            )
            for size in (1, 2)
            for body in first.of_size(size)
            if all(body.asked)
            for args in recursive_args(self._declared, body)
            if size == 1 or body.single <= len(args)
        }
        ordered = sorted(descents.values(), key=lambda descent: len(descent.goals))
        fits = self._calls.close(self._background, [d for d in ordered if len(d.goals) == 1])
        if not fits and sample > 2:
            self._prepare(sample // 2)
            return
        self._calls.close(self._background, [d for d in ordered if len(d.goals) > 1])
        self._bodies = Bodies(self._background, self._declared, self._calls.columns, self._over)
        self._base: list[Body] = []
        self._known: set[bytes] = set()
        self._examined.direct = [{} for _ in range(len(self._calls))]
        self._based = 0
        self._clauses: dict[int, list[tuple[RecursiveClause, Steps]]] = {}

    def _find_base(self, size: int) -> None:
        """Find the base clauses up to a size; of those that answer alike, the shortest."""
        while self._based < size:
            self._based += 1
            for body in self._bodies.of_size(self._based):
                if body.closed:
                    self._add_base(body)

    def _add_base(self, body: Body) -> None:
        columns = [body.calls, *(body.columns[body.head[place]] for place in self._free)]
        rows = np.unique(np.stack(columns, axis=1), axis=0)
        key = rows.tobytes()
        if key in self._known:
            return
        self._known.add(key)
        own = 1 << len(self._base)
        self._examined.all_base |= own
        self._base.append(body)
        for call, *out in rows.tolist():
            answers = self._examined.direct[call]
            answers[tuple(out)] = answers.get(tuple(out), 0) | own

    def _recursive(self, size: int) -> Iterator[tuple[RecursiveClause, Steps]]:
        """Yield the recursive clauses of a size that make a call, prepared."""
        kept = self._clauses.get(size)
        if kept is not None:
            yield from kept
            return
        kept = []
        for clause in recursive_clauses(self._declared, self._bodies, size):
            if self._over():
                return
            steps = Steps(clause, self._calls, self._given, self._lookup)
            if (steps.callees >= 0).any():
                kept.append((clause, steps))
                yield clause, steps
        self._clauses[size] = kept

    def _single(self, largest: int) -> list[_Choice]:
        """Try programs with one recursive clause, and return the best incomplete ones."""
        found: list[_Choice] = []
        for size in range(2, largest + 1):
            if not self._smaller(size + 1 + 2):
                break
            for clause, steps in self._recursive(size):
                if self._over():
                    break
                choice = self._tried((clause,), (steps,))
                if choice is not None:
                    found.append(choice)
        return sorted(found, key=lambda one: (-one.positives.bit_count(), one.literals))

    def _second(self, incomplete: Sequence[_Choice], largest: int) -> None:
        """Try incomplete programs with a second recursive clause."""
        for choice in incomplete[:_PARTIAL]:
            (one,) = choice.recursive
            steps = Steps(one, self._calls, self._given, self._lookup)
            for size in range(2, largest + 1):
                if not self._smaller(one.size + 1 + size + 1 + 2):
                    break
                for clause, more in self._recursive(size):
                    if self._over():
                        return
                    if clause is not one:
                        self._tried((one, clause), (steps, more), choice.positives.bit_count())

    def _tried(
        self,
        recursive: tuple[RecursiveClause, ...],
        steps: tuple[Steps, ...],
        known: int = 0,
    ) -> _Choice | None:
        """Choose base clauses for recursive ones, and return the program if it may be useful.

        ``known`` is the number of positives that it has to exceed.
        """
        self.explored += 1
        evaluate = self._examined.noisy_covers if self._noisy else self._examined.covers
        covers = evaluate(steps)
        if self._over() or not covers:
            return None
        choice = self._chosen(recursive, covers)
        if choice.positives.bit_count() <= known:
            return None
        complete = choice.positives.bit_count() == len(self._examined.positives)
        if complete or self._noisy:
            self._offer(choice)
        return choice

    def _chosen(
        self, recursive: tuple[RecursiveClause, ...], covers: dict[int, tuple[int, int]]
    ) -> _Choice:
        """Choose base clauses one by one, each the one that saves most."""
        chosen: list[int] = []
        p = n = 0
        while True:
            best: tuple[float, int] | None = None
            for base, (positives, negatives) in covers.items():
                new, wrong = (positives & ~p).bit_count(), (negatives & ~n).bit_count()
                saved = new - wrong - LITERAL * (self._base[base].size + 1)
                if not self._noisy:
                    saved = new - (self._base[base].size + 1) / 16 if new else -1.0
                if saved > 0 and (best is None or saved > best[0]):
                    best = (saved, base)
            if best is None:
                break
            chosen.append(best[1])
            p |= covers[best[1]][0]
            n |= covers[best[1]][1]
        literals = sum(self._base[base].size + 1 for base in chosen)
        literals += sum(clause.size + 1 for clause in recursive)
        return _Choice(recursive, tuple(chosen), p, n, literals)

    def _offer(self, choice: _Choice) -> None:
        """Keep a program if it is the best so far, as it does when it runs."""
        errors = (
            len(self._examined.positives)
            - choice.positives.bit_count()
            + choice.negatives.bit_count()
        )
        rank = self._rank(errors, choice.literals)
        if self._best is not None and rank >= self._best[0]:
            return
        clauses = self._program(choice)
        covered = [
            holds(self._background, clauses, kind)
            for kind in (self._examples.positives, self._examples.negatives)
        ]
        (right, wrong), lengths = map(sum, covered), list(map(len, covered))
        score = Confusion(right, lengths[0] - right, lengths[1] - wrong, wrong)
        left = tuple(
            row for row, held in zip(self._examples.positives, covered[0], strict=True) if not held
        )
        found = RecursiveProgram(clauses, score, left, self.explored)
        rank = self._rank(found.errors, choice.literals)
        if (self._noisy or not found.errors) and (self._best is None or rank < self._best[0]):
            self._best = (rank, found)

    def _rank(self, errors: int, literals: int) -> tuple[int, float]:
        return (0, errors + LITERAL * literals) if self._noisy else (errors, literals)

    def _program(self, choice: _Choice) -> tuple[Clause, ...]:
        """Return the clauses of a program, base clauses first."""
        about, symbols = self._declared.head.about, self._background.symbols
        bodies: list[tuple[tuple[int, ...], Sequence[Goal]]] = [
            (self._base[base].head, self._base[base].goals) for base in choice.base
        ]
        bodies += [(one.before.head, one.goals(about)) for one in choice.recursive]
        return tuple(named(about[0], head, goals, symbols) for head, goals in bodies)


def _length(example: Sequence[Term]) -> int:
    """Return the number of subterms of an example."""
    return sum(map(size_of, example))
