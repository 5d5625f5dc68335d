"""How good a clause is, by how many examples it covers: evaluation functions and noise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import log2
from typing import TypeAlias

from sapper.errors import InputError

#: From positives and negatives covered and literals of the body to a number; more is better.
Evaluation: TypeAlias = Callable[[int, int, int], float]


def compression(p: int, n: int, size: int) -> float:
    """Progol's: positives less negatives and literals (Muggleton 1995, §5)."""
    return p - n - size


def coverage(p: int, n: int, size: int) -> float:
    """Positives less negatives, the shorter clause at equal ones."""
    return p - n - size / 1024


def laplace(p: int, n: int, size: int) -> float:
    """The expected accuracy with one example more of each kind (Clark & Boswell 1991)."""
    return (p + 1) / (p + n + 2)


EVALUATIONS: dict[str, Evaluation] = {
    "compression": compression,
    "coverage": coverage,
    "laplace": laplace,
}


def gain(positives: int, negatives: int) -> Callable[[int, int], float]:
    """Bits saved over covering all: ``p (log2(p/(p+n)) - log2(P/(P+N)))`` (Quinlan 1990, FOIL).

    A beam keeps what has the most: clauses on their way to a pure one that covers much.
    """
    base = log2(positives / (positives + negatives)) if positives else 0.0
    return lambda p, n: p * (log2(p / (p + n)) - base) if p else -1.0


@dataclass(frozen=True)
class Acceptance:
    """Which clauses may enter a theory.

    ``noise``: the share of negatives among the examples a clause covers, at most; ``positives``:
    what it covers at least; ``least``: the evaluation it needs. Raises ``InputError`` unless the
    noise is a share below 1 and some positive is asked for.
    """

    noise: float = 0.0
    positives: int = 1
    least: float = float("-inf")

    def __post_init__(self) -> None:
        if not 0.0 <= self.noise < 1.0:
            raise InputError(f"noise is a share of 0 up to 1, not {self.noise}")
        if self.positives < 1:
            raise InputError("a clause has to cover at least one positive example")

    def consistent(self, p: int, n: int) -> bool:
        """Whether a clause covers few enough negatives."""
        return n <= self.noise * (p + n)
