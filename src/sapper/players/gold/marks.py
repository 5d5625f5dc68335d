"""Flags as the logical agents use them: marks of proven mines, no matter who set them."""

from __future__ import annotations

import math

from sapper.errors import BudgetError, ImpossiblePositionError
from sapper.game import Position
from sapper.game.codes import FLAGGED
from sapper.inference.counting import MEGABYTES, STEPS, count, counter_of, risks
from sapper.inference.gold import has_signs
from sapper.inference.satisfiability import Satisfiability

#: The budget for checking flags that need more than counting; beyond it they are not believed.
PROPAGATIONS = 20_000_000


def proven_flags(position: Position) -> frozenset[int]:
    """Return the flagged cells, as indices, that are certainly mines.

    A person may flag any cell, so only these are marks to rely on. Counting checks them in
    microseconds.
    """
    flagged = frozenset(i for i, code in enumerate(position.cells) if code == FLAGGED)
    if not flagged:
        return flagged
    counter = counter_of(position.grid)
    try:
        count(counter, position, math.inf, MEGABYTES, STEPS)
        risk = risks(counter, position)
        proven = frozenset(i for i in flagged if risk[i] == 1.0)
        if proven == flagged or not has_signs(position):
            return proven
    except ImpossiblePositionError:
        return frozenset()
    except BudgetError:
        proven = frozenset()
    try:
        solver = Satisfiability(position, propagations=PROPAGATIONS)
        return proven | {i for i in flagged - proven if solver.proves_mine(i)}
    except BudgetError:
        return proven
