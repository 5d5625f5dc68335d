"""The experiments with ``bssuct`` and the players it is compared with: ``bssuct-table-2``,
``gnomine-5x5``, ``3x3-7``, ``published-rates`` and ``csp-pgms``."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

import click

from sapper.cli import options
from sapper.cli.options import RECIPE, OneOf, Seconds, Whole
from sapper.cli.views.progress import progress
from sapper_papers.bssuct import GNOMINE, LARGE, SEVEN, TABLE_2
from sapper_papers.cli.options import as_csv, playing, run_and_print
from sapper_papers.csp_pgms import LEVELS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper_papers.bssuct import PublishedBoard


BESIDE = ("pgms", "csp", "swift")  #: the players to compare with ``bssuct``
SIMULATIONS = 1000


def boards_command(
    name: str,
    boards: Sequence[PublishedBoard],
    games: int,
    about: str,
    players: Sequence[str] = BESIDE,
    budget: int = SIMULATIONS,
) -> click.Command:
    """The command of an experiment on these boards, by default with ``games`` games on each, these
    players beside ``bssuct``, and its ``budget`` in simulations. Its help begins with ``about``."""

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
        f" player.  [default: {budget}, unless --seconds-per-guess is given]",
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
        default=tuple(players),
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
            simulations = (budget,)
        recipes = [*beside, *(f"bssuct(simulations={n})" for n in simulations)]
        recipes += [f"bssuct(seconds={s:g})" for s in seconds]
        once = tuple(dict.fromkeys(recipes))
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
    interval, the ratio to perfect play where that is known, and the CPU time per guess; the first
    move counts as a guess. The published results are listed, those of BSSUCT with the seconds they
    took per move. Give several budgets to see what longer thinking is worth.

    With --json: experiment, seed, games and boards; each board has the fields of sapper match
    --json, and perfect, fraction and published. Ctrl-C interrupts the experiment; finished games
    are printed.
    """


seven = boards_command(
    "3x3-7",
    SEVEN,
    500,
    "7 mines on 3×3: two safe cells, the first of which is given.",
    (*BESIDE, "single-point > csp(ties=uniform)"),
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


large = boards_command(
    "published-rates",
    LARGE,
    100,
    "Players on the standard levels, beside the rates that Sebag & Teytaud 2012 quote.",
    ("csp", "swift"),
    100,
)


@click.command(epilog="\b\nExample:\n  sapper experiment csp-pgms --level 5x2x3")
@click.option(
    "--level",
    "levels",
    multiple=True,
    type=OneOf(LEVELS),
    help="A board. May be repeated.  [default: all]",
)
@options.as_json
@as_csv
def csp_pgms(levels: tuple[str, ...], **formats: bool) -> None:
    """Compute exactly what CSP-PGMS wins, by its first cell and its rule for ties.

    CSP-PGMS (Sebag & Teytaud 2012, Algorithm 2) opens certainly safe cells, and otherwise a cell of
    least risk: of several any one (uniform), or the likeliest 0, as sapper's csp does (zero). The
    first cell is safe. Figures are percentages of all deals; the published one is in the title.

    With --json: experiment and rows, with exact fractions; --csv prints one line per row.
    """
    from sapper_papers.cli.tables import show_csp
    from sapper_papers.csp_pgms import evaluate_csp

    chosen = [level for level in LEVELS if not levels or level in levels]
    run_and_print(
        "csp-pgms", nullcontext(), lambda _: evaluate_csp(chosen), show_csp, str, **formats
    )
