"""``sapper experiment limited-minesweeper``: the limited-belief agent on the boards of its demo."""

from __future__ import annotations

import click

from sapper.cli.options import OneOf, Whole
from sapper.cli.views.progress import progress
from sapper_papers.cli.options import playing, run_and_print

NAME = "limited-minesweeper"
CONFIGURATIONS = ("small", "medium", "large", "huge")
GUESSES = ("first", "random", "exact")
DEFAULT_SPLITS = 3
DEFAULT_GAMES = 40
MAX_SEED = 2**31


@click.command(
    epilog=f"\b\nExample:\n  sapper experiment {NAME} --level small --splits 2 --games 100"
)
@click.option(
    "--level",
    "configurations",
    multiple=True,
    type=OneOf(CONFIGURATIONS),
    help="A configuration of the demo; may be repeated.  [default: all four]",
)
@click.option(
    "--splits",
    multiple=True,
    type=Whole(0, 9),
    metavar="K",
    help="The highest split level for a move. May be repeated.  [default: 0, 1, 2 and 3]",
)
@click.option(
    "--guesses",
    multiple=True,
    type=OneOf(GUESSES),
    help="How the agent guesses: first (the first cell in the demo's numbering), random, or exact"
    " (the cell with the lowest risk by counting). May be repeated."
    "  [default: first and exact]",
)
@playing(
    "each agent in each configuration",
    DEFAULT_GAMES,
    "the first board, in the demo's numbering",
    1,
    MAX_SEED,
)
def command(
    configurations: tuple[str, ...],
    splits: tuple[int, ...],
    guesses: tuple[str, ...],
    games: int,
    seed: int,
    workers: int,
    **formats: bool,
) -> None:
    """Measure the limited-belief agent on the boards of its demo.

    Every agent plays the same boards from the same first cell, and has to flag every mine. The
    table shows games won, with a 95% Wilson interval and the published percentage of 1,000 games,
    CPU time, the moves decided at each split level, the moves that only exact counting made certain
    (for agents that guess by counting), and guesses. The first move of a game is not counted.

    With --json: experiment, games, seed and rows; --csv prints one line per row. Ctrl-C interrupts
    the experiment; finished games are printed.
    """
    from sapper_papers.cli.tables import show_limited
    from sapper_papers.limited import Agent, play_all

    agents = tuple(
        Agent(level, guess)
        for guess in dict.fromkeys(guesses or ("first", "exact"))
        for level in sorted(set(splits) or range(DEFAULT_SPLITS + 1))
    )
    names = tuple(dict.fromkeys(configurations or CONFIGURATIONS))
    run_and_print(
        NAME,
        progress(),
        lambda report: play_all(names, agents, games, seed=seed, workers=workers, progress=report),
        show_limited,
        lambda result: f"{result.played} of {games * len(result.rows)} games",
        **formats,
    )
