"""Boards that can be won without a guess: after the first cell, the clues and the number of mines
decide everything.

The deals of a seed are tried one after the other in the kernel: ``single-point`` and ``csp`` play
each from the cell that is opened first, and the first deal that they finish without a guess is
taken. They open everything that is certain before they guess, so a game without a guess can be won
by certain moves alone. All deals with this property are equally likely.
"""

from __future__ import annotations

import time
from math import inf

from sapper.errors import BudgetError, RulesError, plural
from sapper.game import Cell, Level, Rules
from sapper.game.rules import PROMISES
from sapper.players.native.codes import NO_ROOM, NUMBERS, OUTCOMES
from sapper.players.native.playout import Playouts

TRIES = 1_000_000  #: deals tried if no time is given
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
    """Return the number, from ``number`` on, of a seed's first deal that needs no guess.

    The game starts at ``first``, which is not counted as a guess even if the rules do not protect
    the first move. Raises ``RulesError`` for a first cell outside the board and for rules with
    lives, flags or gold. Raises ``BudgetError`` if there is no such deal among ``tries`` deals or
    within ``seconds``: dense boards have hardly any.
    """
    if rules.lives > 1 or rules.won_by != "opening" or rules.signs != "none":
        raise RulesError("boards without guesses need rules with one life, no flags and no gold")
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
        if outcome == NO_ROOM:
            rule = f"the first-move rule '{rules.first}' at {list(first)}"
            raise RulesError(f"{rule} leaves too few cells for {plural(level.mines, 'mine')}")
        if OUTCOMES[outcome] == "won" and playouts.tally()[2] <= allowed:
            return number + tried
    else:
        tried = tries
    raise BudgetError(
        f"none of {plural(tried, 'deal')} of {level} can be won from {list(first)} without a guess:"
        " try fewer mines or the first-move rule 'opening'"
    )
