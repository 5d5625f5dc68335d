"""The CSV of experiments that play games."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from io import StringIO

import click

as_csv = click.option("--csv", "as_csv", is_flag=True, help="Print a line of CSV for each result.")


def one_form(as_json: bool, as_csv: bool) -> None:
    """A usage error where two forms are asked for."""
    if as_json and as_csv:
        raise click.UsageError("choose --json or --csv")


def csv_text(rows: Sequence[Mapping[str, object]], columns: Sequence[str]) -> str:
    """Lines of CSV under a line of columns; empty where a row lacks one."""
    text = StringIO()
    writer = csv.DictWriter(text, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
