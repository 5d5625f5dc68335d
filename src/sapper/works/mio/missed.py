"""Examples that a theory misses, from which the larger theory is learned.

The positions come from games that open certain cells (see ``mio_coverage``): those in which no rule
applies to any cell although some are safe. The safe cells are the positive examples. All other
hidden cells, mines or undetermined, are negative examples, because a rule that covers one is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sapper.chance import Chance
from sapper.game.codes import FLAGGED, HIDDEN
from sapper.mio import Active, Clause, Declarations, Sampler, active
from sapper.players.mio.examples import Example
from sapper.players.mio.predicates import background, declared_total, declared_wide
from sapper.players.mio.rules import Rule, ruled
from sapper.players.mio.task import ACCURACY, FIRST, SETTINGS, Proved, proved
from sapper.works.mio.coverage import stuck_positions

ITERATIONS = 4
SAMPLE = 400  #: the number of examples drawn for a verdict
MOST = 6  #: the most examples of each kind from a position

#: The predicates of the larger theory beyond those of the paper, added in these steps.
STEPS = (declared_total, declared_wide)


class MissedDrawing:
    """Draws cells from positions in which rules miss something, from the games of a seed."""

    def __init__(self, rules: tuple[Rule, ...], level: str, seed: int) -> None:
        self._stuck = stuck_positions(rules, level, seed)
        self._waiting: list[tuple[Example, bool]] = []

    def __call__(self, chance: Chance) -> tuple[Example, bool]:
        """Return a cell as an example, and whether it is certainly safe."""
        while not self._waiting:
            one = next(self._stuck)
            cells = bytearray(one.position.cells)
            for index in one.known:
                cells[index] = FLAGGED
            text = str(replace(one.position, cells=bytes(cells)))
            rest = [i for i, code in enumerate(cells) if code == HIDDEN and i not in one.safe]
            drawn = [
                ((i, text), certainly)
                for certainly, indices in ((True, one.safe), (False, rest))
                for i in chance.shuffled(indices)[:MOST]
            ]
            self._waiting = chance.shuffled(drawn)
        return self._waiting.pop()


def learn_missed(
    theory: Sequence[Clause], seed: int = 0, *, level: str = "beginner8"
) -> tuple[tuple[Clause, ...], tuple[Proved, ...]]:
    """Learn rules for ``safe`` in ``STEPS``, each from what the theory and earlier steps miss.

    Returns the rules that are proved, which are the only ones kept, and the proofs of all.
    """
    more: tuple[Clause, ...] = ()
    proofs: list[Proved] = []
    for step in STEPS:
        found = _learned((*theory, *more), step("safe"), seed, level)
        kept, judged = proved(found.theory)
        more += kept
        proofs += judged
    return more, tuple(proofs)


def _learned(theory: tuple[Clause, ...], declared: Declarations, seed: int, level: str) -> Active:
    known = background()
    server = Sampler(known, MissedDrawing(ruled(theory), level, seed), seed, SAMPLE, ACCURACY)
    return active(
        known,
        declared,
        server,
        replace(SETTINGS, seed=seed),
        iterations=ITERATIONS,
        first=FIRST,
    )
