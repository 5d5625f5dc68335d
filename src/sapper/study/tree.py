"""Everything that was tried, as a tree with a cursor: moves of a game, or changes of a position.

The first child of a node is its main line, the others are variations. Going back and forward stays
on the line that was visited last.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

from sapper.errors import IllegalMoveError, InputError
from sapper.notation.variations.tree import NODES, comment_of

T = TypeVar("T")


class Node(Generic[T]):
    """A node: what was reached here, and what was tried next.

    ``number`` identifies it in its tree for good: the root is 0, and numbers of deleted nodes are
    not used again. ``depth`` is the number of steps from the root. ``latest`` is the child that was
    visited last, None if there is no child.
    """

    __slots__ = ("children", "comment", "depth", "latest", "number", "parent", "value")

    def __init__(self, value: T, number: int = 0, parent: Node[T] | None = None) -> None:
        self.value, self.number, self.parent = value, number, parent
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.children: list[Node[T]] = []
        self.latest: Node[T] | None = None
        self.comment = ""

    @property
    def before(self) -> T:
        """What the node before this one holds; the root has none."""
        assert self.parent is not None, "nothing comes before the root"
        return self.parent.value

    def path(self) -> list[Node[T]]:
        """Return the nodes from the root to here, without the root."""
        found: list[Node[T]] = []
        node = self
        while node.parent is not None:
            found.append(node)
            node = node.parent
        return found[::-1]

    def onward(self) -> Iterator[Node[T]]:
        """Yield the child visited last, its child visited last, and so on."""
        node = self.latest
        while node is not None:
            yield node
            node = node.latest

    def preorder(self) -> Iterator[Node[T]]:
        """Yield this node and all below it: parents before children, main lines first."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    def flat(self, here: Node[T]) -> tuple[list[tuple[int, Node[T]]], int]:
        """Return the nodes below this one in preorder, each with the index of its parent, and the
        index of ``here``. This node has the index 0, and so has a ``here`` that is not below it."""
        indices = {self.number: 0}
        below: list[tuple[int, Node[T]]] = []
        for node in self.preorder():
            if node is not self and node.parent is not None:
                indices[node.number] = len(indices)
                below.append((indices[node.parent.number], node))
        return below, indices.get(here.number, 0)

    def lines(self) -> Iterator[list[Node[T]]]:
        """Yield every line from here to its end, the one visited last at the end."""
        waiting: list[list[Node[T]]] = [[self]]
        while waiting:
            line = waiting.pop()
            while len(line[-1].children) == 1:
                line.append(line[-1].children[0])
            end = line[-1]
            if end.latest is None:
                yield line[1:]
                continue
            others = [child for child in end.children if child is not end.latest]
            waiting += [[*line, child] for child in reversed([*others, end.latest])]


class Tree(Generic[T]):
    """A tree with a cursor, which ``add`` and ``visit`` move.

    Raises ``InputError`` for more than ``NODES`` nodes.
    """

    def __init__(self, start: T) -> None:
        self.root = self.here = Node(start)
        self._nodes = {0: self.root}
        self._next = 1

    def __len__(self) -> int:
        return len(self._nodes)

    @property
    def siblings(self) -> list[Node[T]]:
        """The other nodes tried in place of the cursor's."""
        parent = self.here.parent
        return [] if parent is None else [node for node in parent.children if node is not self.here]

    def find(self, number: int) -> Node[T]:
        """Return the node with a number. Raises ``InputError`` for an unknown number."""
        if number not in self._nodes:
            raise InputError(f"move number {number} is not in this tree: it may have been deleted")
        return self._nodes[number]

    def check_room(self) -> None:
        """Raise ``InputError`` if there is no room for one more node."""
        if len(self._nodes) > NODES:
            raise InputError(f"a tree has at most {NODES:,} moves: delete some variations first")

    def add(self, value: T) -> Node[T]:
        """Add a child to the cursor's node, and go to it."""
        self.check_room()
        node = Node(value, self._next, self.here)
        self._next += 1
        self._nodes[node.number] = node
        self.here.children.append(node)
        self.here.latest = self.here = node
        return node

    def visit(self, node: Node[T]) -> None:
        """Move the cursor to a node."""
        self.here = node
        while node.parent is not None:
            node.parent.latest = node
            node = node.parent

    def promote(self, node: Node[T]) -> None:
        """Make the variation that a node belongs to the main line of its fork.

        Raises ``IllegalMoveError`` if the node is on the main line already.
        """
        for each in reversed(node.path()):
            children = each.parent.children if each.parent else []
            if children[0] is not each:
                children.remove(each)
                children.insert(0, each)
                return
        raise IllegalMoveError("this move is on the main line already")

    def delete(self, node: Node[T]) -> int:
        """Delete a node and all below it, and return how many nodes that were.

        A cursor inside goes to the node before. Raises ``IllegalMoveError`` for the root.
        """
        parent = node.parent
        if parent is None:
            raise IllegalMoveError("the start of a tree cannot be deleted")
        if self.here.depth >= node.depth and node in self.here.path():
            self.visit(parent)
        gone = [each.number for each in node.preorder()]
        for number in gone:
            del self._nodes[number]
        parent.children.remove(node)
        if parent.latest is node:
            parent.latest = parent.children[0] if parent.children else None
        return len(gone)

    def remark(self, node: Node[T], text: str) -> None:
        """Set the comment of a node; an empty text removes it. Raises ``InputError`` as
        ``comment_of`` does."""
        node.comment = comment_of(text)
