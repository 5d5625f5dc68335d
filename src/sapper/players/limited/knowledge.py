"""Minesweeper for limited belief: clues as statements of a closure, and why a literal follows.

A cell is a term that takes one of two names: literal ``2 i`` says that cell i is a mine, and
``2 i + 1`` that it is safe. A clue of m mines among n neighbours stands for all clauses "some of
these m + 1 are safe" and "some of these n - m + 1 are mines"; two counts represent them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice

from sapper.game import Grid, Position
from sapper.game.codes import HIDDEN, MINE, UNGILDED
from sapper.limited.answer import Case
from sapper.limited.deciding import Components
from sapper.limited.kernel.closure import Closure
from sapper.limited.setup import Budget
from sapper.limited.splits import SplitTree, believe
from sapper.players.decision import Decision, Reason
from sapper.players.effort import Splits
from sapper.players.proved import proven


def mine(cell: int) -> int:
    """Return the literal that says that a cell is a mine."""
    return 2 * cell


def safe(cell: int) -> int:
    """Return the literal that says that a cell is safe."""
    return 2 * cell + 1


def cell_of(literal: int) -> int:
    """Return the cell that a literal is about."""
    return literal >> 1


def is_mine(literal: int) -> bool:
    """Return whether a literal says that its cell is a mine."""
    return not literal & 1


@dataclass(frozen=True)
class Basis:
    """The premises of a decision by splits: a part of the strategy's knowledge at that moment.

    ``cells`` are the undecided cells that clues join to the decided one. The first ``known``
    literals of ``trail`` were true; later ones were appended by later moves.
    """

    cells: Collection[int]
    trail: Sequence[int] = field(repr=False)
    known: int


class CellKnowledge:
    """The clues of the open cells, and their consequences at each level. Cells are indices."""

    def __init__(self, grid: Grid) -> None:
        self.closure = Closure()
        self._grid = grid
        self._parts = Components(self.closure)
        self._seen = 0
        for cell in range(grid.size):
            self.closure.equation(self.closure.term(cell), 0)

    def learn(self, position: Position, opened: Iterable[int]) -> None:
        """Add newly opened cells: that they are safe, or mines, and their clues."""
        cells = position.cells.translate(UNGILDED)
        found = list(opened)
        for cell in found:
            self._assume(mine(cell) if cells[cell] == MINE else safe(cell))
        for cell in found:
            if cells[cell] < HIDDEN:
                self.count(self._grid.neighbours(cell), cells[cell])
        self._parts.touch(())

    def count(self, cells: Iterable[int], mines: int) -> None:
        """Add that exactly this many of some cells are mines."""
        near = list(cells)
        self.closure.add_at_most([mine(i) for i in near], mines)
        self.closure.add_at_most([safe(i) for i in near], len(near) - mines)
        self._parts.touch(near)

    def _assume(self, literal: int) -> None:
        if not self.closure.assume(literal):
            self.closure.broken = True

    def settle(self, literal: int) -> None:
        """Add a literal that was decided."""
        self._assume(literal)
        self._parts.touch(())

    def news(self) -> list[int]:
        """Return the literals that became known since the last call."""
        literals = self.closure.trail[self._seen :]
        self._seen = len(self.closure.trail)
        return literals

    def basis(self, cell: int) -> Basis:
        """Return the premises of a decision about an undecided cell, as of now."""
        return Basis(self.closure.component([cell]), self.closure.trail, len(self.closure.trail))

    def decided(self, level: int, budget: Budget) -> set[int]:
        """Return the literals believed at a level, beyond those that the closure makes true."""
        literals: set[int] = set()
        for part in self._parts.decided(level, budget):
            if part is None:
                self.closure.broken = True
                return set()
            literals |= part
        return literals


NAMED = 3  #: splits that a sentence names


@dataclass(frozen=True)
class Conclusion:
    """The premises of a decision, from which the clues and the splits that prove it are derived.

    ``literal`` was decided at ``level`` and not below; ``total`` says whether the number of mines
    was used. Above level 0 ``basis`` is what the splits start from.
    """

    position: Position
    literal: int
    level: int
    total: bool = False
    basis: Basis | None = None

    def reason(self) -> Reason:
        """Return the level, the splits and a minimal set of clues as a reason."""
        cell, is_a_mine = cell_of(self.literal), is_mine(self.literal)
        proof = proven(self.position, cell, mine=is_a_mine)
        words = f"{proof.words} ({self._splits()})"
        return replace(proof, kind=f"level {self.level}", words=words)

    def tree(self) -> Case:
        """Return the split tree in words."""
        return case_of(self.position.grid, self._tree)

    @cached_property
    def _tree(self) -> SplitTree:
        if self.basis is None:
            return SplitTree(())  # unit propagation alone made the literal true
        closure, cells = knowledge_of(self.position, self.basis, total=self.total)
        place = {cell: number for number, cell in enumerate(cells)}
        goal = frozenset([2 * place[cell_of(self.literal)] + (self.literal & 1)])
        tree = believe(closure, goal, self.level, Budget())
        assert tree is not None, "what was decided is believed"
        return _renamed(tree, cells)

    def _splits(self) -> str:
        if not self.level:
            return "level 0: no split needed"
        cells = list(dict.fromkeys(_terms(self._tree)))
        named = ", ".join(_where(self.position.grid, cell) for cell in cells[:NAMED])
        others = " and others" if len(cells) > NAMED else ""
        return f"level {self.level}: splitting on {named}{others}"


def case_of(grid: Grid, tree: SplitTree, assumed: tuple[int, ...] = ()) -> Case:
    """Return a split tree in words; its statements name cells as ``[row, column]``."""

    def says(literal: int) -> str:
        return f"{_where(grid, cell_of(literal))} is {'a mine' if is_mine(literal) else 'safe'}"

    return Case(
        tuple(map(says, assumed)),
        tuple(says(x) for x in tree.learned if x not in assumed),
        tree.broken,
        None if tree.term is None else _where(grid, tree.term),
        tuple(case_of(grid, case, assumption) for assumption, case in tree.branches),
    )


def level_of(decision: Decision) -> int | None:
    """Return the level at which ``limited`` decided, or None for a guess or another strategy."""
    return decision.effort.level if isinstance(decision.effort, Splits) else None


def knowledge_of(position: Position, basis: Basis, *, total: bool) -> tuple[Closure, list[int]]:
    """Return the closure of the clues around the cells of a basis, and the cells that it is about.

    Terms are the places of the cells in that list, which is in ascending order, as in the closure
    of the whole board; so a search goes the same way in both.
    """
    codes, neighbours = position.cells.translate(UNGILDED), position.grid.neighbours
    clues = sorted({j for i in basis.cells for j in neighbours(i) if codes[j] < HIDDEN})
    counted = [(list(neighbours(clue)), codes[clue]) for clue in clues]
    if total:
        counted.append((list(position.hidden), position.mines_left))
    cells = sorted({*basis.cells, *(i for near, _ in counted for i in near)})
    place = {cell: number for number, cell in enumerate(cells)}
    closure = Closure()
    for number in range(len(cells)):
        closure.equation(closure.term(number), 0)
    for literal in islice(basis.trail, basis.known):
        if cell_of(literal) in place:
            closure.assume(2 * place[cell_of(literal)] + (literal & 1))
    for near, mines in counted:
        closure.add_at_most([mine(place[i]) for i in near], mines)
        closure.add_at_most([safe(place[i]) for i in near], len(near) - mines)
    return closure, cells


def _renamed(tree: SplitTree, cells: Sequence[int]) -> SplitTree:
    """Return a tree whose terms are cells, not their places in a list."""

    def literals(places: Iterable[int]) -> tuple[int, ...]:
        return tuple(2 * cells[x >> 1] + (x & 1) for x in places)

    return SplitTree(
        literals(tree.learned),
        tree.broken,
        None if tree.term is None else cells[tree.term],
        tuple((literals(case), _renamed(below, cells)) for case, below in tree.branches),
    )


def _where(grid: Grid, cell: int) -> str:
    return str(list(grid.cell(cell)))


def _terms(tree: SplitTree) -> Iterable[int]:
    if tree.term is not None:
        yield tree.term
    for _, case in tree.branches:
        yield from _terms(case)
