"""``sapper export``: the games of a store as CSV, JSON or Parquet."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sapper.errors import plural
from sapper.files import replacing
from sapper_lab.cli.options import spare

if TYPE_CHECKING:
    from sapper_lab.export import Form
    from sapper_lab.store import Store

STANDARD_OUTPUT = "-"


@click.command(epilog="\b\nExample:\n  sapper export results.db --csv games.csv")
@click.argument("store", metavar="STORE")
@click.option("--csv", "form", flag_value="csv", help="Write CSV, with decisions as JSON.")
@click.option("--json", "form", flag_value="json", help="Write a JSON array, one game per line.")
@click.option(
    "--parquet", "form", flag_value="parquet", help="Write Parquet; needs the extra 'parquet'."
)
@click.argument("file", metavar="[FILE]", default=STANDARD_OUTPUT)
def command(store: str, form: Form | None, file: str) -> None:
    """Write every game of a store to a file, one row per game.

    Columns: plan, level, width, height, mines, rules, seed, deals, player, number, outcome,
    moves, guesses, cpu_seconds, version and decisions, the number of moves by strategy. Without
    FILE, CSV and JSON go to standard output. FILE is replaced only after everything is written.
    """
    from sapper_lab.store import open_store

    if form is None:
        raise click.UsageError("choose --csv, --json or --parquet")
    if file == STANDARD_OUTPUT and form == "parquet":
        raise click.UsageError("--parquet needs a FILE")
    if file != STANDARD_OUTPUT:
        _replaceable(store, file)
    with open_store(store) as opened, opened.snapshot():
        from sapper_lab.export import TEXTS, rows

        if file == STANDARD_OUTPUT:
            TEXTS[form](rows(opened), sys.stdout)
            return
        count = _write(form, opened, Path(file))
    click.echo(f"{plural(count, 'game')} written to {file}", err=True)


def _replaceable(store: str, file: str) -> None:
    """Raise a usage error if the new file must not replace what has its name."""
    spare(store, file)
    if Path(file).exists() and not Path(file).is_file():
        raise click.UsageError(
            f"{file} is not a regular file; to write to standard output, leave out FILE"
        )


def _write(form: Form, store: Store, file: Path) -> int:
    from sapper_lab.export import TEXTS, has_wide_seeds, rows, write_parquet

    with replacing(file) as draft:
        if form == "parquet":
            with draft.open("wb") as binary:
                return write_parquet(rows(store), binary, wide_seeds=has_wide_seeds(store))
        with draft.open("w", encoding="utf-8", newline="") as text:
            return TEXTS[form](rows(store), text)
