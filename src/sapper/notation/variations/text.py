"""Write a tree of moves as text; ``parsing`` reads it.

The text follows PGN (S. J. Edwards, 1994, Portable Game Notation): moves with numbers, comments in
braces, variations in parentheses after the move that they replace, and ``*`` at the end. ``@``
follows the move at the cursor. Before the moves stands what the tree starts from.
"""

from __future__ import annotations

import re

from sapper.game import Move
from sapper.notation.variations.tree import Change, Variations

WIDTH = 100  #: characters of a line, unless a comment or a move is longer
DEEPEST = 20  #: variations nested more deeply are not indented further
HEADING = {"game": "sapper-game", "position": "sapper-position"}
HERE, END = "@", "*"


def write(tree: Variations) -> str:
    """Return the text of a tree: heading, start, and moves."""
    return f"{HEADING[tree.kind]}\n{tree.start}\n\n{moves_text(tree)}"


def moves_text(tree: Variations) -> str:
    """Return only the moves of a tree."""
    lines = _Lines()
    if tree.comment:
        lines.add(_comment(tree.comment))
    if tree.at == 0 and tree.entries:
        lines.add(HERE)
    children = tree.children()
    depth = [0] * len(children)
    for number, entry in enumerate(tree.entries, start=1):
        depth[number] = depth[entry.parent] + 1
    waiting: list[int | str] = [*children[0][:1]]
    while waiting:
        found = waiting.pop()
        if isinstance(found, str):
            lines.opened() if found == "(" else lines.closed()
            continue
        entry = tree.entries[found - 1]
        lines.add(f"{depth[found]}. {move_text(entry.move, entry.by, entry.seconds)}")
        if entry.comment:
            lines.add(_comment(entry.comment))
        if found == tree.at:
            lines.add(HERE)
        waiting += children[found][:1]
        together = children[entry.parent]
        if found == together[0]:
            for other in reversed(together[1:]):
                waiting += [")", other, "("]
    lines.add(END)
    return lines.text


def move_text(move: Move | Change, by: str | None = None, seconds: float = 0.0) -> str:
    """Return a move: ``open [3, 4] in 0.25s`` or ``[3, 4]=2, mines=9``."""
    if isinstance(move, Move):
        player = "" if by is None else f' by "{_escaped(by, chr(34))}"'
        time = f"{seconds:.3f}".rstrip("0").rstrip(".")
        return f"{move}{player}" + (f" in {time}s" if time != "0" else "")
    parts = [f"[{row}, {column}]={code}" for (row, column), code in move.cells]
    return ", ".join([*parts, *([] if move.mines is None else [f"mines={move.mines}"])])


def _comment(text: str) -> str:
    return f"{{{_escaped(text, '}')}}}"


def _escaped(text: str, end: str) -> str:
    """Return a text with a backslash before each backslash and each end mark."""
    return re.sub(rf"[\\{end}]", r"\\\g<0>", text)


class _Lines:
    """Words in lines: variations begin on lines of their own, indented by their depth."""

    def __init__(self) -> None:
        self._done: list[str] = []
        self._line = ""
        self._depth = 0
        self._begun = False  # whether a parenthesis waits for its first word

    @property
    def text(self) -> str:
        return "\n".join([*self._done, self._line])

    def add(self, word: str) -> None:
        if self._begun:
            self._line, self._begun = f"{self._line}{word}", False
        elif self._line.strip() and len(self._line) + 1 + len(word) <= WIDTH:
            self._line += f" {word}"
        else:
            self._end()
            self._line = self._indent() + word

    def opened(self) -> None:
        self._end()
        self._depth += 1
        self._line = f"{self._indent()}("
        self._begun = True

    def closed(self) -> None:
        self._line += ")"
        self._end()
        self._depth -= 1

    def _end(self) -> None:
        if self._line.strip():
            self._done.append(self._line)
        self._line = ""

    def _indent(self) -> str:
        return "  " * min(self._depth, DEEPEST)
