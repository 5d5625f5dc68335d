"""Boards that nobody has to guess on: from the first cell on, clues and mines left decide it all.

Deals of a seed are tried one after the other, in the kernel: ``single-point`` and ``csp`` play them
from the cell that is opened first, and the first deal they finish without a guess is taken. They
open everything that is certain before they guess, so a game without a guess is one that certainty
alone finishes; and such deals come out as likely as each other, whatever else is true of them.
"""

from __future__ import annotations

import time
from math import inf

from sapper.errors import BudgetError, RulesError, plural
from sapper.game import Cell, Level, Rules
from sapper.players.native import NUMBERS, OUTCOMES, PROMISES
from sapper.players.playout import Playouts

TRIES = 1_000_000  #: deals tried, where no time is given
CHAIN = ("start", "single-point", "csp")


def no_guess(
    level: Level,
    rules: Rules,
    first: Cell,
    seed: int,
    number: int = 0,
    *,
    tries: int = TRIES,
    seconds: float = inf,
) -> int:
    """The number, from ``number`` on, of a seed's first deal that needs no guess from ``first`` on.

    A first move that the rules promise nothing for is not counted as a guess. Raises
    ``RulesError`` for a first cell outside the board or rules with lives, flags or gold, and
    ``BudgetError`` where no such deal is among ``tries``, or among as many as there is time for:
    dense boards have hardly any.
    """
    if rules.lives > 1 or rules.won_by != "opening" or rules.signs != "none":
        raise RulesError("boards without guesses are dealt for one life and no gold only")
    grid = level.grid
    playouts = Playouts(
        grid,
        level.mines,
        PROMISES[rules.first],
        rules.zeros_open,
        [NUMBERS[name] for name in CHAIN],
        grid.index(first),
    )
    allowed = 1 if rules.first == "any" else 0
    until = time.monotonic() + seconds
    for tried in range(tries):
        if time.monotonic() >= until:
            break
        outcome = playouts.seeded(seed, number + tried)
        if outcome == len(OUTCOMES):
            where = f"a first move at {list(first)}"
            raise RulesError(f"{where} that promises '{rules.first}' leaves the mines no room")
        if OUTCOMES[outcome] == "won" and playouts.tally()[2] <= allowed:
            return number + tried
    else:
        tried = tries
    raise BudgetError(
        f"none of {plural(tried, 'deal')} of {level} can be finished from {list(first)} without a"
        " guess: fewer mines would help, or the first-move rule 'opening'"
    )
