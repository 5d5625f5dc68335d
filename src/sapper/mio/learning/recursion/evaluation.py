"""Which base clauses cover which examples, together with recursive clauses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sapper.mio.learning.recursion.derivation import Derivation, Steps
from sapper.mio.learning.recursion.lookup import Row
from sapper.mio.learning.saturation import bits

_FIRST = 3  #: the positives that recursive clauses are tried on before the others
_FIRST_NOISY = 5


@dataclass(frozen=True)
class Case:
    """An example: its call and its answer."""

    call: int
    out: Row


@dataclass
class Evaluation:
    """The examples, and what base clauses answer directly.

    ``direct`` has the answers of each call, each with the base clauses that give it, as bits;
    ``all_base`` are all base clauses. Evaluations end early when it is ``over``.
    """

    positives: Sequence[Case]
    negatives: Sequence[Case]
    over: Callable[[], bool]
    direct: list[dict[Row, int]] = field(default_factory=list)
    all_base: int = 0

    def covers(self, steps: Sequence[Steps]) -> dict[int, tuple[int, int]]:
        """Return the positives that base clauses cover together with recursive ones, for those
        that cover no negative. Empty if the recursive clauses add nothing on the first examples.
        """
        useful = self._useful(steps, _FIRST, 1)
        masks = self._masks(steps, useful) if useful else []
        if any(masks) and not all(masks):
            masks = self._masks(steps, self.all_base)
        return _by_base(masks, [])

    def _useful(self, steps: Sequence[Steps], first: int, fewest: int) -> int:
        """Return the base clauses that cover enough of the first positives together with recursive
        clauses; none if the recursive clauses add nothing."""
        derivation = Derivation(steps, self.direct, self.all_base, self.over)
        gained = 0
        counted = [0] * fewest  #: the base clauses with at least 1, 2 … of these positives
        for example in self.positives[:first]:
            found = derivation.answers(example.call).get(example.out, 0)
            gained |= found & ~self.direct[example.call].get(example.out, 0)
            for i in reversed(range(fewest)):
                counted[i] |= found & (counted[i - 1] if i else -1)
        return counted[-1] if gained & counted[-1] else 0

    def _masks(self, steps: Sequence[Steps], alive: int) -> list[int]:
        """Return for each positive the base clauses that cover it, of those that cover no
        negative."""
        derivation = Derivation(steps, self.direct, alive, self.over)
        for example in self.negatives:
            wrong = derivation.answers(example.call).get(example.out, 0)
            if wrong:
                derivation.restricted(derivation.alive & ~wrong)
                if not derivation.alive:
                    return []
        return [derivation.answers(example.call).get(example.out, 0) for example in self.positives]

    def noisy_covers(self, steps: Sequence[Steps]) -> dict[int, tuple[int, int]]:
        """Return what base clauses cover together with recursive ones, for those that cover some
        of the first positives."""
        useful = self._useful(steps, _FIRST_NOISY, 2)
        if not useful:
            return {}
        derivation = Derivation(steps, self.direct, useful, self.over)
        return _by_base(
            *(
                [derivation.answers(e.call).get(e.out, 0) for e in kind]
                for kind in (self.positives, self.negatives)
            )
        )


def _by_base(positives: Sequence[int], negatives: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Turn the base clauses of each example into the examples of each base clause."""
    found: dict[int, tuple[int, int]] = {}
    for kind, masks in enumerate((positives, negatives)):
        for number, mask in enumerate(masks):
            for base in bits(mask):
                p, n = found.get(base, (0, 0))
                found[base] = (p | 1 << number, n) if kind == 0 else (p, n | 1 << number)
    return {base: (p, n) for base, (p, n) in found.items() if p}
