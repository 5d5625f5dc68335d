"""Setting up a game from a level, a size, a world, a position or a record."""

from __future__ import annotations

import re
from secrets import randbelow, randbits
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from sapper.arena.no_guess import no_guess
from sapper.errors import BudgetError, InputError, listed
from sapper.game import LEVELS, Cell, Deal, Level, Position, Rules, World
from sapper.game.rules import First
from sapper.game.world import SIZES
from sapper.json_input import SeedField, describe_json
from sapper.notation import demo_size, examples, find_world
from sapper.notation.variations.text import TREE, is_tree
from sapper.notation.variations.variations import Variations
from sapper.players import Player
from sapper.players import player as read_recipe
from sapper.players.person import person_name
from sapper.records import YOU, Game, positions_of
from sapper.records.files import read_tree
from sapper.records.journal import Redealt, is_journal
from sapper_workbench.session.session import Session
from sapper_workbench.study.layouts import supposed
from sapper_workbench.study.puzzles.package import board_of, read_date
from sapper_workbench.web.http.fields import (
    DealNumber,
    Fields,
    FileText,
    LongText,
    MineCount,
    Name,
    Size,
    WorldName,
    doc,
)
from sapper_workbench.web.http.limits import (
    COUNTING,
    MEGABYTES,
    check_moves,
    check_record,
    check_steps,
)

Challenge = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z")]
SEEDS = 10**12  #: random seeds of boards that nobody plays are below this, short enough to type
SECRET = 128  #: bits of the random seeds of people's games: nobody can try all to find the mines
LEVEL = "expert"  #: the default level
_DEALT = re.compile(rf"({'|'.join(SIZES)})-\d{{1,39}}-\d{{1,9}}", re.ASCII)
LUCK = "random"  #: the player of a session in which no player decides


class Dealing(Fields):
    """The board of a game: a level, a size or a world, and its seed."""

    level: Annotated[
        WorldName | None,
        doc(f"{listed(LEVELS, 'or')}, or WIDTHxHEIGHTxMINES; expert by default"),
    ] = None
    width: Annotated[Size | None, doc("the number of columns, with height and mines")] = None
    height: Annotated[Size | None, doc("the number of rows, with width and mines")] = None
    mines: Annotated[MineCount | None, doc("the number of mines, with width and height")] = None
    world: Annotated[WorldName | None, doc("a world of Daggers & Gold: its name, or a size")] = None
    first: Annotated[First | None, doc("what the first cell may be; safe by default")] = None
    seed: Annotated[
        SeedField | None,
        doc("the seed of deal and players; random by default; as digits if it is 2^53 or more"),
    ] = None
    number: Annotated[
        DealNumber | None, doc("the number of the deal of this seed; 0 by default")
    ] = None


class NewGame(Dealing):
    """The board of a new game, or a position or a record to continue from."""

    no_guess: Annotated[
        bool | None, doc("deal a board that needs no guess after the first cell")
    ] = None
    name: Annotated[Name | None, doc("the name of the person who plays; 'you' by default")] = None
    daily: Annotated[Name | None, doc("the board of this day, YYYY-MM-DD, instead")] = None
    challenge: Annotated[
        Challenge | None, doc("the board of the game with this challenge instead")
    ] = None
    position: Annotated[LongText | None, doc("continue from this position instead")] = None
    record: Annotated[
        FileText | None, doc("continue from this record, session or tree of a game instead")
    ] = None
    notes: Annotated[
        Variations | None, doc("a tree of positions whose comments and marks the record gets")
    ] = None


def dealt(setup: Dealing) -> tuple[World, int, int]:
    """Return the world that a request describes, its seed, and the number of its deal.

    Raises ``InputError`` if the fields contradict each other or name an unknown world, or if the
    board is too large; ``RulesError`` for an impossible board.
    """
    seed, number = seed_of(setup), setup.number or 0
    width, height, mines = size = (setup.width, setup.height, setup.mines)
    named = [name for name in (setup.level, setup.world) if name is not None]
    if len(named) + any(part is not None for part in size) > 1:
        raise InputError("give only one of: a level; width, height and mines; a world")
    if setup.world is not None:
        if setup.first is not None:
            raise InputError("a world has its own first-move rule: leave 'first' out")
        return world_named(setup.world, seed), seed, number
    if size == (None, None, None):
        level = Level.parse(LEVEL if setup.level is None else setup.level)
    elif width is None or height is None or mines is None:
        raise InputError("a size needs all of width, height and mines")
    else:
        level = Level(width, height, mines)
    rules = Rules(setup.first or "safe")
    return World("", Deal.seeded(level.grid, level.mines, seed, number), rules), seed, number


def begun(setup: NewGame) -> Session:
    """Begin the game that a request describes.

    Raises ``InputError`` like ``dealt`` and ``supposed``, for text that cannot be read, and for a
    wrong name.
    """
    session = _begun(setup)
    if setup.name is not None and session.name == YOU:
        session.name = person_name(setup.name)
    return session


def _begun(setup: NewGame) -> Session:
    player = read_recipe(LUCK)
    for name in ("position", "record", "daily"):
        if getattr(setup, name) is not None:
            check_alone(setup, name)
    if setup.position is not None:
        seed, position = seed_of(setup), Position.parse(setup.position)
        world = supposed(position, seed, seconds=10 * COUNTING, megabytes=MEGABYTES)
        return Session(world, player, seed)
    if setup.record is not None:
        session = _continued(setup.record, player)
        if setup.notes is not None:
            _annotate(session, setup.notes)
        return session
    if setup.daily is not None:
        return Session(board_of(read_date(setup.daily)), player)
    drawn = randbits(SECRET) if setup.seed is None else setup.seed
    world, seed, number = dealt(replace(setup, seed=drawn))
    return Session(world, player, seed, number)


def _annotate(session: Session, notes: Variations) -> None:
    tree = notes.checked()
    grid = session.position.grid
    check_steps(grid.width, grid.height, len(tree.moves))
    session.annotate(positions_of(tree, [f"'notes': move {n + 1}" for n in range(len(tree.moves))]))


def check_alone(setup: NewGame, name: str) -> None:
    """Raise ``InputError`` if a request that names its board by ``name`` has other fields."""
    others = {*setup.__struct_fields__} - {name, "seed", "number", "name"}
    others -= {"notes"} if name == "record" else set()
    if any(getattr(setup, other) for other in others):
        raise InputError(f"a game from a {name} takes no other fields but 'seed' and 'number'")


def seed_of(setup: Dealing) -> int:
    """Return the seed that a request gives, or a random one."""
    return random_seed() if setup.seed is None else int(setup.seed)


def random_seed() -> int:
    """Return a random seed for what is no secret."""
    return randbelow(SEEDS)


def no_guess_deal(
    position: Position, cell: Cell, seed: int, number: int, seconds: float
) -> Redealt | str:
    """Return a deal for the position's level that needs no guess after a first cell, with its mines
    if it was repaired; or a clause if none was found."""
    level = Level(position.grid.width, position.grid.height, position.mines)
    try:
        board = no_guess(level, position.rules, cell, seed, number, seconds=seconds)
    except BudgetError as error:
        return str(error)
    mines = board.deal.order[: level.mines] if board.repaired else ()
    return Redealt(number=board.number, mines=mines)


def _continued(source: str, player: Player) -> Session:
    """Continue a game from a record, a session, or the text or the link of its tree."""
    text = TREE.text(source) if TREE.found(source) else source
    data = text.encode(errors="replace")
    if is_tree(text) or is_journal(data):
        check_moves(text)
        game = read_tree(data)
        if not isinstance(game, Game):
            raise InputError("this is a tree of positions: open it in Analyse")
    else:
        check_record(text)
        game = Game.of_record(text)
    return Session.of_game(game, player)


def world_named(name: str, seed: int) -> World:
    """Return a world by name: dealt, or packaged with sapper; never a local file."""
    names = [*examples(), *SIZES]
    packaged = name.lower() in map(str.lower, names) or _DEALT.fullmatch(name)
    if not packaged and demo_size(name) is None:
        raise InputError(f"there is no world {describe_json(name)}: expected {listed(names, 'or')}")
    return find_world(name, seed)
