"""The list of moves in Play, Watch and Analyse: moves with numbers and variations in parentheses,
to walk and edit with keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from rich.text import Text

from sapper.errors import plural
from sapper.files import write_file
from sapper.notation.variations.text import move_text
from sapper.notation.variations.variations import Change
from sapper.players import Decision, Pass
from sapper.records import Node, Played, Tree
from sapper_workbench import narration
from sapper_workbench.keys import Binding, bindings_of, tree_bindings
from sapper_workbench.tui import story
from sapper_workbench.tui.dialogs import LineDialog
from sapper_workbench.tui.story import Walk
from sapper_workbench.tui.view import BoardView

T = TypeVar("T")

WORDS_AROUND = 40  #: words of the list before and after the cursor
MAX_COMMENT = 60  #: characters of a comment in the list
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
    first, end = max(0, at - WORDS_AROUND), at + WORDS_AROUND + 1
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
    return Word(f"{{{short[:MAX_COMMENT]}{'…' if len(short) > MAX_COMMENT else ''}}}", "comment")


def move_name(node: Node[Played]) -> str:
    """Name a move of a game: an opened cell only by its place, others with a sign or a word."""
    move = node.value.step.decision.move
    row, column = move.cell
    return f"{_SIGNS[move.action]}[{row}, {column}]{_ENDS[node.value.position.outcome]}"


def change_name(change: Change) -> str:
    """Name a change of a position: its first cell, and the number of others."""
    cells = change.cells
    if len(cells) < 2:
        return move_text(change)
    return f"{move_text(Change(cells[:1]))} +{len(cells) - 1}"


STYLES = {"main": "bold", "variation": "", "comment": "italic green3", "mark": narration.FADED}


def _going(
    goal: Callable[[Node[Any], Node[Any]], Node[Any] | None],
) -> Callable[[TreeView], None]:
    """Return the action that goes to a node, which depends on the current one and the start."""

    def go(view: TreeView) -> None:
        view._deleting = None
        if (node := goal(view.tried.here, view.start)) is not None:
            view.visit(node)

    return go


class TreeView(BoardView):
    """A view with a tree of moves. After ``l``, the keys of the group ``tree`` act on it."""

    def __init__(self) -> None:
        super().__init__()
        self.listing = False  #: whether keys act on the list
        self.advice: Decision | None = None  #: shown on the board
        self._deleting: Node[Any] | None = None  #: asked for once

    # What a subclass defines

    @property
    def tried(self) -> Tree[Any]:
        """The tree."""
        raise NotImplementedError

    @property
    def start(self) -> Node[Any]:
        """The node before the first move."""
        return self.tried.root

    def name_of(self, node: Node[Any]) -> str:
        """Return the name of a move."""
        raise NotImplementedError

    def visit(self, node: Node[Any]) -> None:
        """Go to a node."""
        raise NotImplementedError

    def discard(self, node: Node[Any]) -> int:
        """Delete a node and its descendants; return the number deleted."""
        raise NotImplementedError

    def tree_text(self) -> str:
        """Return the tree as text."""
        raise NotImplementedError

    def show_advice(self, advice: Decision | Pass, walk: Walk | None = None) -> None:
        """Show an agent's advice and its reason: step by step with a ``walk``."""
        self.message, self.walk = story.advice_lines(advice, reason=walk is None), walk
        self.advice = advice if isinstance(advice, Decision) else None
        if self.advice is not None:
            self.cursor = self.advice.move.cell
        self.redraw()

    # The list

    @property
    def bindings(self) -> tuple[Binding, ...]:
        """The bindings that act now, those of the list first."""
        return (*(tree_bindings() if self.listing else ()), *bindings_of(self.keys))

    def list_lines(self) -> list[Text]:
        """Return the list around the cursor; empty for a single line while no key acts on it."""
        line = self.tried.here.comment or any(
            len(node.children) > 1 for node in (self.start, *self.start.onward())
        )
        if not self.listing and not line:
            return []
        text, before = Text(), ""
        for word in words(self.tried, self.start, self.name_of):
            text.append("" if before in ("", "(") or word.text == ")" else " ")
            text.append_text(_styled(word, listing=self.listing))
            before = word.text
        if not self.listing:
            return [text]
        keys = narration.items("← → moves", "↑ ↓ variations", "c comment", "m main line", "l back")
        return [text, Text(keys, narration.FADED)]

    def do_moves(self) -> None:
        """Let the keys act on the list of moves, or on the board again."""
        self.listing = not self.listing
        self.redraw()

    do_tree_leave = do_moves
    do_tree_back = _going(lambda here, start: None if here is start else here.parent)
    do_tree_forward = _going(lambda here, start: here.latest)
    do_tree_start = _going(lambda here, start: start)
    do_tree_end = _going(lambda here, start: [here, *here.onward()][-1])
    do_tree_before = _going(lambda here, start: _beside(here, start, -1))
    do_tree_after = _going(lambda here, start: _beside(here, start, 1))

    def do_tree_comment(self) -> None:
        """Ask for a comment on the move."""
        node = self.tried.here

        def chosen(text: str) -> None:
            self.tried.remark(node, text)
            self.redraw()

        words = "Comment on this move · Enter: keep · Esc: cancel"
        self.host.push_screen(LineDialog(words, " ".join(node.comment.split()), chosen))

    def do_tree_promote(self) -> None:
        """Make this variation the main line."""
        self.tried.promote(self.tried.here)
        self.show_message("this is the main line now")

    def do_tree_delete(self) -> None:
        """Delete this move and what follows; if that is more than one, only if asked twice."""
        node = self.tried.here
        count = sum(1 for _ in node.preorder())
        if count > 1 and self._deleting is not node and node is not self.start:
            self._deleting = node
            self.show_message(f"press the key again to delete {plural(count, 'move')}")
            return
        self._deleting = None
        self.show_message(f"deleted {plural(self.discard(node), 'move')}")

    def do_tree_save(self) -> None:
        """Ask for a file and save the tree as text."""

        def chosen(name: str) -> None:
            write_file(Path(name).expanduser(), f"{self.tree_text()}\n")
            self.show_message(f"saved to {name}")

        words = "Save the tree as · Enter: save · Esc: cancel"
        self.host.push_screen(LineDialog(words, "moves.txt", chosen))


def _styled(word: Word, *, listing: bool) -> Text:
    style = STYLES[word.kind]
    if word.here:
        style = f"{style} reverse" if listing else f"{style} underline"
    return Text(narration.plain(word.text).replace(" ", "\u00a0"), style)


def _beside(here: Node[Any], start: Node[Any], step: int) -> Node[Any] | None:
    """Return the variation beside a node, or beside the nearest fork before it."""
    for node in _back(here, start):
        children = node.parent.children if node.parent is not None else [node]
        at = children.index(node) + step
        if 0 <= at < len(children):
            return children[at]
    return None


def _back(node: Node[Any], start: Node[Any]) -> Iterator[Node[Any]]:
    while node is not start and node.parent is not None:
        yield node
        node = node.parent
