"""``limited``: belief with a limited number of case splits.

The agent of the demo "Limited Reasoner: Minesweeper" (Schwering 2017): at level 0, then 1 and so
on, it examines the hidden cells in growing square rings around its last move, and flags or opens
the first one known to be a mine or safe. If no level decides a cell, it guesses.

The clues are statements of a closure. A cell is a term that takes one of two names: literal ``2 i``
says that cell i is a mine, and ``2 i + 1`` that it is safe. A clue of m mines among n neighbours
stands for all clauses "some of these m + 1 are safe" and "some of these n - m + 1 are mines"; two
counts represent them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import Literal

from limited_belief import Budget, BudgetError, Case, Closure, Components, SplitTree, split_tree
from sapper.errors import InputError, RecipeError, plural
from sapper.game import Cell, Chance, Grid, Move, Position
from sapper.game.codes import FLAGGED, HIDDEN, MINE, UNGILDED
from sapper.game.grid import MAX_CELLS
from sapper.inference.constraints import PositionTracker
from sapper.lazy import cached_property
from sapper.players.decision import Decision, Pass, Reason
from sapper.players.effort import Splits
from sapper.players.proved import proven
from sapper.players.start import with_promise


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
                self.count(self._grid.neighbour_indices(cell), cells[cell])
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


MAX_NAMED_SPLITS = 3  #: splits that a sentence names
LONG_CHAIN = 4  #: a proof with at least so many clues says why it is long


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
        how = self._splits() if self.level else ""
        if not how and len(proof.clues) >= LONG_CHAIN:
            how = f"unit propagation passes through {plural(len(proof.clues), 'clue')}"
        words = f"{proof.words} ({how})" if how else proof.words
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
        tree = split_tree(closure, goal, self.level, Budget())
        assert tree is not None, "what was decided is believed"
        return _renamed(tree, cells)

    def _splits(self) -> str:
        cells = list(dict.fromkeys(_terms(self._tree)))
        named = ", ".join(_where(self.position.grid, cell) for cell in cells[:MAX_NAMED_SPLITS])
        others = " and others" if len(cells) > MAX_NAMED_SPLITS else ""
        return f"by cases on {named}{others}"


def case_of(grid: Grid, tree: SplitTree) -> Case:
    """Return a split tree in words; its statements name cells as ``[row, column]``."""

    def says(literals: Iterable[int]) -> tuple[str, ...]:
        kinds = ((x, "a mine" if is_mine(x) else "safe") for x in literals)
        return tuple(f"{_where(grid, cell_of(x))} is {kind}" for x, kind in kinds)

    return tree.case(says, partial(_where, grid))


def level_of(decision: Decision) -> int | None:
    """Return the level at which ``limited`` decided, or None for a guess or another strategy."""
    return decision.effort.level if isinstance(decision.effort, Splits) else None


def knowledge_of(position: Position, basis: Basis, *, total: bool) -> tuple[Closure, list[int]]:
    """Return the closure of the clues around the cells of a basis, and the cells that it is about.

    Terms are the places of the cells in that list, which is in ascending order, as in the closure
    of the whole board; so a search goes the same way in both.
    """
    codes, neighbours = position.cells.translate(UNGILDED), position.grid.neighbour_indices
    clues = sorted({j for i in basis.cells for j in neighbours(i) if codes[j] < HIDDEN})
    counted = [(list(neighbours(clue)), codes[clue]) for clue in clues]
    if total:
        counted.append((list(position.hidden_indices), position.mines_left))
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


def levels_of(
    position: Position, splits: int, *, seconds: float | None = None
) -> dict[Cell, tuple[int, bool]]:
    """Return the hidden cells that are decided with up to ``splits`` splits: for each the lowest
    level that decides it, and whether it is a mine.

    After ``seconds``, cells that only higher levels decide are left out. Raises ``InputError`` if
    the clues contradict each other.
    """
    knowledge = CellKnowledge(position.grid)
    knowledge.learn(position, [i for i, code in enumerate(position.cells) if code < HIDDEN])
    budget = Budget(seconds, "this position")
    found: dict[Cell, tuple[int, bool]] = {}
    with suppress(BudgetError):
        for level in range(splits + 1):
            literals = knowledge.decided(level, budget) if level else set(knowledge.news())
            if knowledge.closure.broken:
                raise InputError("the clues contradict each other")
            for literal in sorted(literals):
                if position.cells[cell_of(literal)] in (HIDDEN, FLAGGED):
                    cell = position.grid.cell(cell_of(literal))
                    found.setdefault(cell, (level, is_mine(literal)))
    return found


Guess = Literal["first", "random", "pass"]
MAX_SPLITS = 9


class Limited:
    """Decides with up to ``splits`` case splits; otherwise guesses or, with ``guess=pass``, passes.

    - ``splits``: the maximum number of case splits, from 0 to 9.
    - ``guess``: a guess is a cell that no open cell touches, if there is one: the ``first`` of
      them, column by column as in the demo, or a ``random`` one. With ``pass`` it passes instead.
    - ``total``: the maximum number of hidden cells with which the number of mines is used; 0 for
      never.
    - ``row``, ``column``: the first cell to open; without them it is a guess as well.
    - ``seconds``: the limit of the reasoning about one move; after that it guesses.
    """

    name = "limited"

    def __init__(
        self,
        *,
        splits: int = 2,
        guess: Guess = "random",
        total: int = 0,
        row: int | None = None,
        column: int | None = None,
        seconds: float | None = None,
    ) -> None:
        if splits not in range(MAX_SPLITS + 1):
            raise _wrong(f"splits is a whole number from 0 to {MAX_SPLITS}, not {splits}")
        if (row is None) != (column is None):
            raise _wrong("row and column are only given together")
        for name, number in (("total", total), ("row", row or 0), ("column", column or 0)):
            if number not in range(MAX_CELLS):
                raise _wrong(f"{name} is a whole number from 0 to {MAX_CELLS - 1}, not {number}")
        if seconds is not None and seconds < 0:
            raise _wrong(f"seconds is a number from 0, not {seconds}")
        self._splits = splits
        self._guess: Guess = guess
        self._total = total
        self._start = None if row is None or column is None else (row, column)
        self._seconds = seconds
        self._opened = PositionTracker()
        self._knowledge: CellKnowledge | None = None
        self._ready: set[int] = set()  # known literals of cells that are still hidden
        self._last: int | None = None  # the cell of the last move
        self._counts_total = False
        self._flags = 0
        self._pending: int | None = None  # a mine that splits found, until it is flagged

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Return a move at the nearest cell that the lowest possible level decides, or a guess."""
        if position.untouched and FLAGGED not in position.cells:
            self._opened.advance(position)
            self._knowledge = self._last = None
            return self._first(position, chance)
        knowledge = self._learn(position)
        most = f" with up to {plural(self._splits, 'split')}" if self._splits else " without splits"
        words = f"no hidden cell can be decided{most}"
        try:
            budget = Budget(self._seconds, "this move")
            for level in range(self._splits + 1):
                literals = self._decided(position, knowledge, level, budget)
                if knowledge.closure.broken:
                    return Pass(self.name, "the clues contradict each other")
                if literals:
                    return self._decision(position, self._nearest(position, literals), level)
        except BudgetError:
            words = f"no cell was decided within {self._seconds:g} seconds"
        return self._guessed(position, chance, words)

    # ---- what is known

    def _learn(self, position: Position) -> CellKnowledge:
        """Add the cells opened since the last decision to the knowledge."""
        goes_on, opened = self._opened.advance(position)
        if self._knowledge is None or not goes_on:
            self._knowledge = CellKnowledge(position.grid)
            self._ready = set()
            self._counts_total = False
            self._pending = None
        if self._pending is not None and position.cells[cell_of(self._pending)] == FLAGGED:
            self._knowledge.settle(self._pending)
            self._pending = None
        if opened and self._last not in opened:
            # A move that this strategy did not make: at its first cell, or nobody knows where.
            first = None if self._start is None else position.grid.index(self._start)
            self._last = first if first in opened else opened[0]
        flags = position.cells.count(FLAGGED)
        if flags < self._flags:  # one was removed: its cell must be decided again
            self._ready = set(self._knowledge.closure.trail)
        self._flags = flags
        self._knowledge.learn(position, opened)
        if self._total and not self._counts_total and len(position.hidden_indices) <= self._total:
            self._counts_total = True
            self._knowledge.count(position.hidden_indices, position.mines_left)
        return self._knowledge

    def _decided(
        self, position: Position, knowledge: CellKnowledge, level: int, budget: Budget
    ) -> set[int]:
        """Return the literals decided at a level, of hidden cells without a flag."""
        cells = position.cells
        if level == 0:
            self._ready.update(knowledge.news())
            self._ready = {x for x in self._ready if cells[cell_of(x)] == HIDDEN}
            return self._ready
        literals = knowledge.decided(level, budget)
        return {x for x in literals if cells[cell_of(x)] == HIDDEN}

    def _nearest(self, position: Position, literals: set[int]) -> int:
        """Return the literal whose cell comes first, in rings around the last move.

        Within a ring, cells are ordered column by column.
        """
        width = position.grid.width
        row, column = divmod(self._last or 0, width)

        def place(literal: int) -> tuple[int, int, int]:
            r, c = divmod(cell_of(literal), width)
            return max(abs(r - row), abs(c - column)), c, r

        return min(literals, key=place)

    # ---- moves

    def _decision(self, position: Position, literal: int, level: int) -> Decision:
        cell = self._last = cell_of(literal)
        knowledge = self._knowledge
        basis = knowledge.basis(cell) if level and knowledge is not None else None
        conclusion = Conclusion(position, literal, level, self._counts_total, basis)
        self._pending = literal if level and is_mine(literal) else None
        action: Literal["flag", "open"] = "flag" if is_mine(literal) else "open"
        risk = 1.0 if is_mine(literal) else 0.0
        return Decision(
            Move(action, position.grid.cell(cell)),
            self.name,
            conclusion.reason,
            risk,
            effort=Splits(level, conclusion.tree),
        )

    def _first(self, position: Position, chance: Chance) -> Decision | Pass:
        if self._start is None:
            return self._guessed(position, chance, "no cell is open yet")
        cell = position.grid.index(self._start)
        self._last = cell
        words = with_promise(position, "the options row and column name the first cell")
        reason = Reason("first cell", words)
        return Decision(Move("open", self._start), self.name, reason, None)

    def _guessed(self, position: Position, chance: Chance, words: str) -> Decision | Pass:
        """Guess or pass; ``words`` is the reason why no cell is decided."""
        if self._guess == "pass":
            return Pass(self.name, words)
        cells, grid = position.cells, position.grid
        hidden = [i for i, code in enumerate(cells) if code == HIDDEN]
        if not hidden:
            return Pass(self.name, "every hidden cell is flagged")
        closed = (HIDDEN, FLAGGED)
        far = [i for i in hidden if all(cells[j] in closed for j in grid.neighbour_indices(i))]
        among = far or hidden
        if self._guess == "random":
            cell = chance.choice(among)
        else:
            cell = min(among, key=lambda i: (i % grid.width, i // grid.width))
        self._last = cell
        which = "a random cell" if self._guess == "random" else "the first cell"
        if position.next_open_is_safe:
            reason = Reason("first cell", with_promise(position, f"{words}, so this is {which}"))
        else:
            which += " that no open cell touches" if far else " of the frontier"
            reason = Reason("guess", f"{words}, so this is a guess: {which}")
        return Decision(Move("open", grid.cell(cell)), self.name, reason, None)


def _wrong(words: str) -> RecipeError:
    return RecipeError(f"strategy 'limited': {words}")
