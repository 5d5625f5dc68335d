"""The experiments with ``bssuct``: ``bssuct-table-2``, ``gnomine-5x5`` and ``3x3-7``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sapper.cli.options import RECIPE, OneOf, Seconds, Whole
from sapper.cli.views.progress import progress
from sapper_papers.bssuct import GNOMINE, SEVEN, TABLE_2
from sapper_papers.cli.options import playing, run_and_print

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper_papers.bssuct import PublishedBoard


BESIDE = ("pgms", "csp", "swift")  #: the players to compare with ``bssuct``
SIMULATIONS = 1000


def boards_command(
    name: str, boards: Sequence[PublishedBoard], games: int, about: str
) -> click.Command:
    """The command of an experiment on these boards, by default with ``games`` games on each. Its
    help begins with ``about``."""

    @click.command(
        help=_help(about), epilog=f"\b\nExample:\n  sapper experiment {name} --workers 2"
    )
    @click.option(
        "--level",
        "levels",
        multiple=True,
        type=OneOf([board.level for board in boards]),
        help="A board to play. May be repeated.  [default: all]",
    )
    @click.option(
        "--simulations",
        multiple=True,
        metavar="N",
        type=Whole(1),
        help="Number of games that bssuct simulates per guess. Each use of the option adds a"
        f" player.  [default: {SIMULATIONS}, unless --seconds-per-guess is given]",
    )
    @click.option(
        "--seconds-per-guess",
        "seconds",
        multiple=True,
        metavar="S",
        type=Seconds(positive=True),
        help="Thinking time of bssuct per guess. Each use of the option adds a player. Results"
        " depend on the machine.",
    )
    @click.option(
        "--player",
        "beside",
        multiple=True,
        metavar="RECIPE",
        default=BESIDE,
        show_default=True,
        help=f"A player to compare with bssuct: {RECIPE}. May be repeated.",
    )
    @playing("each player on each board", games, "the deals and the players' random choices")
    def command(
        levels: tuple[str, ...],
        simulations: tuple[int, ...],
        seconds: tuple[float, ...],
        beside: tuple[str, ...],
        games: int,
        seed: int,
        workers: int,
        **formats: bool,
    ) -> None:
        from sapper_papers.bssuct import play_boards
        from sapper_papers.cli.tables import show_boards

        if not simulations and not seconds:
            simulations = (SIMULATIONS,)
        players = [*beside, *(f"bssuct(simulations={n})" for n in simulations)]
        players += [f"bssuct(seconds={s:g})" for s in seconds]
        once = tuple(dict.fromkeys(players))
        chosen = [board for board in boards if not levels or board.level in levels]
        due = games * len(chosen)
        run_and_print(
            name,
            progress(),
            lambda report: play_boards(
                chosen, once, games, seed=seed, workers=workers, progress=report
            ),
            show_boards,
            lambda result: f"{result.played} of {due} games of each player",
            **formats,
        )

    return command


def _help(about: str) -> str:
    return f"""{about}

    All players play the same deals. The table shows how often each wins, with a 95% Wilson
    interval, the ratio to perfect play, and the CPU time per guess; the first move counts as a
    guess. The published results are listed with the seconds they took per move, and perfect play
    with its exact win rate. Give several budgets to see what longer thinking is worth.

    With --json: experiment, seed, games and boards; each board has the fields of sapper match
    --json, and perfect, fraction and published. Ctrl-C interrupts the experiment; finished games
    are printed.
    """


seven = boards_command(
    "3x3-7", SEVEN, 500, "7 mines on 3×3: two safe cells, the first of which is given."
)


gnomine = boards_command(
    "gnomine-5x5",
    GNOMINE,
    500,
    "15 mines on 5×5, none near the first cell: who finds the first cell that always wins?",
)


table_2 = boards_command(
    "bssuct-table-2", TABLE_2, 200, "Tree search on small boards (Sebag & Teytaud 2012, Table 2)."
)
