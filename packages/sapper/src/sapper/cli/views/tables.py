"""Tables and boards in a terminal, in colour, or as plain text for pipes and files."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import replace

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Column, Table
from rich.text import Text

from sapper.terminal.board import Line


def bare_table(left: int = 0) -> Table:
    """A table without columns yet; each will have ``left`` spaces before it."""
    padding = (0, 1, 0, left)
    return Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=padding, header_style="grey50")


def numbers_table(first: str, *heads: str, left: int = 0) -> Table:
    """A table with a column of words and columns of numbers."""
    table = bare_table(left)
    table.add_column(first, no_wrap=True)
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    return table


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


def show_table(console: Console, table: Table, names: int = 1) -> None:
    """Print a table. Where the terminal is too narrow for it, print it in parts, each of which
    repeats the first ``names`` columns, so that no figure is cut off."""
    if console.is_terminal:
        *parts, table = _parts(console, table, names)
        for part in parts:
            console.print(part)
    console.print(table)


def _parts(console: Console, table: Table, names: int) -> list[Table]:
    """The table as parts that fit, and at least one column of figures in each."""
    first, figures = table.columns[:names], table.columns[names:]
    unlimited = console.options.update(max_width=sys.maxsize)
    parts: list[Table] = []
    chosen: list[Column] = []
    for column in figures:
        wider = _of_columns(table, [*first, *chosen, column])
        if chosen and Measurement.get(console, unlimited, wider).maximum > console.width:
            parts.append(_of_columns(table, [*first, *chosen]))
            chosen = []
        chosen.append(column)
    return [*parts, _of_columns(table, [*first, *chosen])]


def _of_columns(table: Table, columns: Iterable[Column]) -> Table:
    """The same table with some of its columns."""
    part = copy(table)
    part.columns = [replace(column, _index=i) for i, column in enumerate(columns)]
    return part


PIPE_COLUMNS = 1000  #: columns of a pipe, so that no line is wrapped


def screen(*, stderr: bool = False) -> Console:
    """A console for standard output or standard error."""
    console = Console(stderr=stderr, highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = PIPE_COLUMNS
    return console


def coloured(console: Console) -> bool:
    """Return whether the console shows colours, so that colour alone can carry a meaning."""
    return console.color_system is not None and not console.no_color


def board_text(lines: Iterable[Line]) -> Text:
    """The lines of a board as text of Rich."""
    return Text("\n", no_wrap=True).join(Text.assemble(*line, no_wrap=True) for line in lines)
