"""A tree with a cursor: the moves of a game, or the changes of a position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar

from sapper.errors import IllegalMoveError, InputError, NotationError
from sapper.game import Grid, Move, Position
from sapper.game.codes import BLOCKED, HIDDEN
from sapper.game.text import WRITTEN
from sapper.notation.variations.variations import (
    NO_MARKS,
    NODES,
    Change,
    Entry,
    Kind,
    Marks,
    Variations,
    comment_of,
    marks_of,
)
from sapper.records.record import changes

T = TypeVar("T")


class Node(Generic[T]):
    """A node of a tree: a value and its children.

    ``number`` identifies it in its tree: the root is 0, and numbers of deleted nodes are not
    reused. ``depth`` is the number of steps from the root. ``latest`` is the child that was visited
    last, None if there is no child.
    """

    __slots__ = ("children", "comment", "depth", "latest", "marks", "number", "parent", "value")

    def __init__(self, value: T, number: int = 0, parent: Node[T] | None = None) -> None:
        self.value, self.number, self.parent = value, number, parent
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.children: list[Node[T]] = []
        self.latest: Node[T] | None = None
        self.comment = ""
        self.marks = NO_MARKS

    @property
    def before(self) -> T:
        """The value of the parent; the root has none."""
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
        """Yield the line of the children visited last."""
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
        raise IllegalMoveError("this move is already on the main line")

    def delete(self, node: Node[T]) -> int:
        """Delete a node and its descendants, and return the number of nodes deleted.

        A cursor inside moves to the parent. Raises ``IllegalMoveError`` for the root.
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
        """Set the comment of a node; an empty text removes it. Raises as ``comment_of`` does."""
        node.comment = comment_of(text)


_CODES = {letter: code for code, letter in WRITTEN.items() if code != BLOCKED}


def same_board(a: Position, b: Position) -> bool:
    """Return whether two positions differ only in cells and the number of mines."""
    return (a.grid, a.rules, a.gold) == (b.grid, b.rules, b.gold)


def change_between(before: Position, after: Position) -> Change:
    """Return the change between two positions of the same board."""
    cells = tuple((before.grid.cell(index), code) for index, code in changes(before, after))
    return Change(cells, after.mines if after.mines != before.mines else None)


def changed(position: Position, change: Change) -> Position:
    """Return a position after a change.

    Raises ``InputError`` for a cell outside the grid or a blocked one, for a clue larger than the
    cell's number of neighbours, and for a sign of gold or a number of mines that cannot be.
    """
    cells, signs, grid = bytearray(position.cells), bytearray(position.signs), position.grid
    for cell, text in change.cells:
        index = grid.index(cell)
        if cells[index] == BLOCKED:
            raise InputError(f"cannot set {list(cell)}: the grid defines which cells are blocked")
        clue, _, sign = text.partition("+")
        code = _CODES.get(clue)
        if code is None:
            code = int(clue)
            near = len(grid.neighbour_indices(index))
            if code > near:
                raise InputError(f"clue {code} at {list(cell)} has only {near} neighbours")
        cells[index] = code
        if signs:
            signs[index] = min(int(sign or 0), HIDDEN)
        elif sign:
            raise InputError(f"{text} at {list(cell)}: these rules show no gold beside clues")
    mines = position.mines if change.mines is None else change.mines
    return Position(grid, position.rules, mines, bytes(cells), bytes(signs), position.gold)


def flattened(
    root: Node[T],
    here: Node[T],
    kind: Kind,
    start: str,
    move_of: Callable[[Node[T]], Move | Change],
    author_of: Callable[[Node[T]], tuple[str | None, float]] = lambda _: (None, 0.0),
) -> Variations:
    """Return the tree below a node, with the cursor ``here``, or at the start if that is not below.

    ``start`` is the text of the start, and ``author_of`` returns the player of a move and the
    seconds that a person took.
    """
    indices = {root.number: 0}
    moves: list[Entry] = []
    for node in islice(root.preorder(), 1, None):
        assert node.parent is not None, "only the root of a tree has no parent"
        indices[node.number] = len(indices)
        by, seconds = author_of(node)
        parent, move = indices[node.parent.number], move_of(node)
        moves.append(Entry.of(parent, move, node.comment, node.marks, by=by, seconds=seconds))
    return Variations(
        kind=kind,
        start=start,
        moves=tuple(moves),
        comment=root.comment,
        at=indices.get(here.number, 0),
        marks=root.marks.cells,
        arrows=root.marks.arrows,
    )


def grow(
    tree: Tree[T],
    found: Variations,
    places: Sequence[str] | None,
    grid: Grid,
    make: Callable[[Entry], object],
    visit: Callable[[Node[T]], object],
) -> None:
    """Add flat variations below the cursor, with their comments and marks.

    ``visit`` goes to a node, and ``make`` makes a move there; ``places`` names the place of each
    move, which is its number by default. Raises ``NotationError`` for a move that cannot be made
    and for marks outside the grid.
    """
    try:
        _annotate(tree.here, found, grid)
    except InputError as error:
        raise NotationError(f"the start of the tree: {error}") from None
    nodes = [tree.here]
    for number, entry in enumerate(found.moves, start=1):
        try:
            if tree.here is not nodes[entry.parent]:  # going there takes as long as its line
                visit(nodes[entry.parent])
            make(entry)
            _annotate(tree.here, entry, grid)
        except InputError as error:
            place = f"move {number}" if places is None else places[number - 1]
            raise NotationError(f"{place}: {error}") from None
        nodes.append(tree.here)
    visit(nodes[found.at])


def _annotate(node: Node[T], noted: Variations | Entry, grid: Grid) -> None:
    """Give a node the marks of a move, and its comment if it has one."""
    node.marks = on_grid(marks_of(noted.marks, noted.arrows), grid)
    if noted.comment:
        node.comment = comment_of(noted.comment)


def on_grid(marks: Marks, grid: Grid) -> Marks:
    """Return marks whose cells are on a grid. Raises ``RulesError`` for others."""
    for cell in (*marks.cells, *(cell for arrow in marks.arrows for cell in arrow)):
        grid.index(cell)
    return marks


def variations_of(tree: Tree[Position]) -> Variations:
    """Return a tree of positions of one board as the changes between them."""
    return flattened(
        tree.root,
        tree.here,
        "position",
        str(tree.root.value),
        lambda node: change_between(node.before, node.value),
    )


def positions_of(found: Variations, places: Sequence[str] | None = None) -> Tree[Position]:
    """Return the positions of a tree of changes; ``places`` names the place of each move, which is
    its number by default.

    Raises ``NotationError`` for a wrong start and for a change that cannot be.
    """
    try:
        tree = Tree(Position.parse(found.start))
    except InputError as error:
        raise NotationError(f"the start of the tree: {error}") from None

    def make(entry: Entry) -> None:
        change = entry.move
        if not isinstance(change, Change):
            raise NotationError("expected changes such as '[3, 4]=2', not a move")
        tree.add(changed(tree.here.value, change))

    grow(tree, found, places, tree.root.value.grid, make, tree.visit)
    return tree
