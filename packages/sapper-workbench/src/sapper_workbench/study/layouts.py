"""Worlds drawn from positions, so that a game can continue where a position stands."""

from __future__ import annotations

from dataclasses import replace

from sapper.errors import RulesError
from sapper.game import Chance, Deal, Position, Referee, World
from sapper.game.codes import HIDDEN, MINE, UNFLAGGED
from sapper.inference.counting import MAX_MEGABYTES, TIMEOUT_SECONDS, Belief


def supposed(
    position: Position,
    seed: int,
    *,
    seconds: float = TIMEOUT_SECONDS,
    megabytes: int = MAX_MEGABYTES,
) -> World:
    """Return a world whose game starts from a position: ``layout_of`` it, checked.

    Raises ``RulesError`` as that does, and for a position that no game can reach.
    """
    world = layout_of(position, seed, seconds=seconds, megabytes=megabytes)
    referee = Referee(world.deal, world.rules)
    for cell in world.hints:
        if referee.position[cell] == HIDDEN:
            referee.open(cell)
    wanted = position.cells.translate(UNFLAGGED)
    for index, (code, expected) in enumerate(zip(referee.position.cells, wanted, strict=True)):
        if code != expected:
            where = list(position.grid.cell(index))
            raise RulesError(f"no game reaches this position: {where} touches a 0 but is not open")
    return world


def layout_of(
    position: Position,
    seed: int,
    *,
    seconds: float = TIMEOUT_SECONDS,
    megabytes: int = MAX_MEGABYTES,
) -> World:
    """Return a world with a layout drawn uniformly from all that are consistent with a position.

    The open cells become hints, and flags are removed. ``seconds`` and ``megabytes`` limit the
    counting. Raises ``RulesError`` for a game that is over or a game with gold, and
    ``ImpossiblePositionError`` and ``BudgetError`` as counting does.
    """
    grid, rules = position.grid, position.rules
    if position.outcome != "playing":
        raise RulesError(f"the game is {position.outcome}, so it cannot be continued")
    if rules.signs != "none" or rules.gold_known or position.lives_left > rules.lives:
        raise RulesError("a game with gold cannot be continued from a position")
    if position.untouched:
        return World("", Deal.seeded(grid, position.mines, seed), rules)
    belief, chance = Belief(position, seconds=seconds, megabytes=megabytes), Chance(seed)
    opened = [i for i in grid.playable if position.cells[i] < HIDDEN]
    blown = [i for i in grid.playable if position.cells[i] == MINE]
    mines = belief.sample(chance) | frozenset(blown)
    hints = tuple(map(grid.cell, (*opened, *blown)))
    return World("", Deal.of_mines(grid, mines), replace(rules, first="any"), hints)
