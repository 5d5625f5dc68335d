"""``sapper world``: Daggers & Gold, stepped by an agent and by the user."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click
from click.exceptions import Exit

from sapper.cli.errors import INTERRUPTED
from sapper.cli.files import write
from sapper.cli.options import RECIPE, OneOf, any_seed, as_json, seed, whole
from sapper.study.keys import lines

if TYPE_CHECKING:
    from sapper.game import World
    from sapper.records.record import Outcome
    from sapper.study.session import Session

AGENT = "logic3"

HELP = """Step through a game of Daggers & Gold, and steer it.

WORLD is the name of an example (--list shows them), a size – easy, medium or hard, dealt from the
seed –, a FILE that holds one world, or FILE:NAME.

The agent shows what it tries, decides and why, with its clues on the board. Every cell is COLUMN
before ROW, from 0. A terminal is drawn in place; otherwise commands are read a line each, and
everything is plain text. These are the commands:

\b
"""


@click.command(
    help=HELP + "\n".join(lines("  ")),
    epilog="\b\nExample:\n  sapper world HARD10 --agent 'single-point > random' --seed 4",
)
@click.argument("words", metavar="[WORLD]", required=False)
@click.option(
    "--agent",
    "recipe",
    metavar="RECIPE",
    help=f"Who moves: {RECIPE}.  [default: {AGENT}]",
)
@seed("the agent's luck, and which world of a size", None)
@click.option(
    "--signs",
    type=OneOf(["none", "marks", "counts"]),
    help="What clues show of gold: nothing, a mark beside it, or how much is around.",
)
@click.option(
    "--zeros",
    type=OneOf(["open", "closed"]),
    help="Whether zeros and gold open what is around them.",
)
@click.option("--lives", metavar="N", callback=whole(1, 1_000_000), help="Lives at the start.")
@click.option(
    "--gold-known/--gold-unknown", default=None, help="Whether the number of gold is told."
)
@click.option("--resume", metavar="FILE", help="Go on with a game from its record.")
@click.option(
    "--record", "file", metavar="FILE", help="Write the record when leaving, whatever the way."
)
@click.option("--list", "names", is_flag=True, help="List the examples, and leave.")
@click.option("--quiet", is_flag=True, help="Show only the end.")
@as_json
def command(
    words: str | None,
    recipe: str | None,
    seed: int | None,
    signs: str | None,
    zeros: str | None,
    lives: int | None,
    gold_known: bool | None,
    resume: str | None,
    file: str | None,
    names: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """See ``HELP``."""
    if names:
        _list(as_json=as_json)
        return
    rules: dict[str, Any] = {
        "signs": signs,
        "zeros_open": None if zeros is None else zeros == "open",
        "lives": lives,
        "gold_known": gold_known,
    }
    changes = {name: value for name, value in rules.items() if value is not None}
    if resume is not None:
        session = _resumed(resume, recipe, words=words, seed=seed, rules=changes)
    else:
        session = _new(words, recipe or AGENT, any_seed() if seed is None else seed, changes)
    if file is not None:
        write(file, "", "a")  # before the game: no game shall be lost to a missing folder
    try:
        if as_json:
            _played(session)
        else:
            from sapper.cli.world_loop import loop
            from sapper.cli.world_view import view_of

            loop(session, view_of(session, quiet=quiet))
    finally:
        if file is not None:
            write(file, f"{session.record()}\n", "w")


def _new(words: str | None, recipe: str, seed: int, changes: dict[str, Any]) -> Session:
    """A game of a world that is found by some words, its rules changed as the options say."""
    from dataclasses import replace

    from sapper.notation.worlds import find_world
    from sapper.players import player
    from sapper.study.session import Session

    if words is None:
        raise click.UsageError("name a WORLD, or a record to --resume; --list shows the examples")
    chosen = player(recipe)
    world = find_world(words, seed)
    return Session(replace(world, rules=replace(world.rules, **changes)), chosen, seed)


def _resumed(
    file: str, recipe: str | None, *, words: str | None, seed: int | None, rules: dict[str, Any]
) -> Session:
    """The game of a record, which has a world, rules and luck of its own."""
    from sapper.notation.files import named, read_text
    from sapper.players import player
    from sapper.records.record import Record
    from sapper.study.session import Session

    if words is not None or seed is not None or rules:
        raise click.UsageError("a record brings its world, its rules and its seed: give only it")
    chosen = None if recipe is None else player(recipe)
    text = read_text(file)
    with named(file):
        return Session.of_record(Record.parse(text), chosen)


def _played(session: Session) -> None:
    """Let the agent play to the end, and print the record; upon Ctrl-C as much as was played."""
    from dataclasses import replace

    from sapper.players import Pass

    outcome: Outcome | None = None
    try:
        while session.position.outcome == "playing":
            if isinstance(session.agent(), Pass):
                outcome = "passed"
                break
    except KeyboardInterrupt:
        outcome = "unfinished"
    record = session.record()
    click.echo(str(record if outcome is None else replace(record, outcome=outcome)))
    if outcome == "unfinished":
        raise Exit(INTERRUPTED)


def _list(*, as_json: bool) -> None:
    """The examples and their sizes."""
    from sapper.notation.worlds import examples

    worlds = examples()
    if as_json:
        click.echo(json.dumps([_size(name, world) for name, world in worlds.items()]))
        return
    width = max(map(len, worlds))
    for name, world in worlds.items():
        size = _size(name, world)
        shown = f"{size['width']}x{size['height']}, {size['mines']} daggers, {size['gold']} gold"
        click.echo(f"{name:<{width}}  {shown}")


def _size(name: str, world: World) -> dict[str, Any]:
    grid, deal = world.deal.grid, world.deal
    return {
        "name": name,
        "width": grid.width,
        "height": grid.height,
        "mines": deal.mines,
        "gold": deal.gold,
    }
