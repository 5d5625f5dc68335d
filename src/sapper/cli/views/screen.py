"""Output: a terminal with colours, or plain text for pipes and files."""

from __future__ import annotations

from rich.console import Console

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
