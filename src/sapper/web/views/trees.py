"""Trees of moves, as JSON for the page."""

from __future__ import annotations

from typing import Any

from sapper.errors import InputError
from sapper.game import Position
from sapper.notation.variations.plain import link_of_tree, tree_json
from sapper.notation.variations.text import write
from sapper.notation.variations.tree import Change, Entry, Variations
from sapper.study.session.session import Session
from sapper.study.tree import Tree, change_between, variations_of
from sapper.web.views.views import board_json


def game_tree_json(session: Session) -> dict[str, Any]:
    """Return the tree of a game: its nodes, parents before children and main lines first.

    The start has no action; the nodes show nothing that the visitor has not seen.
    """
    start = session.start
    nodes = []
    for node in start.preorder():
        move = None if node is start else node.value.step.decision.move
        nodes.append(
            {
                "id": node.number,
                "parent": None if node is start or node.parent is None else node.parent.number,
                "action": None if move is None else move.action,
                "cell": None if move is None else move.cell,
                "player": node.value.player,
                "comment": node.comment,
                "outcome": node.value.after.outcome,
            }
        )
    return {"nodes": nodes, "at": session.tree.here.number}


def text_json(tree: Variations) -> dict[str, Any]:
    """Return the text and the link of a tree; if it is too long for a link, words say so."""
    try:
        link, words = link_of_tree(tree), ""
    except InputError as error:
        link, words = None, str(error)
    return {"text": write(tree), "link": link, "words": words}


def positions_json(tree: Tree[Position]) -> dict[str, Any]:
    """Return a tree of positions, and the board that it starts from."""
    return {"board": board_json(tree.root.value), "tree": tree_json(variations_of(tree))}


def game_positions_json(session: Session) -> dict[str, Any]:
    """Return the tree of a game as positions: each change begins with the cell of the move."""
    start = session.start
    below, at = start.flat(session.tree.here)
    entries = []
    for parent, node in below:
        change = change_between(node.before.after, node.value.after)
        cell = node.value.step.decision.move.cell
        first = sorted(change.cells, key=lambda pair: pair[0] != cell)
        entries.append(Entry(parent, Change(tuple(first), change.mines), node.comment))
    root = start.value.after
    found = Variations("position", str(root), tuple(entries), start.comment, at)
    return {"board": board_json(root), "tree": tree_json(found)}
