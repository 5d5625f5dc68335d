"""``sapper experiment mio-table-2``: the effect of macros, greedy search and active learning."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from sapper.cli import options
from sapper.estimate import hundredths, interval_text

if TYPE_CHECKING:
    from sapper.works.mio.table_2 import VariantResult

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
    from sapper.works.mio.table_2 import VARIANTS, measured_table_2

    rows = [measured_table_2(variant, games, seed, seconds) for variant in VARIANTS]
    if as_json:
        output = {"experiment": TABLE_2, "games": games, "seed": seed}
        click.echo(json.dumps({**output, "rows": [row.to_json() for row in rows]}, indent=2))
    else:
        _show_table_2(rows)


def _show_table_2(rows: list[VariantResult]) -> None:
    """Print a row per setting, with the published figures in parentheses."""
    from sapper.cli.views.mio import figures
    from sapper.cli.views.screen import screen

    heads = ("explored per search", "cut %", "rules", "refuted", "won %", "95%", "s")
    table = figures("setting", *heads)
    table.add_column("of the paper's")
    for row in rows:
        explored, cut, rules, won = row.variant.published
        learned = row.lesson.learned
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
