"""``sapper play``: one game, move by move, with reasons."""

from __future__ import annotations

import shlex
from contextlib import closing, suppress
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from sapper.cli import options
from sapper.cli.errors import end_if
from sapper.cli.options import Seconds
from sapper.cli.views.progress import status
from sapper.errors import InputError, plural
from sapper.files import check_writable, write_file

if TYPE_CHECKING:
    from sapper.cli.views.game import GameDisplay
    from sapper.game import Deal, World
    from sapper.game.rules import First
    from sapper.players import Player
    from sapper.records import Game, Record

DEFAULT = ParameterSource.DEFAULT


@click.command(
    epilog="\b\nExample:\n  sapper play 'single-point > random' --level beginner --seed 7"
)
@click.argument("named", metavar="[PLAYER]", required=False)
@options.player("The player")
@options.strategies
@options.level("expert")
@options.first(None)
@options.seed("the deal and the player's random choices", None)
@options.number
@click.option(
    "--mbf",
    metavar="FILE",
    help="Play the board in an MBF file. No mine is moved unless --first is given.",
)
@click.option(
    "-o", "--output", "file", metavar="FILE", help="Write a record of the game to a file."
)
@click.option(
    "--delay",
    type=Seconds(),
    help="Seconds to wait after each move.  [default: 0.1 in a terminal, else 0]",
)
@click.option(
    "--why",
    is_flag=True,
    help="Explain every move: the steps that prove it, or how the guess compares.",
)
@options.quiet
@options.as_json
def command(
    named: str | None,
    recipe: str,
    level: str | None,
    first: First | None,
    seed: int | None,
    number: int,
    mbf: str | None,
    file: str | None,
    delay: float | None,
    why: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Play one game, and show each move with its reason.

    --level may also be a board of the demo of limited belief, which begins with its first cell open
    and in which every mine has to be flagged: demo-small, demo-medium, demo-large, demo-huge or
    demo-WIDTHxHEIGHTxMINES; --seed is the demo's seed. Or a board of a variant, with its first cell
    open: the name or the file of the variant and a size, such as liar:8x8x10.

    In a terminal the board changes in place, below the moves. --json prints the record of the game
    instead. Ctrl-C ends the game; the moves made so far are still shown and recorded.
    """
    from sapper.game.rules import first_cells
    from sapper.players import player
    from sapper.records import Game

    if named is not None:
        if click.get_current_context().get_parameter_source("recipe") is not DEFAULT:
            raise click.UsageError("give the player once: as PLAYER or with --player")
        recipe = named
    chosen = player(recipe)
    seed = options.any_seed() if seed is None else seed
    world = _world(level, first, mbf, seed, number)
    deal, rules = world.deal, world.rules
    first_cells(deal.grid, deal.mines, rules.first)  # refuses a rule that no first cell satisfies
    if file is not None:
        check_writable(file)  # before the game, which would be lost if the file cannot be written
    again = _again(recipe, world, seed, number, mbf)
    view = None
    if not as_json:
        from sapper.cli.views import game as game_view

        game_view.show_head(again)
        view = None if quiet else game_view.GameDisplay(delay, why=why)
    record = _played(chosen, Game(world, seed, number), view)
    if file is not None:
        write_file(file, f"{record.text}\n")
    if as_json:
        click.echo(record.text)
    else:
        game_view.show_end(record)
    end_if(record.outcome == "unfinished", "")


def _played(player: Player, game: Game, view: GameDisplay | None) -> Record:
    """The record of a game, shown move by move; after Ctrl-C, of the moves made so far."""
    from sapper.arena.match import turns_of

    turns = enumerate(turns_of(game, player), start=1)
    with suppress(KeyboardInterrupt):
        if view is None:
            with status("playing") as report:
                for number, _ in turns:
                    report(plural(number, "move"))
        else:
            with closing(view):
                for number, turn in turns:
                    view.show(turn, number)
    return game.record


def _world(
    level: str | None, first: First | None, mbf: str | None, seed: int, number: int
) -> World:
    """The board to play, with its rules. Raises ``InputError``, also for a first-move rule with a
    board of a series, which has its own."""
    from sapper.game import Rules, World
    from sapper.notation.worlds.series import is_series, numbered_world

    if mbf is None and level is not None and is_series(level):
        if first is not None:
            raise InputError(f"{level} has its own first cell: do not give --first")
        return numbered_world(level, seed, number)
    rules = Rules(first or ("safe" if mbf is None else "any"))
    return World("", _deal(level, mbf, seed, number), rules)


def _deal(level: str | None, mbf: str | None, seed: int, number: int) -> Deal:
    """The deal to play. Raises ``InputError`` if a level is given that differs from the file's."""
    from sapper.game import Deal, Level

    wanted = Level.parse(level or "expert")
    if mbf is None:
        return Deal.seeded(wanted.grid, wanted.mines, seed, number)
    from sapper.notation.mbf import read_mbf

    deal = read_mbf(mbf)
    if level is not None and (deal.grid, deal.mines) != (wanted.grid, wanted.mines):
        size = f"{deal.grid.width}x{deal.grid.height}x{deal.mines}"
        raise InputError(f"{mbf}: the board is {size}, not {level}")
    return deal


def _again(recipe: str, world: World, seed: int, number: int, mbf: str | None) -> str:
    """The command that plays the same game again."""
    from sapper.game import Level
    from sapper.players.recipes import sources_used

    words = ["sapper", "play", "--player", recipe]
    words += [word for one in sources_used() for word in ("--strategies", one.place)]
    deal = world.deal
    if world.name:
        words += ["--level", world.name]
    elif mbf is None:
        words += ["--level", str(Level(deal.grid.width, deal.grid.height, deal.mines))]
    else:
        words += ["--mbf", mbf]
    words += [] if world.name else ["--first", world.rules.first]
    words += ["--seed", str(seed)]
    words += ["--number", str(number)] if number else []
    return shlex.join(words)
