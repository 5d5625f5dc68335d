"""``sapper world``: Daggers & Gold, played by an agent and by the user."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from sapper.cli import options
from sapper.cli.errors import end_if
from sapper.cli.options import OneOf, Whole, echo_json
from sapper.cli.views.progress import status
from sapper.errors import plural
from sapper.files import check_writable, naming_errors, read_text, write_file
from sapper_workbench.cli.world.commands import lines

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper.game import World
    from sapper.game.rules import Ending
    from sapper_workbench.session.session import Session

DEFAULT_AGENT = "logic3"

HELP = """Step through a game of Daggers & Gold, and play along.

WORLD is the name of an example (see --list), a size (easy, medium or hard, dealt from the seed), a
FILE that contains one world, FILE:NAME, or -, if a map and an empty line come before the commands.
It may also be a board of the demo of limited belief: demo-small, demo-medium, demo-large, demo-huge
or demo-WIDTHxHEIGHTxMINES, also dealt from the seed. Without WORLD, you are asked for one world
after another, and for their seeds.

Each move of the agent is shown with the strategies that passed, the reason, and the clues it uses.
Cells are [ROW, COLUMN], from 0. Commands are read from standard input, one per line:

\b
"""


@click.command(
    help=HELP + "\n".join(lines("  ")),
    epilog="\b\nExample:\n  sapper world HARD10 --player 'single-point > random' --seed 4",
)
@click.argument("words", metavar="[WORLD]", required=False)
@click.option(
    "--player",
    "recipe",
    metavar="RECIPE",
    help=f"The agent: {options.RECIPE}.  [default: {DEFAULT_AGENT}]",
)
@options.strategies
@options.seed("the agent's random choices, and the world if a size is given", None)
@click.option(
    "--random",
    "numbers",
    type=OneOf(["sapper", "java"]),
    help="Whose random numbers choose random probes: with java, those of java.util.Random(SEED),"
    " which repeat the report's games.  [default: sapper]",
)
@click.option(
    "--signs",
    type=options.SIGNS,
    help="The signs of gold: none; marks beside gold, on clues or on all open cells; wide marks,"
    " for gold on any neighbour; or counts of gold on clues.",
)
@click.option(
    "--zeros",
    "zeros_open",
    type=OneOf(["open", "closed"]),
    callback=lambda ctx, parameter, zeros: zeros and zeros == "open",
    help="Whether zeros and gold open their neighbours.",
)
@click.option(
    "--report",
    is_flag=True,
    help="Play as the program of the report does: --zeros closed, --random java, all cells that a"
    " clue settles in one move, and its board.",
)
@click.option("--lives", type=Whole(1, 1_000_000), help="Number of lives at the start.")
@click.option(
    "--gold-known/--gold-unknown", default=None, help="Whether the number of gold is known."
)
@click.option("--resume", metavar="FILE", help="Continue a game from its record.")
@click.option(
    "-o",
    "--output",
    "file",
    metavar="FILE",
    help="Write the record of the game to a file when the program ends.",
)
@options.name
@click.option("--list", "names", is_flag=True, help="List the examples and exit.")
@options.quiet
@options.as_json
def command(
    words: str | None,
    recipe: str | None,
    seed: int | None,
    resume: str | None,
    file: str | None,
    name: str,
    names: bool,
    quiet: bool,
    as_json: bool,
    numbers: str | None,
    report: bool,
    **rules: Any,
) -> None:
    """See ``HELP``."""
    if names:
        _list(as_json=as_json)
        return
    changes = {name: value for name, value in rules.items() if value is not None}
    if resume is not None:
        session = _resumed(resume, recipe, words=words, seed=seed, rules=changes)
    else:
        changes = {"zeros_open": False, **changes} if report else changes
        java = numbers == "java" or (report and numbers is None)
        start = partial(_started, recipe or DEFAULT_AGENT, changes, java, report, name)
        if words is None:
            _play_worlds(start, seed, report=report, wanted=not (file or as_json or quiet))
            return
        seed = options.any_seed() if seed is None else seed
        session = start(_world(words, seed), seed)
    if file is not None:
        check_writable(file)  # before the game, which would be lost if the file cannot be written
    try:
        if as_json or quiet:
            _play_out(session, as_json=as_json, report=report)
        else:
            from sapper_workbench.cli.world.loop import Lines, loop

            loop(session, Lines(), report=report)
    finally:
        if file is not None:
            write_file(file, f"{session.record.text}\n")


def _started(
    recipe: str,
    changes: dict[str, Any],
    java: bool,
    whole: bool,
    name: str,
    world: World,
    seed: int,
) -> Session:
    """A new game in a world, with the rules of the options."""
    from dataclasses import replace

    from sapper.players import in_whole_turns, player, with_java
    from sapper_workbench.session.session import Session

    chosen = with_java(player(recipe), seed) if java else player(recipe)
    chosen = in_whole_turns(chosen) if whole else chosen
    session = Session(replace(world, rules=replace(world.rules, **changes)), chosen, seed)
    session.name = name
    return session


def _world(words: str, seed: int) -> World:
    """The world that ``words`` name, or that standard input shows."""
    from sapper.notation.worlds.worlds import find_world
    from sapper_workbench.cli.world.loop import Lines
    from sapper_workbench.cli.world.prompts import MAP, read_map

    return read_map(Lines(echo=False)) if words == MAP else find_world(words, seed)


def _play_worlds(
    start: Callable[[World, int], Session], seed: int | None, *, report: bool, wanted: bool
) -> None:
    """Ask for the worlds to play, unless the options need one game."""
    if not wanted:
        raise click.UsageError(
            "-o, --quiet and --json need a WORLD, or --resume with a record; --list shows the"
            " examples"
        )
    from sapper_workbench.cli.world.prompts import play_worlds

    play_worlds(start, seed, report=report)


def _resumed(
    file: str, recipe: str | None, *, words: str | None, seed: int | None, rules: dict[str, Any]
) -> Session:
    """The game of a record, which has its own world, rules and seed."""
    from sapper.players import player
    from sapper.records import Game
    from sapper_workbench.session.session import Session

    if words is not None or seed is not None or rules:
        raise click.UsageError(
            "--resume takes the world, the rules and the seed from the record: do not give them"
        )
    text = read_text(file)
    with naming_errors(file):
        game = Game.of_record(text)
        return Session.of_game(game, player(recipe or game.recipe or DEFAULT_AGENT))


def _play_out(session: Session, *, as_json: bool, report: bool) -> None:
    """Let the agent play to the end, and print the record or how the game ended.

    After Ctrl-C, print the moves so far.
    """
    from dataclasses import replace

    from sapper.players import Pass
    from sapper_workbench.cli.world.loop import View

    outcome: Ending | None = None
    try:
        with status("playing") as count:
            while session.position.outcome == "playing":
                if isinstance(session.play_agent(), Pass):
                    outcome = "passed"
                    break
                count(plural(session.counts.moves, "move"))
    except KeyboardInterrupt:
        outcome = "unfinished"
    if as_json:
        record = session.record
        click.echo((record if outcome is None else replace(record, outcome=outcome)).text)
    else:
        view = View(session, report=report)
        view.show_title()
        view.show_state()
    end_if(outcome == "unfinished", "")


def _list(*, as_json: bool) -> None:
    """Print the examples and their sizes."""
    from sapper.notation.worlds.worlds import examples

    worlds = examples()
    if as_json:
        echo_json([_size(name, world) for name, world in worlds.items()])
        return
    width = max(map(len, worlds))
    for example, world in worlds.items():
        size = _size(example, world)
        mines = plural(size["mines"], "dagger")
        shown = f"{size['width']}x{size['height']}, {mines}, {size['gold']} gold"
        click.echo(f"{example:<{width}}  {shown}")


def _size(name: str, world: World) -> dict[str, Any]:
    grid, deal = world.deal.grid, world.deal
    return {
        "name": name,
        "width": grid.width,
        "height": grid.height,
        "mines": deal.mines,
        "gold": deal.gold,
    }
