"""Output: a terminal with colours, or plain text for pipes and files."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from sapper.study.screen.board import Line

WIDE = 1000  #: columns of a pipe, so that no line is wrapped


def screen(*, stderr: bool = False, plain: bool = False) -> Console:
    """A console for standard output or standard error; ``plain`` text even in a terminal."""
    terminal = False if plain else None
    console = Console(
        stderr=stderr, highlight=False, markup=False, emoji=False, force_terminal=terminal
    )
    if not console.is_terminal:
        console.width = WIDE
    return console


def coloured(console: Console) -> bool:
    """Whether the console shows colours, so that colour alone can carry a meaning."""
    return console.color_system is not None and not console.no_color


def board_text(lines: Iterable[Line]) -> Text:
    """The lines of a board as text of Rich."""
    return Text("\n", no_wrap=True).join(Text.assemble(*line, no_wrap=True) for line in lines)
