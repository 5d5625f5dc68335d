"""Tables of figures in a terminal."""

from __future__ import annotations

from collections.abc import Mapping

from rich import box
from rich.table import Table


def bare_table() -> Table:
    """A table without columns yet."""
    return Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), header_style="grey50")


def figures_table(
    first: str, *figures: str, narrowest: int | None = None, widest: int = 40
) -> Table:
    """A table with a column of names and columns of figures, with titles of two lines."""
    table = bare_table()
    table.add_column(two_lines(first), overflow="fold", min_width=narrowest, max_width=widest)
    for figure in figures:
        table.add_column(two_lines(figure), justify="right", no_wrap=True)
    return table


def busiest(decisions: Mapping[str, int]) -> list[tuple[str, int]]:
    """The strategies with their numbers of moves, the largest first."""
    return sorted(decisions.items(), key=lambda item: (-item[1], item[0]))


def two_lines(title: str) -> str:
    """A title of one line moved to the second, so that all titles end on the same line."""
    return title if "\n" in title else f"\n{title}"
