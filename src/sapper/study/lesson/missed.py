"""Examples that a theory misses, from which the larger theory is learned.

The positions come from games that open certain cells (see ``stuck``): those in which no rule
applies to any cell although some are safe. The safe cells are the positive examples. All other
hidden cells, mines or undetermined, are negative examples, because a rule that covers one is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from sapper.chance import Chance
from sapper.game.codes import FLAGGED, HIDDEN
from sapper.mio import Clause, Declarations, LearningSettings, Sampler, active
from sapper.players.mio.examples import LEVEL, CellExample
from sapper.players.mio.predicates import background, declared_total, declared_wide
from sapper.players.mio.rules import Rule, ruled
from sapper.players.mio.task import ACCURACY, FIRST, JudgedRule, judged, settings
from sapper.study.lesson.stuck import stuck_positions

ITERATIONS = 4
SAMPLE = 400  #: the number of examples drawn for a verdict
MOST = 6  #: the most examples of each kind from a position

#: The predicates of the larger theory beyond those of the paper, added in these steps.
STEPS = (declared_total, declared_wide)


class MissedDrawing:
    """Draws cells from positions in which rules miss something, from the games of a seed."""

    def __init__(self, rules: tuple[Rule, ...], level: str, seed: int) -> None:
        self._stuck = stuck_positions(rules, level, seed)
        self._waiting: list[tuple[CellExample, bool]] = []

    def __call__(self, chance: Chance) -> tuple[CellExample, bool]:
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
    theory: Sequence[Clause],
    *,
    seed: int = 0,
    workers: int = 1,
    interrupted: Callable[[], bool] = lambda: False,
) -> tuple[JudgedRule, ...]:
    """Learn rules for ``safe`` in ``STEPS``, each from what the theory and earlier steps miss.

    Returns all rules found with their proofs; each step continues from those that are proved.
    """
    found: list[JudgedRule] = []
    for step in STEPS:
        known = (*theory, *(one.clause for one in found if one.proof.sound))
        more = _learned(known, step("safe"), settings(seed=seed, workers=workers), interrupted)
        found += map(judged, more)
    return tuple(found)


def _learned(
    theory: tuple[Clause, ...],
    declared: Declarations,
    settings: LearningSettings,
    interrupted: Callable[[], bool],
) -> tuple[Clause, ...]:
    known, seed = background(), settings.seed
    server = Sampler(known, MissedDrawing(ruled(theory), LEVEL, seed), seed, SAMPLE, ACCURACY)
    first = server.examples(*FIRST)
    found = active(
        known,
        declared,
        server,
        first,
        settings,
        iterations=ITERATIONS,
        interrupted=interrupted,
    )
    return found.theory
