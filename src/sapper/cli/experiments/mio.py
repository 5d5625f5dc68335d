"""The experiments with the rule learner: ``mio-table-2`` and ``mio-table-3``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from sapper.cli import options
from sapper.estimate import hundredths, interval_text, percent

if TYPE_CHECKING:
    from sapper.works.mio import TheoryResult, VariantResult


TABLE_2 = "mio-table-2"


@click.command(epilog=f"\b\nExample:\n  sapper experiment {TABLE_2} --games 1000")
@options.games("each theory", 1000)
@options.seed("the examples, the choice among them, and the deals")
@options.time_limit("learning with each setting; then the rules learned so far play", 60)
@options.as_json
def table_2(games: int, seed: int, seconds: float, as_json: bool) -> None:
    """Four ways to learn Minesweeper (Peña Castillo & Wrobel 2003, Table 2).

    The settings are IDA*, IDA* with macros (M), with active learning (AL) instead of 40 + 34
    random examples, and with the greedy search (GS). Reports the clauses explored per search, the
    searches cut at 4,000 clauses, the rules learned, how many of them are refuted, which rules of
    the paper are among them, and how many games the rules win with random guesses (8×8, 10 mines,
    first move any).

    With --json: experiment, games, seed and rows.
    """
    from sapper.works.mio import VARIANTS, measured_table_2

    rows = [measured_table_2(variant, games, seed, seconds) for variant in VARIANTS]
    if as_json:
        output = {"experiment": TABLE_2, "games": games, "seed": seed}
        click.echo(json.dumps({**output, "rows": [row.to_json() for row in rows]}, indent=2))
    else:
        _show_table_2(rows)


def _show_table_2(rows: list[VariantResult]) -> None:
    """Print a row per setting, with the published figures in parentheses."""
    from sapper.cli.views.learn import figures
    from sapper.cli.views.tables import screen

    heads = ("explored per search", "cut %", "rules", "refuted", "won %", "95%", "s")
    table = figures("setting", *heads)
    table.add_column("of the paper's")
    for row in rows:
        explored, cut, rules, won = row.variant.published
        learned = row.rules.learned
        table.add_row(
            row.variant.name,
            f"{row.explored:,.0f} ({explored:,})",
            f"{row.cut:.0f} ({cut})",
            f"{len(row.theory)} ({rules})",
            f"{row.refuted}",
            f"{hundredths(row.games.wins / row.games.games, 1)} ({won})",
            interval_text(row.games.interval, 1),
            f"{learned.seconds:.1f}" + ("" if learned.finished else ", stopped"),
            ", ".join(row.paper) or "none",
        )
    console = screen()
    console.print(table)
    for row in rows:
        console.print(f"{row.variant.name}:")
        for clause in row.theory:
            console.print(f"  {clause}", soft_wrap=True)


TABLE_3 = "mio-table-3"


@click.command(epilog=f"\b\nExample:\n  sapper experiment {TABLE_3} --games 1000 --theory paper")
@options.games("each player", 1000)
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
@options.seed("the deals")
@options.as_json
def table_3(games: int, covered: int, theories: tuple[str, ...], seed: int, as_json: bool) -> None:
    """The learned rules, and the games they win (Peña Castillo & Wrobel 2003, Table 3 and §5).

    Proves every rule for all boards of squares, and compares it with those of the paper. The rules
    play 8×8 with 10 mines, first move any, with random guesses and with the paper's probability.
    The table shows how many moves each rule decided. Coverage is the share of certain moves that
    the rules find.

    With --json: experiment, games, seed and theories.
    """
    from sapper.works.mio import measured_table_3

    results = [
        measured_table_3(name, games, covered, seed) for name in theories or ("paper", "larger")
    ]
    if as_json:
        output = {"experiment": TABLE_3, "games": games, "seed": seed}
        click.echo(json.dumps({**output, "theories": [one.to_json() for one in results]}, indent=2))
    else:
        for one in results:
            _show_table_3(one)


def _show_table_3(result: TheoryResult) -> None:
    from sapper.cli.views.learn import figures
    from sapper.cli.views.tables import screen
    from sapper.works.mio import MOVES, PUBLISHED

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
    table = figures("guesses", *heads)
    for guess, games in result.games.items():
        table.add_row(
            guess,
            f"{games.games:,}",
            hundredths(games.wins / games.games, 1),
            interval_text(games.interval, 1),
            f"{PUBLISHED.get((result.name, guess), '')}",
            f"{1000 * games.cpu_seconds / games.games:.1f}",
            *(f"{games.moves[kind]:,}" for kind in kinds),
        )
    if result.name == "paper":
        moves = (f"{MOVES.get(kind, '')}" for kind in kinds)
        table.add_row("random, published", "1000", "52", "", "", "", *moves)
    console.print(table)
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
