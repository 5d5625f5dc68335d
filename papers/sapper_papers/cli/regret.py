"""Experiments that measure how close players come to perfect play: ``regret``, and the comparisons
of BSSUCT's parts, ``bssuct-ablation`` and ``bssuct-samplers``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sapper.cli.options import RECIPE
from sapper.cli.views.progress import progress
from sapper_papers.cli.options import playing, run_and_print

if TYPE_CHECKING:
    from collections.abc import Sequence

LEVELS = ("4x4x4", "5x2x3", "10x1x5")


def regret_command(name: str, players: Sequence[str], games: int, about: str) -> click.Command:
    """The command of an experiment with these players, by default with ``games`` games each. Its
    help begins with ``about``."""

    @click.command(
        help=_help(about), epilog=f"\b\nExample:\n  sapper experiment {name} --level 5x2x3"
    )
    @click.option(
        "--level",
        "levels",
        multiple=True,
        metavar="WxHxM",
        default=LEVELS,
        show_default=True,
        help="A small board, whose first cell is safe. May be repeated.",
    )
    @click.option(
        "--player",
        "players",
        multiple=True,
        metavar="RECIPE",
        default=tuple(players),
        show_default=True,
        help=f"A player to measure: {RECIPE}. May be repeated.",
    )
    @playing("each player on each board", games, "the deals and the players' random choices", 77)
    def command(
        levels: tuple[str, ...],
        players: tuple[str, ...],
        games: int,
        seed: int,
        workers: int,
        **formats: bool,
    ) -> None:
        from sapper_papers.cli.tables import show_regret
        from sapper_papers.regret import measure_regret

        boards, chosen = tuple(dict.fromkeys(levels)), tuple(dict.fromkeys(players))
        due = games * len(boards) * len(chosen)
        run_and_print(
            name,
            progress(),
            lambda report: measure_regret(
                boards, chosen, games, seed=seed, workers=workers, progress=report
            ),
            show_regret,
            lambda result: f"{result.played} of {due} games",
            **formats,
        )

    return command


def _help(about: str) -> str:
    return f"""{about}

    All players play the same deals. "won %" is the win rate of perfect play minus what the guesses
    of the player cost, with a 95% normal interval: far fewer games are needed than with wins and
    losses, which are counted beside it, with a 95% Wilson interval. "searched" is the share of
    guesses that a search decided; the others were forced or solved exactly. CPU time is that of
    one core; the first cell counts as a guess. Published results of BSSUCT are listed above.

    Perfect play is computed first, so a board may have at most 64 cells and 1,500,000
    layouts.

    With --json: experiment, seed, games and rows; --csv prints one line per row. Ctrl-C interrupts
    the experiment; finished games are printed.
    """


command = regret_command(
    "regret",
    (
        *("csp", "swift", "bssuct(simulations=100)", "bssuct(simulations=300)"),
        *("bssuct(simulations=1000)", "bssuct(simulations=3000)"),
    ),
    100,
    "How close players come to perfect play, by the cost of their guesses.",
)


ablation = regret_command(
    "bssuct-ablation",
    (
        "bssuct(search=paper, exact=off)",
        "bssuct(search=odds, exact=off)",
        "bssuct(search=shared, exact=off)",
        "bssuct(search=sapper, exact=off)",
        "bssuct",
    ),
    100,
    "What each addition to BSSUCT (Sebag & Teytaud 2012) gains: from its search to sapper's.",
)


samplers = regret_command(
    "bssuct-samplers",
    tuple(
        f"bssuct(search=paper, exact=off, sampler={sampler})"
        for sampler in ("exact", "csp", "rejection", "mcmc")
    ),
    50,
    "The samplers of BSSUCT (Sebag & Teytaud 2012, section 3) compared inside its search.",
)
