"""Playing on from a position: mines are laid as they might lie, and what is open is opened."""

from __future__ import annotations

from dataclasses import replace

from sapper.errors import RulesError
from sapper.game import Chance, Deal, Position, Referee, World
from sapper.game.codes import HIDDEN, MINE, UNFLAGGED
from sapper.inference.counting import MEGABYTES, SECONDS, Belief


def supposed(
    position: Position, seed: int, *, seconds: float = SECONDS, megabytes: int = MEGABYTES
) -> World:
    """A world whose game begins with this position, all layouts that fit it equally likely.

    Its hints are the open cells; flags are taken off. ``seconds`` and ``megabytes`` bound the
    counting. Raises ``RulesError`` for a game that is over, one with gold, or a position that no
    game comes to; ``ImpossiblePositionError`` and ``BudgetError`` as counting does.
    """
    grid, rules = position.grid, position.rules
    if position.outcome != "playing":
        raise RulesError(f"the game is {position.outcome}: there is nothing to play on")
    if rules.signs != "none" or rules.gold_known or position.lives_left > rules.lives:
        raise RulesError("a game with gold cannot go on from a position")
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
    for index, (got, due) in enumerate(zip(referee.position.cells, wanted, strict=True)):
        if got != due:
            where = list(grid.cell(index))
            raise RulesError(f"no game comes to this position: {where} would be open beside a 0")
    return World("", deal, laid, hints)
