"""CSV output of the experiments that play games."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from io import StringIO

import click

as_csv = click.option("--csv", "as_csv", is_flag=True, help="Print CSV, one line for each result.")


def one_form(as_json: bool, as_csv: bool) -> None:
    """Raise a usage error if both forms are asked for."""
    if as_json and as_csv:
        raise click.UsageError("choose --json or --csv")


def csv_text(rows: Sequence[Mapping[str, object]], columns: Sequence[str]) -> str:
    """CSV with a header line; a cell is empty if its row lacks the column."""
    text = StringIO()
    writer = csv.DictWriter(text, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
