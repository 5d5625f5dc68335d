"""``sapper world`` without a world: it asks for one, plays it, and asks for the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sapper.cli.options import any_seed
from sapper.errors import NotationError, SapperError
from sapper.notation.worlds.worlds import examples, find_world, parse_worlds
from sapper_workbench.cli.world.loop import Lines, loop

if TYPE_CHECKING:
    from sapper.game import World
    from sapper_workbench.session.session import Session

HELP = (
    f"A world is {', '.join(examples())}; easy, medium or hard; a FILE or FILE:NAME;",
    "or - and then a map. In a game, ? lists the keys. exit ends the program.",
)
MAP = "-"  #: the word after which the rows of a map follow
MAX_SEED = 2**63 - 1


def play_worlds(
    start: Callable[[World, int], Session], seed: int | None, *, report: bool = False
) -> None:
    """Ask for worlds, and play them, until ``exit`` or the end of the input.

    ``start`` begins the game of a world with a seed; without a ``seed``, ask for one each time.
    """
    typed = Lines()
    for line in HELP:
        typed.say(line)
    while (words := typed.ask("World: ")) is not None:
        words = words.strip()
        if words.lower() == "exit":
            return
        if not words:
            continue
        try:
            drawn = read_map(typed, words) if words == MAP or words.startswith("#") else None
            if drawn is None:
                find_world(words)  # a wrong name is refused before it is asked for a seed
            chosen = _seed(typed) if seed is None else seed
            session = start(drawn or find_world(words, chosen), chosen)
        except SapperError as error:
            typed.say(str(error), "bold yellow")
            continue
        if loop(session, typed, report=report):
            return


def read_map(typed: Lines, first: str = MAP) -> World:
    """Read the rows of one world up to an empty line; ``first`` is its heading, or ``MAP``.

    Raises ``NotationError``.
    """
    rows = [] if first == MAP else [first]
    while (row := typed.ask("Row, or nothing to end the map: ")) is not None and row.strip():
        rows.append(row.strip())
    worlds = parse_worlds("\n".join(rows))
    if len(worlds) != 1:
        raise NotationError(f"expected the map of one world, not of {len(worlds)}")
    return next(iter(worlds.values()))


def _seed(typed: Lines) -> int:
    """Ask for a seed. If it is empty or not a whole number from 0, draw one and show it."""
    words = (typed.ask("Seed (if empty or invalid, a random one): ") or "").strip()
    if words.isascii() and words.isdigit() and int(words[:40]) <= MAX_SEED:
        return int(words)
    seed = any_seed()
    typed.say(f"seed {seed}, drawn at random")
    return seed
