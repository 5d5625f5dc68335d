"""The tables of the experiments with the rule learner."""

from __future__ import annotations

from rich import box
from rich.table import Table


def figures(first: str, *heads: str) -> Table:
    """A table with a column of words and columns of figures."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="grey50")
    table.add_column(first)
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    return table
