"""``sapper match``: players on identical deals."""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING

import click

from sapper.cli.errors import end_if
from sapper.cli.options import (
    RECIPE,
    as_json,
    echo_json,
    first,
    games,
    level,
    seed,
    strategies,
    workers,
)
from sapper.cli.views.progress import progress
from sapper.errors import import_beside

if TYPE_CHECKING:
    from sapper.arena.match import MatchResult
    from sapper.game.rules import First, Rules

DEFAULT_GAMES = 1000


@click.command(
    epilog="\b\nExample:\n"
    "  sapper match swift csp --level expert --games 2000\n"
    "  sapper match swift csp --store results.sqlite"
)
@click.argument("players", nargs=-1, metavar="[PLAYER]...")
@click.option(
    "--player",
    "more",
    multiple=True,
    metavar="RECIPE",
    help=f"A player: {RECIPE}. Give the option once for each player.",
)
@strategies
@level("expert, or the board of --deals")
@first(None)
@games("each player", None, f"{DEFAULT_GAMES}, or all of --deals")
@seed("the deals and the players' random choices; with --deals only the choices")
@click.option("--deals", "file", metavar="FILE", help="Play the deals in a file.")
@click.option(
    "--store",
    metavar="FILE",
    help="Keep every game in a store of results, which 'sapper report', 'sapper export' and"
    " 'sapper serve --store' read. Games already in it are not played again.",
)
@workers
@as_json
def command(
    players: tuple[str, ...],
    more: tuple[str, ...],
    level: str | None,
    first: First | None,
    games: int | None,
    seed: int,
    file: str | None,
    store: str | None,
    workers: int,
    as_json: bool,
) -> None:
    """Play the same deals with several players, and compare their wins.

    Shows how often each player wins, with a 95% Wilson interval, and for each pair of players the
    p-value of McNemar's exact test: how likely such a difference would be if both were equally
    strong.

    --level may also be a board of the demo of limited belief, as of 'sapper play': demo-small,
    demo-medium, demo-large, demo-huge or demo-WIDTHxHEIGHTxMINES. The games are then played on the
    demo's boards of --seed, --seed + 1 and so on. Or boards of a variant, with the first cell open:
    its name or file and a size, such as liar:8x8x10.

    With --store, games are saved as soon as their batch is finished. Run the same command again to
    continue an interrupted match; increase --games or add players to extend it.

    With --json: level, first, games, seed, version, players (player, wins, games, win_rate,
    interval, cpu_seconds, decisions by strategy, guesses, false_proofs) and pairs (a, b, both,
    only_a, only_b, neither, p_value). A false proof is a move that a strategy called certain and
    that turned out wrong. Ctrl-C interrupts the match: finished games are printed, with
    "interrupted": true.
    """
    from sapper.arena.match import match
    from sapper.arena.runner import Interrupted
    from sapper.game import Rules
    from sapper.notation.deals import open_deals
    from sapper.notation.worlds.series import is_series

    recipes = (*players, *more)
    if not recipes:
        raise click.UsageError("expected at least one PLAYER, such as: sapper match csp swift")
    if file is None:
        level, games = level or "expert", DEFAULT_GAMES if games is None else games
    series = level is not None and is_series(level)
    if series and (store, first) != (None, None):
        why = "have their own first cell: do not give --first"
        why = why if first else "are not kept in a store: it knows games by level and deal alone"
        raise click.UsageError(f"boards of {level} {why}")
    rules = Rules(first or "safe")
    try:
        if store is None:
            deals = None if file is None else open_deals(file)
            with progress() as show:
                result = match(
                    recipes,
                    level,
                    None if series else rules,
                    games,
                    seed=seed,
                    deals=deals,
                    workers=workers,
                    progress=show,
                )
        else:
            result = _play_stored(recipes, level, rules, games, store, seed, file, workers)
    except Interrupted as interrupted:
        result = interrupted.result
    if as_json:
        echo_json(result.to_json())
    else:
        from sapper.cli.views.match import show as show_result

        show_result(result)
    words = f"interrupted after {result.games} games of each player"
    if store is not None:
        words += f", which are kept in {store}; run the command again to continue"
    end_if(result.interrupted, words)


def _play_stored(
    recipes: tuple[str, ...],
    level: str | None,
    rules: Rules,
    games: int | None,
    store: str,
    seed: int,
    deals: str | None,
    workers: int,
) -> MatchResult:
    """Play a match whose games a store of sapper-lab keeps."""
    lab = import_beside("sapper_lab.experiment", "--store")
    views = import_beside("sapper_lab.cli.progress", "--store")
    again = shlex.join(["sapper", *sys.argv[1:]])
    with views.experiment_progress() as show:
        result: MatchResult = lab.stored_match(
            recipes,
            level,
            rules,
            games,
            store,
            seed=seed,
            deals=deals,
            workers=workers,
            command=again,
            progress=show,
        )
    return result
