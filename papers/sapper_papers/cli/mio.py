"""The experiments with the rule learner: ``mio-table-2`` and ``mio-table-3``."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import click

from sapper.cli import options
from sapper.cli.views.progress import status
from sapper.estimate import hundredths, interval_text, percent
from sapper_papers.cli.options import playing, run_and_print

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper_agents.mio.mio import Marks
    from sapper_papers.mio import Table3, TheoryResult, VariantResult


TABLE_2 = "mio-table-2"


@click.command(epilog=f"\b\nExample:\n  sapper experiment {TABLE_2} --games 1000")
@click.option(
    "--setting",
    "names",
    multiple=True,
    type=click.Choice(["IDA*", "IDA*+M", "AL+IDA*+M", "AL+GS+M"]),
    help="A setting; repeat it for several.  [default: all]",
)
@click.option(
    "--examples",
    nargs=2,
    type=options.Whole(1, 100_000),
    metavar="P N",
    default=(40, 34),
    show_default=True,
    help="Numbers of positive and negative examples of each target, without active learning.",
)
@click.option(
    "--samples",
    type=options.Whole(1, 1_000),
    metavar="N",
    default="5",
    show_default=True,
    help="Number of samples that each setting learns from.",
)
@click.option(
    "--nodes",
    type=options.Whole(1, 1_000_000_000),
    metavar="N",
    default="4000",
    show_default=True,
    help="Maximum number of clauses per search. With a million, no search is cut.",
)
@options.time_limit("learning from each sample; the rules learned by then play", 60)
@playing(
    "each sample", 1000, "the deals and the first sample of examples; the next have the next seeds"
)
def table_2(
    names: tuple[str, ...],
    examples: tuple[int, int],
    games: int,
    seed: int,
    seconds: float,
    samples: int,
    nodes: int,
    workers: int,
    **formats: bool,
) -> None:
    """Four ways to learn Minesweeper (Peña Castillo & Wrobel 2003, Table 2).

    The settings are IDA*, IDA* with macros (M), with active learning (AL) instead of random
    examples, and with the greedy search (GS). As in the paper, they learn rules for safe cells from
    several samples of examples, and the rule M-1 for mines is added; all figures are means over
    the samples. Reports the clauses explored per search, the searches cut off at the limit of
    clauses, the rules learned, how many of them are refuted, how many samples led to which rules of
    the paper, and how many games the rules win with random guesses (8×8, 10 mines, first move any),
    with the range over the samples.

    With --json: experiment, games, seed, examples, nodes and rows. Ctrl-C interrupts the
    experiment; the samples that have been learned are printed.
    """
    from sapper_papers.mio import VARIANTS, measure_table_2

    variants = [one for one in VARIANTS if not names or one.name in names]
    run_and_print(
        TABLE_2,
        status("learning"),
        lambda report: measure_table_2(
            games,
            seed,
            seconds,
            samples=samples,
            examples=examples,
            nodes=nodes,
            variants=variants,
            workers=workers,
            report=report,
        ),
        lambda result: _show_table_2(result.rows),
        lambda result: f"{result.played:,} of {result.due:,} games",
        **formats,
    )


def _show_table_2(rows: Sequence[VariantResult]) -> None:
    """Print a row per setting, with the published figures in parentheses."""
    from sapper.cli.views.tables import numbers_table, screen
    from sapper_papers.cli.tables import show_table

    heads = ("explored per search", "cut %", "rules", "refuted", "won %", "samples", "s")
    table = numbers_table("setting", *heads, left=1)
    table.add_column("of the paper's")
    for row in rows:
        explored, cut, rules, won = row.variant.published
        least, most = row.won_range
        stopped = "" if all(one.learned.finished for one in row.samples) else ", stopped"
        found = Counter(name for one in row.samples for name in one.paper)
        table.add_row(
            row.variant.name,
            f"{row.mean(lambda one: one.explored):,.0f} ({explored:,})",
            f"{row.mean(lambda one: one.cut):.0f} ({cut})",
            f"{row.mean(lambda one: len(one.rules)):.1f} ({rules})",
            f"{row.mean(lambda one: one.refuted):.1f}",
            f"{row.won:.1f} ({won})",
            f"{least:.1f}–{most:.1f}",
            f"{row.mean(lambda one: one.learned.seconds):.1f}{stopped}",
            ", ".join(f"{name} {n}×" for name, n in sorted(found.items())) or "none",
        )
    console = screen()
    if rows:
        show_table(console, table)
    for row in rows:
        console.print(f"{row.variant.name}:")
        for number, one in enumerate(row.samples, 1):
            for clause in one.theory:
                console.print(f"  {number}: {clause}", soft_wrap=True)


TABLE_3 = "mio-table-3"


@click.command(epilog=f"\b\nExample:\n  sapper experiment {TABLE_3} --games 1000 --theory paper")
@click.option(
    "--covered",
    metavar="N",
    type=options.Whole(1, 1_000_000),
    default="50",
    show_default=True,
    help="Number of expert games to measure coverage on, and ten times as many on 8×8.",
)
@click.option(
    "--theory",
    "theories",
    multiple=True,
    type=options.OneOf(["paper", "larger"]),
    help="A theory to measure; can be given twice.  [default: both]",
)
@click.option(
    "--marks",
    type=click.Choice(["needed", "all"]),
    default="needed",
    show_default=True,
    help="Mark one mine at a time, and only if no rule for safe cells applies, as the paper counts"
    " moves, or all mines that rules find.",
)
@playing("each player", 1000, "the deals")
def table_3(
    games: int,
    covered: int,
    theories: tuple[str, ...],
    marks: Marks,
    seed: int,
    workers: int,
    **formats: bool,
) -> None:
    """The learned rules, and the games they win (Peña Castillo & Wrobel 2003, Table 3 and §5).

    Proves every rule for all square-celled boards, and compares it with those of the paper. The
    rules play 8×8 with 10 mines, first move any, with random guesses and with the paper's
    probability. The table shows how many moves each rule decided, beside the published numbers of
    1,000 games, scaled to the games played here, and the games that people won in the paper's
    study. Coverage is the share of certain moves that the rules find.

    With --json: experiment, games, seed, marks, published_moves and theories. Ctrl-C interrupts the
    experiment; everything finished is printed.
    """
    from sapper_papers.mio import GUESSES, measure_table_3

    chosen = theories or ("paper", "larger")
    run_and_print(
        TABLE_3,
        status("proving"),
        lambda report: measure_table_3(
            chosen, games, covered, seed, marks=marks, workers=workers, report=report
        ),
        _show_table_3,
        lambda result: f"{result.played:,} of {games * len(chosen) * len(GUESSES):,} games",
        **formats,
    )


def _show_table_3(result: Table3) -> None:
    """Print the rules, games and coverage of each theory."""
    for theory in result.theories:
        _show_theory(theory)


def _show_theory(result: TheoryResult) -> None:
    from sapper.cli.views.tables import numbers_table, screen
    from sapper_papers.cli.tables import show_table
    from sapper_papers.mio import MOVES, PEOPLE, PUBLISHED, PUBLISHED_GAMES

    console = screen()
    console.print(f"theory {result.name}", style="bold")
    for rule, one in result.rules:
        words = {True: "true on all boards", False: "refuted", None: one.proof.note}
        same = f", the paper's {one.paper}" if one.paper else ""
        console.print(
            f"  {rule.name}: {words[one.proof.sound]}{same}\n    {rule.clause}", soft_wrap=True
        )
    kinds = ["guess", *(rule.name for rule, _ in result.rules)]
    heads = ("games", "won %", "95%", "published", "CPU ms per game", *kinds)
    table = numbers_table("guesses", *heads, left=1)
    for guess, games in result.games.items():
        table.add_row(
            guess,
            f"{games.games:,}",
            hundredths(games.win_rate, 1),
            interval_text(games.interval, 1),
            f"{PUBLISHED.get((result.name, guess), '')}",
            f"{1000 * games.cpu_seconds / max(1, games.games):.1f}",
            *(f"{games.moves[kind]:,}" for kind in kinds),
        )
    if result.name == "paper":
        played = result.games["random"].games
        scaled = [f"{MOVES[kind] * played / PUBLISHED_GAMES:,.0f}" for kind in kinds]
        table.add_row("published, random", "1,000", "52", "", "", "scaled:", *scaled)
        won, deviation = PEOPLE
        blank = [""] * (3 + len(kinds))
        table.add_row("published, people", "", f"{won} ± {deviation}", *blank)
    show_table(console, table)
    for level, found in result.coverage.items():
        certain = sum(found.found.values()) + found.missed
        console.print(
            f"{level}: {percent(found.share, 2)} of {certain:,} certain moves found in"
            f" {found.games:,} games; the simplest ones missed:"
        )
        for missed in found.simplest:
            grid = missed.position.grid
            clues = ", ".join(str(list(grid.cell(i))) for i in missed.clues)
            total = " and the number of mines" if missed.total else ""
            console.print(f"  {list(grid.cell(missed.cell))} is safe because of {clues}{total}:")
            console.print("    " + str(missed.position).replace("\n", "\n    "))
