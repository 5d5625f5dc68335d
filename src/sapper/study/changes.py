"""Changes between positions of one board: what a tree of positions consists of."""

from __future__ import annotations

from sapper.errors import InputError, NotationError
from sapper.game import Position
from sapper.game.codes import BLOCKED, HIDDEN
from sapper.game.text import WRITTEN
from sapper.notation.variations.tree import Change, Entry, Variations
from sapper.records.shown import changes
from sapper.study.tree import Tree

_CODES = {letter: code for code, letter in WRITTEN.items() if code != BLOCKED}


def same_board(a: Position, b: Position) -> bool:
    """Whether two positions differ only in cells and the number of mines."""
    return (a.grid, a.rules, a.gold) == (b.grid, b.rules, b.gold)


def change_between(before: Position, after: Position) -> Change:
    """Return what changed between two positions of one board."""
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
        code = _CODES.get(text)
        if code is None:
            code = int(clue)
            near = len(grid.neighbours(index))
            if code > near:
                raise InputError(f"clue {code} at {list(cell)} has only {near} neighbours")
        cells[index] = code
        if signs:
            signs[index] = min(int(sign or 0), HIDDEN)
        elif sign:
            raise InputError(f"{text} at {list(cell)}: these rules show no gold beside clues")
    mines = position.mines if change.mines is None else change.mines
    return Position(grid, position.rules, mines, bytes(cells), bytes(signs), position.gold)


def variations_of(tree: Tree[Position]) -> Variations:
    """Return a tree of positions of one board as the changes between them."""
    below, at = tree.root.flat(tree.here)
    entries = [
        Entry(parent, change_between(node.before, node.value), node.comment)
        for parent, node in below
    ]
    return Variations("position", str(tree.root.value), tuple(entries), tree.root.comment, at)


def positions_of(found: Variations, places: list[str]) -> Tree[Position]:
    """Return the positions of a tree of changes; ``places`` names the place of each move.

    Raises ``NotationError`` for a wrong start and for a change that cannot be.
    """
    try:
        tree = Tree(Position.parse(found.start))
    except InputError as error:
        raise NotationError(f"the start of the tree: {error}") from None
    tree.remark(tree.root, found.comment)
    nodes = [tree.root]
    for entry, place in zip(found.entries, places, strict=True):
        if not isinstance(entry.move, Change):
            raise NotationError(f"{place}: expected changes such as '[3, 4]=2', not a move")
        tree.visit(nodes[entry.parent])
        try:
            node = tree.add(changed(tree.here.value, entry.move))
        except InputError as error:
            raise NotationError(f"{place}: {error}") from None
        tree.remark(node, entry.comment)
        nodes.append(node)
    tree.visit(nodes[found.at])
    return tree
