"""Which game is meant: a level, a size, a world or a position, with its rules and its luck."""

from __future__ import annotations

import re
from collections.abc import Mapping
from secrets import randbelow
from typing import Any, get_args

from sapper.errors import InputError
from sapper.game import LEVELS, Deal, Level, Position, Rules, World
from sapper.game.grid import MAX_CELLS
from sapper.game.rules import First
from sapper.game.world import SIZES
from sapper.notation import examples, find_world
from sapper.players import player as read_recipe
from sapper.records.record import Record
from sapper.study.session import Session
from sapper.study.supposed import supposed
from sapper.web.inputs import Field, Text, Whole, Word, shown
from sapper.web.limits import COUNTING, MEGABYTES, check_record, check_size

SEEDS = 10**12  #: a seed drawn by lot can be typed again, and is too many to be tried out
LEVEL = "expert"  #: where nothing is said
LUCK = "random"  #: the player of a session in which only others move

GAME_FIELDS = (
    Field("level", Word(tuple(LEVELS)), "a level by name; expert where nothing names a size"),
    Field("width", Whole(1, 1_000_000), "columns, with height and mines"),
    Field("height", Whole(1, 1_000_000), "rows, with width and mines"),
    Field("mines", Whole(0, 1_000_000), "mines, with width and height"),
    Field("world", Text(60), "a world of Daggers & Gold by name, or its size"),
    Field("first", Word(get_args(First)), "what the first cell opened promises"),
    Field("seed", Whole(), "the luck of deal and players; drawn by lot where not given"),
    Field("number", Whole(0, 1_000_000_000), "which deal of the seed"),
)


def dealt(found: Mapping[str, Any], cells: int = MAX_CELLS) -> tuple[World, int, int]:
    """The world of the fields above, its seed, and its number.

    Raises ``InputError`` where they contradict each other, name an unknown world or a board that
    is too large, ``RulesError`` for a board that cannot be.
    """
    seed = found["seed"] if found["seed"] is not None else randbelow(SEEDS)
    number = found["number"] or 0
    size = [found[name] for name in ("width", "height", "mines")]
    named = [name for name in ("level", "world") if found[name] is not None]
    if len(named) + any(part is not None for part in size) > 1:
        raise InputError("a game has a level, or width, height and mines, or a world: one of them")
    if found["world"] is not None:
        if found["first"] is not None:
            raise InputError("a world has its own rule for the first move: leave 'first' out")
        return world_named(found["world"], seed), seed, number
    if any(part is not None for part in size):
        if None in size:
            raise InputError("a size takes all three: width, height and mines")
        width, height, mines = size
        if width * height > cells:
            most = f"a board here has at most {cells:,} cells"
            raise InputError(f"{most}, not {width:,}x{height:,}")
        level = Level(width, height, mines)
    else:
        level = LEVELS[found["level"] or LEVEL]
    rules = Rules(found["first"] or "safe")
    return World("", Deal.seeded(level.grid, level.mines, seed, number), rules), seed, number


def begun(found: Mapping[str, Any], cells: int = MAX_CELLS) -> Session:
    """The game of the fields above, or that goes on from a ``position`` or a ``record``.

    Raises ``InputError`` as ``dealt`` and ``supposed`` do, and for what cannot be read.
    """
    player = read_recipe(LUCK)
    named = [name for name in ("position", "record") if found.get(name) is not None]
    if named:
        others = {*found} - {*named, "seed", "number"}
        if len(named) == 2 or any(found[name] for name in others):
            raise InputError(f"a game that goes on from a {named[0]} takes no more but a seed")
    if found.get("position") is not None:
        seed = found["seed"] if found["seed"] is not None else randbelow(SEEDS)
        position = Position.parse(found["position"])
        check_size(position.grid, cells)
        world = supposed(position, seed, seconds=10 * COUNTING, megabytes=MEGABYTES)
        return Session(world, player, seed)
    if found.get("record") is not None:
        check_record(found["record"], cells)
        return Session.of_record(Record.parse(found["record"]), player)
    world, seed, number = dealt(found, cells)
    return Session(world, player, seed, number)


def world_named(name: str, seed: int) -> World:
    """A world that comes with sapper, or is dealt; never one of a file of this machine."""
    names = [*examples(), *SIZES]
    pattern = rf"({'|'.join(SIZES)})-\d{{1,15}}-\d{{1,9}}"
    if name.lower() not in map(str.lower, names) and not re.fullmatch(pattern, name, re.ASCII):
        raise InputError(f"there is no world {shown(name)}: {', '.join(names)}")
    return find_world(name, seed)
