"""The levels by which games of a history are chosen."""

from __future__ import annotations

from dataclasses import replace

from sapper.errors import InputError, unknown
from sapper.game.level import LEVELS, Level
from sapper.game.world import SIZES
from sapper.notation.worlds.worlds import examples
from sapper_workbench.history.database import Choice, History


def with_level(history: History, choice: Choice) -> Choice:
    """Return the choice with its level as the history names it.

    Raises ``InputError`` for an unknown level with which no game was played.
    """
    level = choice.level
    played = history.levels()
    if level is None or level in (*played, *SIZES, *examples()):
        return choice
    try:
        return replace(choice, level=str(Level.parse(level)))
    except InputError:
        names = dict.fromkeys([*LEVELS, *played, "WIDTHxHEIGHTxMINES"])
        raise InputError(unknown("level", level, names, "the name of a world")) from None
