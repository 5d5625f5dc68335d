"""Play on from a position: draw a layout that fits it, and open what it shows as open."""

from __future__ import annotations

from dataclasses import replace

from sapper.errors import RulesError
from sapper.game import Chance, Deal, Position, Referee, World
from sapper.game.codes import HIDDEN, MINE, UNFLAGGED
from sapper.inference.counting import MEGABYTES, SECONDS, Belief


def supposed(
    position: Position, seed: int, *, seconds: float = SECONDS, megabytes: int = MEGABYTES
) -> World:
    """Return a world whose game starts with this position; all layouts that fit are equally likely.

    Its hints are the open cells; flags are removed. ``seconds`` and ``megabytes`` limit the
    counting. Raises ``RulesError`` for a game that is over, a game with gold, or a position that no
    game can reach, and ``ImpossiblePositionError`` and ``BudgetError`` as counting does.
    """
    grid, rules = position.grid, position.rules
    if position.outcome != "playing":
        raise RulesError(f"the game is {position.outcome}, so it cannot be played on")
    if rules.signs != "none" or rules.gold_known or position.lives_left > rules.lives:
        raise RulesError("a game with gold cannot be played on from a position")
    if position.untouched:
        return World("", Deal.seeded(grid, position.mines, seed), rules)
    belief, chance = Belief(position, seconds=seconds, megabytes=megabytes), Chance(seed)
    opened = [i for i in grid.playable if position.cells[i] < HIDDEN]
    blown = [i for i in grid.playable if position.cells[i] == MINE]
    mines = belief.sample(chance) | frozenset(blown)
    deal = Deal.of_mines(grid, mines)
    laid = replace(rules, first="any")
    hints = tuple(map(grid.cell, (*opened, *blown)))
    referee = Referee(deal, laid)
    for index, cell in zip((*opened, *blown), hints, strict=True):
        if referee.position.cells[index] == HIDDEN:
            referee.open(cell)
    wanted = position.cells.translate(UNFLAGGED)
    for index, (found, expected) in enumerate(zip(referee.position.cells, wanted, strict=True)):
        if found != expected:
            where = list(grid.cell(index))
            raise RulesError(f"no game reaches this position: {where} touches a 0 but is not open")
    return World("", deal, laid, hints)
