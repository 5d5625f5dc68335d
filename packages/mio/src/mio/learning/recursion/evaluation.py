"""Evaluates recursive clauses on the examples, with all base clauses at once, and chooses base
clauses for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mio.language.program import Clause
from mio.learning.coverage import Example
from mio.learning.recursion.derivation import (
    Case,
    Derivation,
    Effort,
    RecursiveClause,
    Row,
    Steps,
)
from mio.learning.saturation import bits
from mio.learning.selection import LITERAL_COST
from mio.learning.theory import Confusion


@dataclass(frozen=True)
class RecursiveProgram:
    """A program, its score on all examples, the positives that it does not cover, and the number of
    programs tried."""

    clauses: tuple[Clause, ...]
    score: Confusion
    left: tuple[Example, ...]
    explored: int

    @property
    def errors(self) -> int:
        """The number of examples that it misclassifies."""
        return self.score.false_negatives + self.score.false_positives

    @property
    def useful(self) -> bool:
        """True unless predicting the majority class would be right more often."""
        return self.score.accuracy >= self.score.majority

    @property
    def literals(self) -> int:
        """Its size in literals, heads included."""
        return sum(clause.size for clause in self.clauses)

    @property
    def cost(self) -> float:
        """Its errors plus two thirds of its literals."""
        return self.errors + LITERAL_COST * self.literals


@dataclass(frozen=True)
class Choice:
    """Prepared recursive clauses, the base clauses chosen for them, and the examples they cover, as
    bits."""

    steps: tuple[Steps, ...]
    base: tuple[int, ...] = ()
    positives: int = 0
    negatives: int = 0
    literals: int = 0

    @property
    def recursive(self) -> tuple[RecursiveClause, ...]:
        """The recursive clauses."""
        return tuple(steps.clause for steps in self.steps)

    @property
    def cost(self) -> float:
        """Two thirds of its literals, less the positives: many base clauses explain little."""
        return LITERAL_COST * self.literals - self.positives.bit_count()


def choose_base(
    steps: tuple[Steps, ...],
    covers: Mapping[int, tuple[int, int]],
    sizes: Mapping[int, int],
    noisy: bool,
) -> Choice:
    """Choose base clauses greedily, each time the one that saves most.

    ``covers`` are the positives and negatives of base clauses together with the recursive ones, and
    ``sizes`` their literals. If the examples are ``noisy``, a base clause may cover negatives, and
    has to save more than its literals cost.
    """
    base: list[int] = []
    p = n = 0
    while True:
        best: tuple[float, int] | None = None
        for number, (positives, negatives) in covers.items():
            new, wrong = (positives & ~p).bit_count(), (negatives & ~n).bit_count()
            saved = new - wrong - LITERAL_COST * (sizes[number] + 1)
            if not noisy:
                saved = new - (sizes[number] + 1) / 16 if new else -1.0
            if saved > 0 and (best is None or saved > best[0]):
                best = (saved, number)
        if best is None:
            break
        base.append(best[1])
        p |= covers[best[1]][0]
        n |= covers[best[1]][1]
    literals = sum(sizes[number] + 1 for number in base)
    literals += sum(one.clause.size + 1 for one in steps)
    return Choice(steps, tuple(base), p, n, literals)


_FIRST_POSITIVES = 6  #: number of positives on which recursive clauses are tried first
_FIRST_NOISY_POSITIVES = 5


@dataclass
class Evaluation:
    """The examples, and the direct answers of the base clauses.

    ``direct`` has the answers to each call, each with the base clauses that give it, as bits;
    ``all_base`` are all base clauses. Methods raise ``EffortSpentError`` if they cost too much.
    """

    positives: Sequence[Case]
    negatives: Sequence[Case]
    direct: list[dict[Row, int]] = field(default_factory=list)
    all_base: int = 0

    def covers(
        self, steps: Sequence[Steps], effort: Effort, known: int = 0
    ) -> dict[int, tuple[int, int]]:
        """Return, for each base clause that covers no negative together with the recursive ones,
        the positives that they cover.

        The result is empty if the recursive clauses add nothing on the first positives, or leave a
        positive uncovered beyond the ``known`` ones.
        """
        if known and not self._complete(steps, known, effort):
            return {}
        useful = self._useful(steps, self._first(_FIRST_POSITIVES, known), 1, effort)
        masks = self._masks(self._without_negatives(steps, useful, effort)) if useful else []
        if any(masks) and not all(masks):
            masks = self._masks(self._without_negatives(steps, self.all_base, effort))
        return _by_base(masks, [])

    def _complete(self, steps: Sequence[Steps], known: int, effort: Effort) -> bool:
        """Return whether recursive clauses and any base clauses cover every positive that is not
        known."""
        derivation = Derivation(steps, self.direct, self.all_base, effort)
        rest = self._first(len(self.positives), known)
        return all(map(derivation.deriving, rest))

    @property
    def functional(self) -> bool:
        """True if the target looks like a function: calls have outputs, and no two positives share
        a call."""
        return any(case.out for case in self.positives) and len(
            {case.call for case in self.positives}
        ) == len(self.positives)

    def unambiguous(self, steps: Sequence[Steps], effort: Effort) -> dict[int, tuple[int, int]]:
        """Do the same as ``covers``, but only for base clauses that give calls of positives no
        other answer."""
        derivation = self._without_negatives(steps, self.all_base, effort)
        for example in self.positives:
            derivation.without(_otherwise(derivation, example))
        return _by_base(self._masks(derivation), [])

    def single(
        self, steps: Sequence[Steps], effort: Effort, known: int = 0
    ) -> dict[int, tuple[int, int]]:
        """Do the same as ``unambiguous``, but leave out base clauses that give a call on the way
        two answers.

        This is much cheaper, because a wrong answer to the shortest example ends the evaluation of
        a base clause. The result is empty if the recursive clauses add nothing, or leave a positive
        uncovered beyond the ``known`` ones.
        """
        derivation = Derivation(steps, self.direct, self.all_base, effort, single=True)
        for number, example in enumerate(self.positives):
            derivation.without(_otherwise(derivation, example))
            if known and not known >> number & 1 and not derivation.deriving(example):
                return {}
            if not derivation.alive:
                return {}
        masks = self._masks(derivation)
        if not any(m & ~self._directly(one) for m, one in zip(masks, self.positives, strict=True)):
            return {}
        self._exclude_negatives(derivation)
        return _by_base(self._masks(derivation), [])

    def _directly(self, example: Case) -> int:
        """Return the base clauses that cover an example by themselves."""
        return self.direct[example.call].get(example.out, 0)

    def ambiguous(self, steps: Sequence[Steps], base: int, effort: Effort) -> bool:
        """Return whether the call of some positive has other answers too, from some base clauses
        together with recursive ones."""
        derivation = Derivation(steps, self.direct, base, effort)
        return any(derivation.answers(one.call).keys() != {one.out} for one in self.positives)

    def _first(self, count: int, known: int) -> Sequence[Case]:
        """Return the first positives not yet known to be covered."""
        return [e for i, e in enumerate(self.positives) if not known >> i & 1][:count]

    def _useful(
        self, steps: Sequence[Steps], first: Sequence[Case], fewest: int, effort: Effort
    ) -> int:
        """Return the base clauses that, with the recursive clauses, cover enough of the first
        positives; none if the recursive clauses add nothing."""
        derivation = Derivation(steps, self.direct, self.all_base, effort)
        gained = 0
        counted = [0] * fewest  #: base clauses that cover at least 1, 2 … of these positives
        for example in first:
            found = derivation.deriving(example)
            gained |= found & ~self._directly(example)
            for i in reversed(range(fewest)):
                counted[i] |= found & (counted[i - 1] if i else -1)
        return counted[-1] if gained & counted[-1] else 0

    def _masks(self, derivation: Derivation) -> list[int]:
        """Return, for each positive, the base clauses that cover it."""
        if not derivation.alive:
            return []
        return [derivation.deriving(example) for example in self.positives]

    def _without_negatives(self, steps: Sequence[Steps], alive: int, effort: Effort) -> Derivation:
        """Return the derivation restricted to base clauses that cover no negative."""
        derivation = Derivation(steps, self.direct, alive, effort)
        self._exclude_negatives(derivation)
        return derivation

    def _exclude_negatives(self, derivation: Derivation) -> None:
        """Restrict a derivation to base clauses that cover no negative."""
        for example in self.negatives:
            derivation.without(derivation.deriving(example))
            if not derivation.alive:
                break

    def noisy_covers(
        self, steps: Sequence[Steps], effort: Effort, known: int = 0
    ) -> dict[int, tuple[int, int]]:
        """Return the examples that base clauses cover together with recursive ones, for those that
        cover any of the first positives beyond the ``known`` ones."""
        useful = self._useful(steps, self._first(_FIRST_NOISY_POSITIVES, known), 2, effort)
        if not useful:
            return {}
        derivation = Derivation(steps, self.direct, useful, effort)
        return _by_base(
            *([derivation.deriving(e) for e in kind] for kind in (self.positives, self.negatives))
        )


def _otherwise(derivation: Derivation, example: Case) -> int:
    """Return the base clauses that derive other answers to the call of an example."""
    found = 0
    for out, mask in derivation.answers(example.call).items():
        found |= mask if out != example.out else 0
    return found


def _by_base(positives: Sequence[int], negatives: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Transpose the base clauses by example into examples by base clause."""
    found: dict[int, tuple[int, int]] = {}
    for kind, masks in enumerate((positives, negatives)):
        for number, mask in enumerate(masks):
            for base in bits(mask):
                p, n = found.get(base, (0, 0))
                found[base] = (p | 1 << number, n) if kind == 0 else (p, n | 1 << number)
    return {base: (p, n) for base, (p, n) in found.items() if p}
