"""``sapper experiment daggers-and-gold``: logical agents in worlds with gold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from sapper.cli.options import RECIPE, SIGNS, OneOf, Whole
from sapper.cli.views.progress import progress
from sapper.errors import InputError
from sapper.files import is_file
from sapper_papers.cli.options import playing, run_and_print

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sapper.game import World

NAME = "daggers-and-gold"

#: From blind guessing to one knowledge base of everything, each a step up from the one before.
AGENTS = (
    "origin > random",
    "logic1",
    "origin > scan > sat(total=false, gold=false) > random",
    "logic2",
    "logic3",
    "logic4",
)
DEFAULT_GAMES = 20


@click.command(
    epilog="\b\nExample:\n"
    f"  sapper experiment {NAME} --player logic1 --player logic3 --worlds hard --csv"
)
@click.option(
    "--player",
    "recipes",
    multiple=True,
    metavar="RECIPE",
    help=f"A player: {RECIPE}. May be repeated.  [default: six, from random to logic4]",
)
@click.option(
    "--worlds",
    "--world",
    "words",
    multiple=True,
    metavar="WORLDS",
    help="Worlds to play: easy, medium or hard (dealt from the seed; see --dealt), a FILE with all"
    " its worlds, FILE:NAME, or the name of an example. May be repeated."
    "  [default: all three sizes]",
)
@click.option(
    "--dealt",
    type=Whole(1, 100_000),
    default=10,
    show_default=True,
    help="Number of worlds dealt of each size. For other worlds of the size, rather than for these,"
    " the intervals hold only with many worlds and --games 1.",
)
@click.option(
    "--signs",
    type=SIGNS,
    help="The signs of gold: none; marks beside gold, on clues or on all open cells; wide marks,"
    " for gold on any neighbour; or counts of gold on clues (which also makes the number of gold"
    " known).  [default: as in each world]",
)
@click.option(
    "--zeros",
    type=OneOf(["open", "closed"]),
    help="Whether zeros and gold open their neighbours.  [default: as in each world]",
)
@click.option(
    "--random",
    "numbers",
    type=OneOf(["sapper", "java"]),
    default="sapper",
    help="Whose random numbers choose random probes: with java, those of java.util.Random(SEED) in"
    " the first game, SEED + 1 in the next, and so on.  [default: sapper]",
)
@click.option(
    "--published",
    is_flag=True,
    help="Only play the games of the report again, with the random numbers of Java, and print what"
    " it states of them beside what they show. --games and --seed are those of its two means.",
)
@playing("each agent in each world", DEFAULT_GAMES, "the worlds and the agents' random choices")
def command(
    recipes: tuple[str, ...],
    words: tuple[str, ...],
    dealt: int,
    games: int,
    seed: int,
    workers: int,
    signs: str | None,
    zeros: str | None,
    numbers: str,
    published: bool,
    **formats: bool,
) -> None:
    """Compare logical agents in worlds of Daggers & Gold.

    Every agent plays every world many times. The tables show games won, random probes (moves of the
    strategy "random"), guesses (all moves that might have opened a dagger, including the first),
    lives lost (daggers opened), gold found, decisions by strategy, and CPU time, totalled by size
    of world. A world is unprobed if no game in it needed a random probe. The 95% intervals are for
    these particular worlds: only the agents' random choices differ from game to game.

    The random choices in a game depend only on the seed, the name of the world and the number of
    the game, so they do not depend on which other agents and worlds are played.

    With --json: seed, games, summary and rows, one for each agent in each world. --csv prints the
    rows only. Ctrl-C interrupts the experiment; finished games are printed.
    """
    from sapper_papers.cli.tables import show_gold, show_report
    from sapper_papers.gold import tour

    if published:
        from sapper_papers.gold_report import report_figures

        if recipes or words:
            raise click.UsageError("--published has its own agents and worlds: do not give them")
        run_and_print(
            NAME,
            progress(),
            lambda report: report_figures(games, seed, report),
            show_report,
            lambda result: f"{len(result.figures)} figures",
            **formats,
        )
        return
    worlds = [_ruled(world, signs, zeros) for world in _worlds(words, seed, dealt)]

    run_and_print(
        NAME,
        progress(),
        lambda report: tour(
            recipes or AGENTS,
            worlds,
            games,
            seed=seed,
            java=numbers == "java",
            workers=workers,
            progress=report,
        ),
        show_gold,
        lambda result: f"{result.played} of {games * len(result.rows)} games",
        **formats,
    )


def _worlds(words: Iterable[str], seed: int, dealt: int) -> list[World]:
    """The worlds that the words name, each once and in this order."""
    from sapper.game.world import SIZES

    found: dict[str, World] = {}
    for named in words or SIZES:
        for world in _meant(named, seed, dealt):
            if found.setdefault(world.name, world) != world:
                raise InputError(f"two different worlds are named '{world.name[:40]}'")
    return list(found.values())


def _meant(words: str, seed: int, dealt: int) -> Iterable[World]:
    from sapper.game.world import SIZES, seeded_world
    from sapper.notation.worlds.worlds import examples, find_world, read_worlds

    if words.lower() in SIZES:
        return [seeded_world(words.lower(), seed, number) for number in range(dealt)]
    if words not in examples() and (words == "-" or is_file(words)):
        return read_worlds(words).values()
    return [find_world(words, seed)]


def _ruled(world: World, signs: str | None, zeros: str | None) -> World:
    """Return the world with the rules of the options; counts of gold make its number known."""
    from dataclasses import replace

    changes: dict[str, Any] = {}
    if signs is not None:
        changes |= {"signs": signs, "gold_known": signs == "counts"}
    if zeros is not None:
        changes["zeros_open"] = zeros == "open"
    return replace(world, rules=replace(world.rules, **changes))
