"""Chooses base clauses for recursive clauses; the result is a recursive program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sapper.mio.language.program import Clause
from sapper.mio.learning.coverage import Example
from sapper.mio.learning.recursion.derivation import RecursiveClause, Steps
from sapper.mio.learning.selection import LITERAL
from sapper.mio.learning.theory import Confusion


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
        return self.errors + LITERAL * self.literals


@dataclass(frozen=True)
class Choice:
    """Prepared recursive clauses, the base clauses chosen for them, and the examples they cover, as
    bits."""

    recursive: tuple[RecursiveClause, ...]
    steps: tuple[Steps, ...]
    base: tuple[int, ...] = ()
    positives: int = 0
    negatives: int = 0
    literals: int = 0

    @property
    def cost(self) -> float:
        """Two thirds of its literals, less the positives: many base clauses explain little."""
        return LITERAL * self.literals - self.positives.bit_count()


def chosen(
    recursive: tuple[RecursiveClause, ...],
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
            saved = new - wrong - LITERAL * (sizes[number] + 1)
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
    literals += sum(clause.size + 1 for clause in recursive)
    return Choice(recursive, steps, tuple(base), p, n, literals)
