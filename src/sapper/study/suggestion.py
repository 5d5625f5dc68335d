"""``sapper.suggest``: a player's move in a position."""

from __future__ import annotations

from sapper.game import Position
from sapper.players import Decision, Pass, Player
from sapper.study import findings


def suggest(position: Position | str, player: Player | str = "swift") -> Decision | Pass:
    """Return the move that a player makes in a position, as ``sapper analyse`` suggests it.

    - ``position``: what the player sees, or its text.
    - ``player``: a player or its recipe.

    The result is a ``Pass``, which says why, if the game is over or no strategy decides. If exact
    counting is too hard for the position, only a cell proved safe is suggested.

    Raises ``ImpossiblePositionError`` if no layout fits the position, and ``RecipeError`` for an
    unknown player.
    """
    found = findings.find(Position.of(position))
    if found.fault is not None:
        raise found.fault
    return findings.suggest(found, player)
