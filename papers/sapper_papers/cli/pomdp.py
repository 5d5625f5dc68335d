"""The experiment ``planning``: problems without mines for BSSUCT's search, with POMCP beside."""

from __future__ import annotations

import click

from sapper.cli.options import OneOf, Whole
from sapper.cli.views.progress import progress
from sapper_papers.cli.options import playing, run_and_print

NAME = "planning"
PROBLEMS = ("tiger", "rocksample-7-8")
PLANNERS = ("myopic", "pomcp", "bssuct", "sapper")


@click.command(epilog=f"\b\nExample:\n  sapper experiment {NAME} --problem tiger --games 20")
@click.option(
    "--problem",
    "problems",
    multiple=True,
    type=OneOf(PROBLEMS),
    help="A problem; may be repeated.  [default: both]",
)
@click.option(
    "--planner",
    "planners",
    multiple=True,
    type=OneOf(PLANNERS),
    help="A planner; may be repeated.  [default: all four]",
)
@click.option(
    "--simulations",
    type=Whole(1),
    metavar="N",
    default=500,
    show_default=True,
    help="Number of simulations before every step.",
)
@playing("each planner on each problem", 20, "the games")
def command(
    problems: tuple[str, ...],
    planners: tuple[str, ...],
    simulations: int,
    games: int,
    seed: int,
    workers: int,
    **formats: bool,
) -> None:
    """Compare planners on two well-known problems without mines: Tiger and RockSample[7,8].

    The planners are a myopic player; POMCP (Silver & Veness 2010), with random playouts and 500
    particles; the search of BSSUCT (Sebag & Teytaud 2012), which plays leaves out with the myopic
    player; and sapper's search, with exact odds and shared nodes besides.

    Figures are means of the discounted sum of rewards, with a 95% normal interval. On Tiger they
    are perfect play minus the cost of the planner's actions, which needs far fewer games than sums
    of rewards. CPU time is that of one core. Published values are listed above.

    With --json: experiment, seed, games, simulations and rows; --csv prints one line per row.
    Ctrl-C interrupts the experiment; finished games are printed.
    """
    from sapper_papers.cli.tables import show_plans
    from sapper_papers.pomdp import compare_planners

    chosen = tuple(dict.fromkeys(problems or PROBLEMS))
    names = tuple(dict.fromkeys(planners or PLANNERS))
    due = games * len(chosen) * len(names)
    run_and_print(
        NAME,
        progress(),
        lambda report: compare_planners(
            chosen, names, simulations, games, seed=seed, workers=workers, progress=report
        ),
        show_plans,
        lambda result: f"{result.played} of {due} games",
        **formats,
    )
