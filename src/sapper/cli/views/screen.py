"""Output: a terminal with colours, or plain text for pipes and files; and forms of text that
several verbs share."""

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


def prose(words: str) -> str:
    """A reason as a sentence of its own: with a capital and a full stop."""
    return f"{words[:1].upper()}{words[1:]}" + ("" if words.endswith((".", "?", "!")) else ".")


def p_value(p: float) -> str:
    """A p-value in three decimals, or in scientific notation if it is below 0.001."""
    if p < 1e-300:
        return "<1e-300"  # floats below have few digits left, or none
    return f"{p:.3f}" if p >= 0.001 else f"{p:.1e}"
