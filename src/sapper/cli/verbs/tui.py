"""``sapper tui``: play, watch and analyse in the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click
from click.exceptions import Exit

from sapper.cli.options import OneOf, any_seed, first, number, player, seed, strategies

if TYPE_CHECKING:
    from sapper.game import Position
    from sapper.game.rules import First
    from sapper.players import Player
    from sapper.study.screen.bindings import View
    from sapper.study.session.decider import DecisionWorker
    from sapper.study.session.session import Session
    from sapper.study.tree import Tree


@click.command(epilog="\b\nExample:\n  sapper tui --level beginner --player csp")
@click.argument("file", required=False, metavar="[FILE]")
@click.option(
    "--level",
    "board",
    default="expert",
    show_default=True,
    metavar="LEVEL",
    help="beginner8, beginner, intermediate, expert, WIDTHxHEIGHTxMINES, or a world of Daggers & "
    "Gold: its name, easy, medium, hard, or a file of worlds.",
)
@player("The agent")
@strategies
@first()
@seed("the deal and the agent's random choices", None)
@number
@click.option(
    "--view",
    type=OneOf(["play", "watch", "analyse", "tour"]),
    help="The view to start with.  [default: play, or the one that fits FILE]",
)
def command(
    file: str | None,
    board: str,
    recipe: str,
    first: First,
    seed: int | None,
    number: int,
    view: View | None,
) -> None:
    """Play, watch and analyse in the terminal.

    FILE can contain a game to step through (a record, a saved session or a replay), which --view
    play continues; a board to play; or a position to analyse. Press ? for the keys. Ctrl-C leaves
    with exit code 130.
    """
    from sapper.errors import InputError, require
    from sapper.players import player
    from sapper.study.session.decider import DecisionWorker
    from sapper.study.session.setup import GameSetup

    require("textual", "tui", "sapper tui")
    setup = GameSetup(board, recipe, first, any_seed() if seed is None else seed, number)
    setup.world()
    chosen, decider = player(recipe), DecisionWorker()
    shown = None if file is None else _shown(file, chosen, decider)
    view = view or _view_of(shown)
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise InputError("'sapper tui' needs a terminal for its input and output")
    from sapper.tui.app import TerminalApp

    program = TerminalApp(setup, view, shown, decider=decider)
    program.run()
    if program.return_code:
        raise Exit(program.return_code)


def _shown(
    file: str, player: Player, decider: DecisionWorker
) -> Session | Tree[Position] | Position:
    """The session, the tree of positions or the position in a file."""
    from sapper.notation.files import named, read_bytes
    from sapper.study.session.opened import opened

    data = read_bytes(file)
    with named(file):
        return opened(data, file, player, decide=decider.decide)


def _view_of(shown: Session | Tree[Position] | Position | None) -> View:
    """The view that fits what is shown."""
    from sapper.study.session.session import Session

    if shown is None:
        return "play"
    if not isinstance(shown, Session):
        return "analyse"
    return "watch" if shown.line else "play"
