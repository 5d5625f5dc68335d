"""A tree of moves as a list for terminals: moves with numbers, variations in parentheses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from sapper.notation.variations.text import move_text
from sapper.notation.variations.variations import Change
from sapper.study.session.counts import Played
from sapper.study.tree import Node, Tree

T = TypeVar("T")

AROUND = 40  #: words of the list before and after the cursor
COMMENT = 60  #: characters of a comment in the list
_SIGNS = {"open": "", "flag": "⚑", "unflag": "unflag ", "chord": "chord "}
_ENDS = {"lost": " ✹", "won": " ✓", "playing": ""}


@dataclass(frozen=True)
class Word:
    """A word of the list: a move, a parenthesis, a comment or an ellipsis."""

    text: str
    kind: str  #: ``main``, ``variation``, ``comment`` or ``mark``
    here: bool = False  #: whether the cursor is on it


def words(tree: Tree[T], start: Node[T], name: Callable[[Node[T]], str]) -> list[Word]:
    """Return the words around the cursor; ``name`` names a move after ``start``."""
    found = list(_words(tree, start, name))
    at = next((i for i, word in enumerate(found) if word.here), 0)
    first, end = max(0, at - AROUND), at + AROUND + 1
    before = [Word("…", "mark")] if first else []
    after = [Word("…", "mark")] if end < len(found) else []
    return [*before, *found[first:end], *after]


def _words(tree: Tree[T], start: Node[T], name: Callable[[Node[T]], str]) -> Iterator[Word]:
    yield Word("start", "main", here=tree.here is start)
    if start.comment:
        yield _comment(start.comment)
    waiting: list[tuple[Node[T] | str, bool]] = [(child, True) for child in start.children[:1]]
    while waiting:
        found, main = waiting.pop()
        if isinstance(found, str):
            yield Word(found, "mark")
            continue
        number = found.depth - start.depth
        kind = "main" if main else "variation"
        yield Word(f"{number}. {name(found)}", kind, here=tree.here is found)
        if found.comment:
            yield _comment(found.comment)
        waiting += [(child, main) for child in found.children[:1]]
        together = [] if found.parent is None else found.parent.children
        if together[:1] == [found]:
            for other in reversed(together[1:]):
                waiting += [(")", False), (other, False), ("(", False)]


def _comment(text: str) -> Word:
    short = " ".join(text.split())
    return Word(f"{{{short[:COMMENT]}{'…' if len(short) > COMMENT else ''}}}", "comment")


def move_name(node: Node[Played]) -> str:
    """Name a move of a game: an opened cell only by its place, others with a sign or a word."""
    move = node.value.step.decision.move
    row, column = move.cell
    return f"{_SIGNS[move.action]}[{row}, {column}]{_ENDS[node.value.after.outcome]}"


def change_name(change: Change) -> str:
    """Name a change of a position: its first cell, and the number of others."""
    cells = change.cells
    if len(cells) < 2:
        return move_text(change)
    return f"{move_text(Change(cells[:1]))} +{len(cells) - 1}"
