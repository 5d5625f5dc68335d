"""Trees of moves, as JSON for the page."""

from __future__ import annotations

from sapper.errors import InputError
from sapper.game import Cell, Position
from sapper.game.move import Action
from sapper.game.position import Outcome
from sapper.notation.variations.plain import TreeFields, fields_of, link_of_tree
from sapper.notation.variations.text import write
from sapper.notation.variations.variations import Variations
from sapper.study.session.session import Session
from sapper.study.tree import Tree, variations_of
from sapper.web.http.fields import Answer
from sapper.web.views.board import BoardJson


class NodeJson(Answer, kw_only=True):
    """A node of the tree of a game: a move, who made it (null: the visitor), and its comment and
    marks; the start has no move."""

    id: int
    parent: int | None
    action: Action | None
    cell: Cell | None
    player: str | None
    comment: str
    marks: list[Cell]
    arrows: list[tuple[Cell, Cell]]
    outcome: Outcome


class GameTreeJson(Answer):
    """All moves tried in a game, main lines first; ``at`` is the node at the cursor."""

    nodes: list[NodeJson]
    at: int

    @classmethod
    def of(cls, session: Session) -> GameTreeJson:
        """Return the tree of a game, parents before children.

        The nodes contain only what the visitor has seen.
        """
        start = session.start
        nodes = []
        for node in start.preorder():
            move = None if node is start else node.value.step.decision.move
            nodes.append(
                NodeJson(
                    id=node.number,
                    parent=None if node is start or node.parent is None else node.parent.number,
                    action=None if move is None else move.action,
                    cell=None if move is None else move.cell,
                    player=node.value.player,
                    comment=node.comment,
                    marks=list(node.marks.cells),
                    arrows=list(node.marks.arrows),
                    outcome=node.value.after.outcome,
                )
            )
        return cls(nodes, at=session.tree.here.number)


class TreeTextJson(Answer):
    """A tree as text and as a link; ``words`` say why a tree has no link."""

    text: str
    link: str | None
    words: str

    @classmethod
    def of(cls, tree: Variations) -> TreeTextJson:
        """Return the text and the link of a tree."""
        try:
            return cls(write(tree), link_of_tree(tree), "")
        except InputError as error:  # it is too long for a link
            return cls(write(tree), None, str(error))


class ReadTreeJson(Answer, kw_only=True):
    """A tree of positions, and the board that it starts from."""

    board: BoardJson
    tree: TreeFields

    @classmethod
    def of(cls, tree: Tree[Position]) -> ReadTreeJson:
        """Return a tree of positions."""
        return cls(board=BoardJson.of(tree.root.value), tree=fields_of(variations_of(tree)))
