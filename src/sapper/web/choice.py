"""A player asked about one position, whatever game it is from."""

from __future__ import annotations

import re
from typing import Any

from sapper.game import Chance, Position
from sapper.game.deal import PLAYS
from sapper.players import Decision, Player
from sapper.players import player as read_recipe
from sapper.web.views import decision_json

#: Strategies that decide within milliseconds on boards of a few thousand cells.
QUICK = {"corner", "origin", "random", "scan", "single-point", "start", "csp", "swift"}


def choice_json(
    position: Position, recipe: str, seed: int, number: int, moves: int
) -> dict[str, Any]:
    """What a player decides who is shown this position first, after ``moves`` moves of others;
    where all its strategies pass, no ``cell`` but ``words`` that say why.

    Its luck depends on the game and on how far it has come. Raises ``RecipeError`` for no player.
    """
    found = read_recipe(recipe).begin(Chance(seed, PLAYS + 1 + moves, number))(position)
    if isinstance(found, Decision):
        return decision_json(found)
    reasons = "; ".join(f"{missed.strategy}: {missed.words}" for missed in found.passed)
    words = f"the player {recipe} has no move here: {reasons or found.words}"
    return {"cell": None, "words": words}


def quick(player: Player) -> bool:
    """Whether a player needs no process of its own on small boards."""
    names = (re.match("[a-z0-9-]*", link.text) for link in player.chain)
    return all(name is not None and name[0] in QUICK for name in names)
