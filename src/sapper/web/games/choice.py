"""A player's decision in a single position."""

from __future__ import annotations

import re
from typing import Any

from sapper.game import Chance, Position
from sapper.game.deal import PLAYS
from sapper.players import Decision, Player
from sapper.players import player as read_recipe
from sapper.records.plain import decision_json

#: Strategies that decide within milliseconds on boards of a few thousand cells.
QUICK = {"corner", "origin", "random", "scan", "single-point", "start", "csp", "swift"}


def choice_json(
    position: Position, recipe: str, seed: int, number: int, moves: int
) -> dict[str, Any]:
    """Return the decision of a player that has not seen the game before, after ``moves`` moves.

    If all its strategies pass, ``cell`` is null and ``words`` say why. The player's random numbers
    depend on the game and on the number of moves. Raises ``RecipeError`` for a wrong recipe.
    """
    found = read_recipe(recipe).begin(Chance(seed, PLAYS + 1 + moves, number))(position)
    if isinstance(found, Decision):
        return decision_json(found, whole=True)
    reasons = "; ".join(f"{missed.strategy}: {missed.words}" for missed in found.passed)
    words = f"the player {recipe} has no move here: {reasons or found.words}"
    return {"cell": None, "words": words}


def quick(player: Player) -> bool:
    """Whether a player is quick enough on small boards to need no worker process."""
    names = (re.match("[a-z0-9-]*", link.text) for link in player.chain)
    return all(name is not None and name[0] in QUICK for name in names)
