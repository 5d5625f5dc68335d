"""Strategies of the logical agents: ``origin``, ``scan``, ``sat``, ``gold-scan`` and ``gold-sat``.

``sat`` marks cells that must be mines and opens cells that cannot be: a cell is a mine if it is
safe in no layout, and safe if it is a mine in no layout. All clues, the number of mines and the
signs of gold form one knowledge base in one solver, which lasts for the whole game and only grows
by newly opened cells. (ATS of the coursework "Logical Agents: Daggers and Gold Sweeper", St Andrews
2018, whose report builds a new solver for every question.)

``scan`` also sets flags. The last two find gold from its signs on open cells, apart from mines. If
a sign leaves exactly as many cells as it has gold, all of them hold gold (gold SPS). All signs
together may settle more (gold ATS): gold lies beside every marked cell, and none beside an unmarked
one. Both follow the report on logical agents, St Andrews 2018; counts work in the same way.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import partial
from itertools import chain

from sapper.errors import BudgetError, ImpossiblePositionError, RecipeError
from sapper.game import Chance, Move, Position
from sapper.game.codes import FLAGGED, HIDDEN, MINE, UNFLAGGED, UNGILDED
from sapper.inference.counting import MAX_COUNT_STEPS, MAX_MEGABYTES, count, counter_of, risks
from sapper.inference.gold import certain_gold, has_signs, signs
from sapper.inference.satisfiability import Satisfiability
from sapper.players.decision import Decision, Pass
from sapper.players.proved import certain, proven, proven_gold
from sapper.players.start import open_first


class Origin:
    """Opens a given cell, [0, 0] by default, on an untouched board, and passes from then on."""

    name = "origin"

    def __init__(self, row: int = 0, column: int = 0) -> None:
        if min(row, column) < 0:
            raise RecipeError("strategy 'origin': row and column are whole numbers from 0")
        self._cell = row, column

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Open the cell, if the grid has it and it is not blocked."""
        row, column = self._cell
        grid = position.grid
        if row >= grid.height or column >= grid.width or grid.index(self._cell) in grid.blocked:
            return Pass(self.name, f"the grid has no cell {list(self._cell)} to open")
        return open_first(position, self._cell, self.name, "this player always starts there")


class Scan:
    """Opens or flags the cells settled by the first clue that settles any.

    Flagged cells that are not proven mines count as covered, and their flags stay. With
    ``whole=true``, it finishes with a clue before any strategy of the chain is asked again.
    """

    name = "scan"

    def __init__(self, *, whole: bool = False) -> None:
        self._whole = whole
        self._at: int | None = None  # the clue whose neighbours are being opened or flagged

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Open or flag the next neighbour of the current clue, or of the first that has one."""
        waiting = () if self._at is None else (self._at,)
        decision = self._settled(position, chain(waiting, range(position.grid.size)))
        return decision or Pass(
            self.name, "no single clue, with the marks so far, settles a hidden cell"
        )

    def proceed(self, position: Position) -> Decision | None:
        """Return the next move at the current clue, if it has to be finished first."""
        if not self._whole or self._at is None:
            return None
        return self._settled(position, [self._at])

    def _settled(self, position: Position, clues: Iterable[int]) -> Decision | None:
        """Return the next move at the first of these clues that has one."""
        marks = proven_flags(position)
        cells = position.cells.translate(UNGILDED)
        for clue in clues:
            code = cells[clue]
            if code >= HIDDEN:
                continue
            near = position.grid.neighbour_indices(clue)
            mines = sum(cells[i] == MINE or i in marks for i in near)
            covered = [i for i in near if HIDDEN <= cells[i] <= FLAGGED and i not in marks]
            need = code - mines
            todo = next((i for i in covered if cells[i] == HIDDEN), None)
            if todo is not None and need in (0, len(covered)):
                self._at = clue
                # A clue with flags may build on other clues, so its reason is a proof from all.
                among = None if any(cells[i] == FLAGGED for i in near) else [clue]
                why = partial(proven, position, todo, mine=need > 0, among=among)
                return certain(position, todo, self.name, mine=need > 0, why=why, turn=clue)
        self._at = None
        return None


#: The budget for checking flags that counting cannot check; beyond it they are not trusted.
MAX_FLAG_PROPAGATIONS = 20_000_000


def proven_flags(position: Position) -> frozenset[int]:
    """Return the flagged cells, as indices, that are certainly mines.

    A person may flag any cell, so only proven flags count as marks. Counting checks them in
    microseconds.
    """
    flagged = frozenset(i for i, code in enumerate(position.cells) if code == FLAGGED)
    if not flagged:
        return flagged
    counter = counter_of(position.grid)
    try:
        count(counter, position, math.inf, MAX_MEGABYTES, MAX_COUNT_STEPS)
        risk = risks(counter, position)
        proven = frozenset(i for i in flagged if risk[i] == 1.0)
        if proven == flagged or not has_signs(position):
            return proven
    except ImpossiblePositionError:
        return frozenset()
    except BudgetError:
        proven = frozenset()
    try:
        solver = Satisfiability(position, propagations=MAX_FLAG_PROPAGATIONS)
        return proven | {i for i in flagged - proven if solver.proves_mine(i)}
    except BudgetError:
        return proven


_NO_SIGNS = "no open cell has a sign of gold"


class GoldScan:
    """Opens gold that a single sign settles: the first sign that does, row by row."""

    name = "gold-scan"

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Open the first cell of the first sign whose cells all hold gold."""
        if not has_signs(position):
            return Pass(self.name, _NO_SIGNS)
        marks = proven_flags(position)
        for sign in signs(position):
            places = sorted(sign.cells - marks)
            index = next((i for i in places if position.cells[i] == HIDDEN), None)
            if sign.low == len(places) and index is not None:
                return _open(position, index, self.name)
        return Pass(self.name, "no single sign settles where gold lies")


class GoldSat:
    """Opens gold that all signs together settle. It uses marks, but no clues."""

    name = "gold-sat"

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Open the lowest cell that holds gold wherever the other gold lies."""
        if not has_signs(position):
            return Pass(self.name, _NO_SIGNS)
        try:
            gold = certain_gold(
                position, proven_flags(position), propagations=MAX_FLAG_PROPAGATIONS
            )
        except BudgetError as error:
            return Pass(self.name, str(error))
        index = min((i for i in gold if position.cells[i] == HIDDEN), default=None)
        if index is None:
            return Pass(self.name, "the signs together do not settle where gold lies")
        return _open(position, index, self.name)


def _open(position: Position, index: int, strategy: str) -> Decision:
    move = Move("open", position.grid.cell(index))
    return Decision(move, strategy, lambda: proven_gold(position, index), 0.0)


def _covered(position: Position) -> int:
    return position.cells.count(HIDDEN) + position.cells.count(FLAGGED)


MAX_GAME_PROPAGATIONS = 100_000_000  #: for one game: about a minute, the same work on every machine


class Sat:
    """Flags the lowest proven mine (unless ``mark=false``), or opens the lowest safe cell.

    With ``total=false`` it ignores the number of mines, with ``gold=false`` the signs of gold. With
    ``whole=true``, it flags all proven mines and opens one safe cell, next to an open one if
    possible, before any strategy of the chain is asked again.
    Passes where nothing is certain, or once its budget of ``propagations`` is used up.
    """

    name = "sat"

    def __init__(
        self,
        *,
        total: bool = True,
        gold: bool = True,
        mark: bool = True,
        whole: bool = False,
        propagations: int = MAX_GAME_PROPAGATIONS,
    ) -> None:
        self._total, self._gold, self._mark, self._whole = total, gold, mark, whole
        self._turn: int | None = None  # the number of the turn of the last move
        self._propagations = propagations
        self._solver: Satisfiability | None = None
        self._seen = b""  # the cells of the last position, without flags
        self._certain: tuple[frozenset[int], frozenset[int]] = frozenset(), frozenset()

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Flag a proven mine if there is one, otherwise open a safe cell."""
        try:
            safe, mines = self._ask(position)
        except (BudgetError, ImpossiblePositionError) as error:
            return Pass(self.name, str(error))
        turn = self._turn = _covered(position)
        to_flag = [i for i in mines if position.cells[i] == HIDDEN]
        if to_flag and (self._mark or position.rules.won_by == "flagging"):
            return certain(position, min(to_flag), self.name, mine=True, turn=turn)
        to_open = [i for i in safe if position.cells[i] == HIDDEN]
        if self._whole:
            near, cells = position.grid.neighbour_indices, position.cells.translate(UNGILDED)
            to_open = [i for i in to_open if any(cells[j] < HIDDEN for j in near(i))] or to_open
        if to_open:
            return certain(position, min(to_open), self.name, mine=False, turn=turn)
        return Pass(self.name, "no hidden cell is safe in every layout")

    def proceed(self, position: Position) -> Decision | None:
        """Return the next move of a turn, which has to be finished first: the marks, and the cell
        opened after them."""
        if not self._whole or self._turn != _covered(position):
            return None
        decision = self.decide(position, Chance())
        return decision if isinstance(decision, Decision) else None

    def _ask(self, position: Position) -> tuple[frozenset[int], frozenset[int]]:
        """Return the certainly safe cells and the certain mines by the solver of this game."""
        cells = position.cells.translate(UNFLAGGED)
        try:
            if self._solver is None:
                raise ValueError
            self._solver.grow(position)
        except ValueError:  # another game, or an earlier position
            self._solver = Satisfiability(
                position, propagations=self._propagations, total=self._total, gold=self._gold
            )
            self._seen = b""
        if cells != self._seen:
            self._certain = self._solver.certain()
            self._seen = cells
        return self._certain
