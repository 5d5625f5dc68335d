"""``sapper match``: players on identical deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from click.exceptions import Exit

from sapper.cli.errors import INTERRUPTED
from sapper.cli.options import RECIPE, as_json, first, games, seed, workers

if TYPE_CHECKING:
    from sapper.arena.result import MatchResult
    from sapper.game.rules import First

GAMES = 1000


@click.command(
    epilog="\b\nExample:\n  sapper match --player swift --player csp --level expert --games 2000"
)
@click.option(
    "--player",
    "recipes",
    multiple=True,
    required=True,
    metavar="RECIPE",
    help=f"Who plays: {RECIPE}. Once for each player.",
)
@click.option(
    "--level",
    metavar="LEVEL",
    help="beginner8, beginner, intermediate, expert or WIDTHxHEIGHTxMINES."
    "  [default: expert, or what --deals are for]",
)
@first()
@games("each player", None, f"{GAMES}, or all of --deals")
@seed("the deals and the players' own luck; with --deals the luck only")
@click.option("--deals", "file", metavar="FILE", help="Play the deals of a deals file.")
@workers
@as_json
def command(
    recipes: tuple[str, ...],
    level: str | None,
    first: First,
    games: int | None,
    seed: int,
    file: str | None,
    workers: int,
    as_json: bool,
) -> None:
    """Let players play the same deals, and compare their wins.

    Every player gets its wins with the 95 % interval of Wilson, every pair of players the
    p-value of McNemar's exact test: how likely so large a difference would be between equals.

    With --json: level, first, games, players (player, wins, games, win_rate, interval,
    cpu_seconds, decisions by strategy, guesses) and pairs (a, b, both, only_a, only_b, neither,
    p_value). Ctrl-C ends the match; what is finished is printed, and marked as interrupted.
    """
    from sapper.arena.match import MatchInterrupted, match
    from sapper.cli.progress import progress
    from sapper.game import Rules

    deals = None
    if file is not None:
        from sapper.notation.deals import open_deals

        deals = open_deals(file)
    else:
        level, games = level or "expert", GAMES if games is None else games
    try:
        with progress() as report:
            result = match(
                recipes,
                level,
                Rules(first),
                games,
                seed=seed,
                deals=deals,
                workers=workers,
                progress=report,
            )
    except MatchInterrupted as interrupted:
        result = interrupted.result
    _print(result, as_json)
    if result.interrupted:
        click.echo(f"sapper: interrupted after {result.games} games of each player", err=True)
        raise Exit(INTERRUPTED)


def _print(result: MatchResult, as_json: bool) -> None:
    if as_json:
        click.echo(str(result))
    else:
        from sapper.cli.match_view import show

        show(result)
