"""The names of people, beside those of players."""

from __future__ import annotations

from sapper.errors import InputError, RecipeError
from sapper.players.recipes import player as read_recipe

MAX_NAME_LENGTH = 40  #: characters of a person's name


def person_name(text: str) -> str:
    """Return the name of a person, with single spaces.

    Raises ``InputError`` for one that is empty or too long, has characters that replays cannot
    hold, or is the recipe of a player.
    """
    name = " ".join(text.split())
    if not name:
        raise InputError("a name cannot be empty")
    if len(name) > MAX_NAME_LENGTH:
        raise InputError(f"a name has at most {MAX_NAME_LENGTH} characters, not {len(name):,}")
    if not name.isprintable():
        raise InputError("a name cannot contain control characters")
    try:
        read_recipe(name)
    except RecipeError:
        return name
    raise InputError(f"'{name}' is a player of sapper: choose another name")
