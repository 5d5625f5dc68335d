"""Tables and boards in a terminal, in colour, or as plain text for pipes and files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich import box
from rich.console import Console
from rich.table import Table
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
