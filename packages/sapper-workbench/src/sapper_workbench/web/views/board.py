"""Boards, moves and trees of moves, as JSON for the page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from sapper.errors import InputError
from sapper.game import Cell, Position, Rules
from sapper.game.move import Action
from sapper.game.position import Outcome
from sapper.notation.variations.text import link_of_tree, write
from sapper.notation.variations.variations import Variations
from sapper.records import Step, Tree, WholeDecision, changes, codes, variations_of
from sapper_workbench.session.session import Session
from sapper_workbench.web.http.fields import Answer

Code = Annotated[
    str,
    Meta(
        pattern=r"^([HF*#]|(G|\d{1,3})(\+\d{1,3})?)$",
        description="H hidden, F flagged, * open mine, G gold, # blocked, or a clue; +1: gold near",
    ),
]
Change = Annotated[tuple[int, Code], Meta(description="the index of a cell and its new code")]


class TruthJson(Answer):
    """The mines and the gold of a board whose game is over."""

    mines: list[Cell]
    gold: list[Cell]

    @classmethod
    def of(cls, mines: Iterable[Cell], gold: Iterable[Cell] = ()) -> TruthJson:
        """Return the cells in order."""
        return cls(sorted(mines), sorted(gold))


class LevelJson(Answer):
    """A size with a number of mines."""

    width: int
    height: int
    mines: int


class BoardJson(LevelJson):
    """Everything that a position shows."""

    grid: str
    rules: Rules
    cells: list[Code]
    lives_left: int
    mines_left: int
    outcome: Outcome

    @classmethod
    def of(cls, position: Position) -> BoardJson:
        """Return the board of a position."""
        return cls(
            width=position.grid.width,
            height=position.grid.height,
            mines=position.mines,
            grid=position.grid.kind,
            rules=position.rules,
            cells=codes(position),
            lives_left=position.lives_left,
            mines_left=position.mines_left,
            outcome=position.outcome,
        )


class StepJson(Answer):
    """A move and its changes. ``path`` are the cells that the pointer came to before it, if that
    was recorded, each with the milliseconds from then to the move."""

    number: int
    decision: WholeDecision
    changed: list[Change]
    lives_left: int
    mines_left: int
    outcome: Outcome
    path: list[tuple[int, Cell]] | UnsetType = UNSET

    @classmethod
    def of(cls, step: Step, number: int, before: Position, after: Position) -> StepJson:
        """Return a numbered step, which led from the position ``before`` to the one ``after``."""
        return cls(
            number=number,
            decision=WholeDecision.of(step.decision),
            path=list(step.path) or UNSET,
            changed=changes(before, after),
            lives_left=after.lives_left,
            mines_left=after.mines_left,
            outcome=after.outcome,
        )


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
                    outcome=node.value.position.outcome,
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
    tree: Variations

    @classmethod
    def of(cls, tree: Tree[Position]) -> ReadTreeJson:
        """Return a tree of positions."""
        return cls(board=BoardJson.of(tree.root.value), tree=variations_of(tree))
