"""``sapper tui``: play, watch and analyse in the terminal."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.exceptions import Exit

from sapper.cli import options
from sapper.cli.options import OneOf, Whole
from sapper.errors import InputError
from sapper.files import naming_errors, read_bytes
from sapper_workbench.study.setup import DEFAULT_FIRST

if TYPE_CHECKING:
    from sapper.game import Position
    from sapper.game.rules import First
    from sapper.records import Tree
    from sapper_workbench.history.database import History
    from sapper_workbench.keys import View
    from sapper_workbench.session.session import Session


@click.command(epilog="\b\nExample:\n  sapper tui --level beginner --player csp")
@click.argument("file", required=False, metavar="[FILE]")
@click.option(
    "--level",
    "board",
    metavar="LEVEL",
    help="beginner8, beginner, intermediate, expert, WIDTHxHEIGHTxMINES, or a world of Daggers & "
    "Gold: its name, easy, medium, hard, or a file of worlds.  [default: the level that you last "
    "played, or beginner]",
)
@options.player("The agent")
@options.strategies
@options.first(DEFAULT_FIRST)
@options.seed("the deal and the agent's random choices", None)
@options.number
@click.option(
    "--no-guess", is_flag=True, help="Deal boards that need no guess after the first cell."
)
@click.option(
    "--view",
    type=OneOf(["play", "learn", "watch", "analyse"]),
    help="The view to start with.  [default: play, or the one that fits FILE]",
)
@options.name
@options.history("sapper/history.db in the user's data directory")
@click.option("--game", type=Whole(1), help="Open the game with this number in 'history list'.")
def command(
    file: str | None,
    board: str | None,
    recipe: str,
    first: First,
    seed: int | None,
    number: int,
    no_guess: bool,
    view: View | None,
    name: str,
    history: str | None,
    no_history: bool,
    game: int | None,
) -> None:
    """Play, solve puzzles, watch, analyse and learn in the terminal.

    FILE can contain a game to step through (a record, a saved session or a replay), which --view
    play continues; a board to play; or a position to analyse. Press ? for the keys. Ctrl-C quits
    with exit code 130.

    Your games are kept in the history ('sapper history') after every move.
    """
    from sapper.players import player
    from sapper.players.decider import DecisionWorker
    from sapper.records import Game
    from sapper.records.files import read_game
    from sapper_workbench.history.database import History, history_file
    from sapper_workbench.session.session import session_of
    from sapper_workbench.study.setup import GameSetup

    if no_history and (history or game):
        raise click.UsageError("--no-history contradicts --history and --game")
    if file is not None and game is not None:
        raise click.UsageError("give either FILE or --game")
    chosen_seed = options.any_seed() if seed is None else seed
    setup = GameSetup(board or "beginner", recipe, first, chosen_seed, number, no_guess)
    setup.world()
    chosen, decider = player(recipe), DecisionWorker()
    shown: Game | Tree[Position] | Position | Session | None = None
    if file is not None:
        data = read_bytes(file)
        with naming_errors(file):
            shown = read_game(data, file)
    place = history_file() if history is None else Path(history)
    key = None
    if game is not None:
        opened = History(place)
        started = opened.started(game)
        shown = Game.of_record(started)
        ongoing = started.outcome == "unfinished"
        view = view or ("play" if ongoing else "watch")
        kept_game = opened.find(game)[0]
        key = kept_game.key if ongoing and view == "play" else None
        setup = replace(setup, no_guess=kept_game.no_guess)
    if isinstance(shown, Game):
        view = view or ("watch" if shown.line else "play")
        shown = session_of(shown, chosen, decide=decider.decide)
    view = view or ("play" if shown is None else "analyse")
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise InputError("'sapper tui' needs a terminal for its input and output")
    from sapper_workbench.tui.app import TerminalApp

    kept = None if no_history else History(place)
    if board is None and kept is not None:
        setup = replace(setup, board=_last_level(kept))
    program = TerminalApp(setup, view, shown, decider=decider, history=kept, key=key, name=name)
    program.run()
    if program.writer.failure:
        click.echo(f"the history is not complete: {program.writer.failure}", err=True)
    if program.return_code:
        raise Exit(program.return_code)


def _last_level(history: History) -> str:
    """The level of the latest game that was played here, or beginner."""
    from sapper.game import LEVELS
    from sapper_workbench.history.database import Choice

    games = (game for _, game, _ in history.games(Choice()) if game.origin != "import")
    return next((game.level for game in games if game.level in LEVELS), "beginner")
