"""Evaluation of clauses by the examples they cover, and how much noise is accepted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import log2
from typing import TypeAlias

from sapper.errors import InputError

#: Takes positives and negatives covered and literals of the body; larger values are better.
Evaluation: TypeAlias = Callable[[int, int, int], float]


def compression(p: int, n: int, size: int) -> float:
    """Progol's evaluation: positives minus negatives and literals (Muggleton 1995, §5)."""
    return p - n - size


def coverage(p: int, n: int, size: int) -> float:
    """Positives minus negatives; of equal clauses the shorter one is better."""
    return p - n - size / 1024


def laplace(p: int, n: int, size: int) -> float:
    """The expected accuracy, with one more example of each kind (Clark & Boswell 1991)."""
    return (p + 1) / (p + n + 2)


EVALUATIONS: dict[str, Evaluation] = {
    "compression": compression,
    "coverage": coverage,
    "laplace": laplace,
}


def gain(positives: int, negatives: int) -> Callable[[int, int], float]:
    """Return FOIL's information gain, ``p (log2(p/(p+n)) - log2(P/(P+N)))`` (Quinlan 1990).

    A beam keeps the clauses with the largest gain, which can lead to a pure clause that covers
    many positives.
    """
    base = log2(positives / (positives + negatives)) if positives else 0.0
    return lambda p, n: p * (log2(p / (p + n)) - base) if p else -1.0


@dataclass(frozen=True)
class Acceptance:
    """Which clauses may enter a theory.

    ``noise`` is the largest share of negatives among the examples that a clause covers,
    ``positives`` the fewest positives it covers, ``least`` its lowest evaluation. Raises
    ``InputError`` unless ``noise`` is from 0 up to but not including 1 and ``positives`` is at
    least 1.
    """

    noise: float = 0.0
    positives: int = 1
    least: float = float("-inf")

    def __post_init__(self) -> None:
        if not 0.0 <= self.noise < 1.0:
            raise InputError(
                f"noise: expected a share from 0 up to, but not including, 1, found {self.noise}"
            )
        if self.positives < 1:
            raise InputError("positives: a clause has to cover at least one positive example")

    def consistent(self, p: int, n: int) -> bool:
        """Whether a clause covers few enough negatives."""
        return n <= self.noise * (p + n)
