"""Why ``limited`` decides: the split tree of a cell, looked for when somebody asks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from sapper.game import Position
from sapper.game.codes import BLOCKED, FLAGGED, HIDDEN
from sapper.limited.answer import Case
from sapper.limited.budget import Budget
from sapper.limited.splits import Tree, believe, splittable
from sapper.players.decision import Decision, Reason
from sapper.players.limited_knowledge import CellKnowledge, cell_of, is_mine
from sapper.players.proved import proven

NAMED = 3  #: splits that a sentence names


@dataclass(frozen=True)
class Why:
    """The reason of a decision: called, it finds the clues and the splits that prove it.

    ``literal`` is what was decided, at ``level`` and not below, ``given`` the mines that earlier
    decisions had found by splits; ``total`` says whether the number of mines was reasoned with.
    """

    position: Position
    literal: int
    level: int
    given: tuple[int, ...] = ()
    total: bool = False

    def __call__(self) -> Reason:
        """The reason in words: the level, what is split, and a smallest set of clues."""
        cell, mine = cell_of(self.literal), is_mine(self.literal)
        proof = proven(self.position, cell, mine=mine)
        words = f"level {self.level}, {self._splits()}: {proof.words}"
        return replace(proof, kind=f"level {self.level}", words=words)

    def tree(self) -> Case:
        """The split tree in words; its statements name cells as ``[row, column]``."""
        return self._told(self._found(), ())

    def _found(self) -> Tree:
        knowledge = known_of(self.position, self.given, total=self.total)
        closure, goal = knowledge.closure, frozenset([self.literal])
        terms = splittable(closure, goal)
        tree = believe(closure, goal, self.level, terms, Budget())
        assert tree is not None, "what was decided is believed"
        return tree

    def _told(self, tree: Tree, assumed: tuple[int, ...]) -> Case:
        return Case(
            tuple(map(self._says, assumed)),
            tuple(self._says(x) for x in tree.learned if x not in assumed),
            tree.broken,
            None if tree.term is None else self._where(tree.term),
            tuple(self._told(case, assumption) for assumption, case in tree.branches),
        )

    def _splits(self) -> str:
        if not self.level:
            return "without a split"
        cells = list(dict.fromkeys(_terms(self._found())))
        named = ", ".join(map(self._where, cells[:NAMED]))
        return f"split on {named}" + (" and others" if len(cells) > NAMED else "")

    def _says(self, literal: int) -> str:
        what = "a mine" if is_mine(literal) else "safe"
        return f"{self._where(cell_of(literal))} is {what}"

    def _where(self, cell: int) -> str:
        return str(list(self.position.grid.cell(cell)))


def level_of(decision: Decision) -> int | None:
    """The level at which ``limited`` decided; None for a guess, and for other strategies."""
    return decision.why.level if isinstance(decision.why, Why) else None


def known_of(
    position: Position, given: Iterable[int] = (), *, total: bool = False
) -> CellKnowledge:
    """What the open cells of a position say, and literals ``given`` besides; with ``total`` the
    number of mines, too."""
    knowledge = CellKnowledge(position.grid)
    closed = (HIDDEN, FLAGGED, BLOCKED)
    knowledge.learn(position, [i for i, code in enumerate(position.cells) if code not in closed])
    for literal in given:
        knowledge.settle(literal)
    if total:
        knowledge.count(position.hidden, position.mines_left)
    return knowledge


def _terms(tree: Tree) -> Iterable[int]:
    if tree.term is not None:
        yield tree.term
    for _, case in tree.branches:
        yield from _terms(case)
