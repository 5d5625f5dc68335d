"""Positions: everything a player may see, immutable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, overload

from sapper.arguments import checked, describe, instance, ranged, whole
from sapper.arguments import text as string
from sapper.errors import InputError, RulesError, listed, plural
from sapper.game import text
from sapper.game.codes import BLOCKED, FLAGGED, GOLD, HIDDEN, MINE
from sapper.game.grid import Cell, Grid
from sapper.game.level import Level, sized
from sapper.game.move import ACTIONS, Move
from sapper.game.rules import Rules, max_sign, shows_sign, sign_scope
from sapper.lazy import cached_property

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Outcome = Literal["playing", "won", "lost"]


@dataclass(frozen=True)
class Fault:
    """A fault in a position: its kind, the cell (None: the whole board) and a message."""

    kind: str
    cell: Cell | None
    sentence: str


@dataclass(frozen=True, init=False)
class Position:
    r"""Everything a player may see, immutable.

    ``Position(text)`` reads the text form (see ``Position.parse``), and ``str(position)`` writes
    it. Iterating yields the cells that are not blocked, as ``(row, column)``.

    >>> position = sapper.Position("4x3x2\nHHHH\n1221\n0000")
    >>> position[1, 2], position.outcome
    (2, 'playing')
    >>> [cell for cell in position if position[cell] == 2]
    [(1, 1), (1, 2)]
    >>> position.neighbours((0, 0))
    ((0, 1), (1, 0), (1, 1))
    >>> len(position.legal_moves), str(position.legal_moves[0])
    (12, 'open [0, 0]')

    ``cells`` has one byte for each cell, in index order: a cell code, which is the clue of an open
    cell, or ``sapper.HIDDEN``, ``FLAGGED``, ``MINE`` (open), ``GOLD`` (open) or ``BLOCKED``.
    ``position[row, column]`` is the code of a cell, and ``array()`` returns all codes. ``mines`` is
    the total number of mines, hidden, flagged and open; only that of the open ones if the total is
    not known (``Rules.mines_known``). ``signs`` has one byte for each cell with the gold that it
    shows nearby (0 for hidden cells); it is empty if the rules show no signs.
    ``gold`` is the total number of gold, or None if the rules do not reveal it.

    Raises ``RulesError`` if the bytes do not fit the grid or the rules, or if there are more mines
    or gold than cells.
    """

    grid: Grid
    rules: Rules
    mines: int
    cells: bytes
    signs: bytes = b""
    gold: int | None = None

    @overload
    def __init__(self, text: str, /) -> None: ...
    @overload
    def __init__(
        self,
        grid: Grid,
        rules: Rules,
        mines: int,
        cells: bytes,
        signs: bytes = b"",
        gold: int | None = None,
    ) -> None: ...
    def __init__(
        self,
        grid: Grid | str,
        rules: Rules | None = None,
        mines: int | None = None,
        cells: bytes | None = None,
        signs: bytes = b"",
        gold: int | None = None,
    ) -> None:
        fields: tuple[Any, ...] = (grid, rules, mines, cells, signs, gold)
        if rules is None and mines is None and cells is None:
            fields = text.parse(string("position", grid))
        self.__dict__.update(zip(self.__match_args__, fields, strict=True))
        self._check()

    def _check(self) -> None:
        instance("Grid", "grid", self.grid)
        instance("Rules", "rules", self.rules)
        object.__setattr__(self, "mines", whole("mines", self.mines))
        for name, values in (("cells", self.cells), ("signs", self.signs)):
            if not isinstance(values, bytes):
                raise RulesError(f"{name}: expected bytes, not {describe(values)}")
        if self.gold is not None:
            whole("gold", self.gold)
        if len(self.cells) != self.grid.size:
            size = plural(self.grid.size, "cell")
            raise RulesError(f"cells: expected a byte for each of {size}, not {len(self.cells)}")
        if self.signs or self.rules.signs != "none":
            self._check_signs()
        if (self.gold is not None) != self.rules.gold_known:
            expected = "a number" if self.rules.gold_known else "None"
            raise RulesError(f"gold: these rules expect {expected}, not {self.gold}")
        if not self.rules.mines_known and self.mines != self.cells.count(MINE):
            opened = plural(self.cells.count(MINE), "open mine")
            raise RulesError(f"mines: their number is not known, so expected the {opened}")
        blocked = self.grid.blocked
        if self.cells.count(BLOCKED) != len(blocked) or any(
            self.cells[i] != BLOCKED for i in blocked
        ):
            raise RulesError("cells: the blocked cells differ from those of the grid")
        free = self.grid.size - len(blocked)
        laid = {plural(self.mines, "mine"): self.mines, f"{self.gold} gold": self.gold or 0}
        for what, number in laid.items():
            if not 0 <= number <= free:
                raise RulesError(f"{what} do not fit on {plural(free, 'cell')}")

    def _repr_svg_(self) -> str:
        """Return the board as notebooks show it."""
        from sapper.game.drawing import board, inline

        grid = self.grid
        return inline(
            board(self), f"{grid.width}x{grid.height} board, {plural(self.mines, 'mine')}"
        )

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"

    def _check_signs(self) -> None:
        expected = self.grid.size if self.rules.signs != "none" else 0
        if len(self.signs) != expected:
            raise RulesError(
                f"signs: these rules expect {plural(expected, 'byte')}, not {len(self.signs)}"
            )
        for index, sign in enumerate(self.signs):
            most = max_sign(self.grid, self.rules.signs, index)
            shows = shows_sign(self.rules.signs, self.cells[index])
            if sign > most or (sign and not shows):
                where = f"signs: {sign} gold at {list(self.grid.cell(index))}"
                what = f"{most} gold at most" if shows else "no sign of gold"
                raise RulesError(f"{where}, which shows {what}")

    @classmethod
    @checked
    def start(
        cls,
        grid: Grid | Level | str,
        mines: int | None = None,
        rules: Rules | None = None,
        gold: int | None = None,
    ) -> Position:
        """Return the position before the first move.

        ``grid`` and ``mines`` are the board; a level, or its name, has its own mines. ``gold`` is
        the total number of gold; it is dropped if the rules do not reveal it.
        """
        grid, mines = sized(grid, mines)
        rules = rules or Rules()
        cells = bytearray([HIDDEN]) * grid.size
        for i in grid.blocked:
            cells[i] = BLOCKED
        signs = b"" if rules.signs == "none" else bytes(grid.size)
        return cls(grid, rules, mines, bytes(cells), signs, gold if rules.gold_known else None)

    @classmethod
    def parse(cls, source: str) -> Position:
        """Read the text form: ``WxHxM`` and options on the first line, then one line for each row.

        ``?`` in the place of M means that the number of mines is not known. ``read_position`` reads
        other forms.

        A row has ``0``–``9`` for clues (``(12)`` for larger ones), ``H`` for hidden, ``F`` for
        flagged, ``*`` for an open mine, ``G`` for open gold, ``#`` for blocked, and ``a``–``i`` for
        clues 0 to 8 that show one gold (``(2+3)``: clue 2, 3 gold; ``(G+1)``: marked gold). It also
        reads ``u``, ``C`` and ``?`` as hidden, ``m`` and ``M`` as flagged, and ``D`` as an open
        mine. The options, all with defaults, are ``first=any|safe|opening``, ``lives=N``,
        ``zeros=open|closed``, ``won=opening|flagging``,
        ``signs=none|marks|counts|all-marks|wide-marks``, ``gold=N`` (the total),
        ``grid=square|torus|hex|graph`` and ``edges=0-1,1-2,…``.

        Raises ``NotationError`` naming the line, or ``RulesError``.
        """
        return cls(string("position", source))

    @classmethod
    def of(cls, position: Position | str) -> Position:
        """Return a position unchanged, or parse its text.

        Raises ``InputError`` for anything else, and the errors of ``parse``.
        """
        if isinstance(position, Position):
            return position
        if isinstance(position, str):
            return cls.parse(position)
        raise InputError(
            f"position: expected a sapper.Position or its text, not {describe(position)};"
            " Position.from_array makes one of an array of cell codes"
        )

    def __str__(self) -> str:
        return text.write(self.grid, self.rules, self.mines, self.cells, self.signs, self.gold)

    @classmethod
    @checked
    def from_array(cls, codes: npt.ArrayLike, mines: int, rules: Rules | None = None) -> Position:
        """Return the position with these cell codes, the inverse of ``array()``.

        - ``codes``: whole numbers with shape (height, width); see the class.
        - ``mines``: the total number of mines, hidden, flagged and open.
        - ``rules``: defaults to ``Rules()``; rules that show signs of gold are not supported.

        Raises ``RulesError`` for a wrong shape, invalid codes, or too many mines. Observations of
        environments use other codes, which ``sapper_gym.cell_codes`` converts.
        """
        import numpy as np

        read = cell_codes("codes", codes, "(height, width)", 2)
        height, width = read.shape
        blocked = frozenset(np.flatnonzero(read == BLOCKED).tolist())
        cells = read.tobytes()
        return cls(Grid(width, height, blocked=blocked), rules or Rules(), mines, cells)

    def array(self) -> npt.NDArray[np.uint8]:
        """Return the cell codes as a new array with shape (height, width)."""
        import numpy as np

        codes = np.frombuffer(self.cells, np.uint8)
        return codes.reshape(self.grid.height, self.grid.width).copy()

    def __getitem__(self, cell: Cell) -> int:
        """Return the cell code of ``(row, column)``."""
        return self.cells[self.grid.index(cell)]

    def __iter__(self) -> Iterator[Cell]:
        return map(self.grid.cell, self.grid.playable)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves, cell by cell: ``open`` and ``flag`` for a hidden cell, ``unflag`` for a
        flagged one, and ``chord`` for a clue with all its flags; none if the game is over."""
        moves = (Move(action, cell) for cell in self for action in ACTIONS)
        return tuple(move for move in moves if why_illegal(self, move) is None)

    @cached_property
    def hidden_indices(self) -> tuple[int, ...]:
        """The indices of the hidden cells, including flagged ones."""
        return tuple([i for i, c in enumerate(self.cells) if HIDDEN <= c <= FLAGGED])

    @property
    def hidden(self) -> tuple[Cell, ...]:
        """The hidden cells, including flagged ones, as ``(row, column)``."""
        return tuple(map(self.grid.cell, self.hidden_indices))

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the neighbours of ``(row, column)`` that are not blocked, in row-major order."""
        return self.grid.neighbours(cell)

    @property
    def untouched(self) -> bool:
        """True if no cell is open yet."""
        closed = self._unopened + self.cells.count(BLOCKED)
        return closed == self.grid.size

    @property
    def next_open_is_safe(self) -> bool:
        """True if the rules guarantee that the next cell opened, whichever it is, is safe."""
        return self.untouched and self.rules.first != "any" and self.outcome == "playing"

    @property
    def _unopened(self) -> int:
        """The number of hidden cells, including flagged ones."""
        return self.cells.count(HIDDEN) + self.cells.count(FLAGGED)

    @property
    def mines_left(self) -> int:
        """The number of mines under hidden and flagged cells; flags are not subtracted. It is 0 if
        the total is not known."""
        return self.mines - self.cells.count(MINE)

    @property
    def lives_left(self) -> int:
        """The lives that the rules grant, minus one per open mine, plus one per open gold."""
        return self.rules.lives - self.cells.count(MINE) + self.cells.count(GOLD)

    @cached_property
    def outcome(self) -> Outcome:
        """``playing``, ``won`` or ``lost``, judged from the position alone."""
        count = self.cells.count
        hidden, mines = count(HIDDEN), count(MINE)
        if self.rules.lives - mines + count(GOLD) <= 0:
            return "lost"
        if hidden + count(FLAGGED) != self.mines - mines:
            return "playing"
        return "playing" if hidden and self.rules.won_by == "flagging" else "won"

    def with_cells(self, cells: bytes, signs: bytes) -> Position:
        """Return the position of this game with other cells and signs.

        These are not checked, because a referee makes thousands of positions, all valid.
        """
        after = object.__new__(Position)
        after.__dict__.update(
            grid=self.grid,
            rules=self.rules,
            mines=self.mines,
            cells=cells,
            signs=signs,
            gold=self.gold,
        )
        return after

    def with_cell(self, cell: Cell, code: int) -> Position:
        """Return a copy of this position with one byte changed."""
        index = self.grid.index(cell)
        ranged("code", code, 0, 255)
        cells = self.cells[:index] + bytes([code]) + self.cells[index + 1 :]
        signs = self.signs and self.signs[:index] + b"\0" + self.signs[index + 1 :]
        return replace(self, cells=cells, signs=signs)

    def faults(self) -> tuple[Fault, ...]:
        """Return every fault that is visible without a search, or an empty tuple.

        A position without faults may still be impossible: ``sapper.analyse`` decides that.
        """
        clues = () if self.rules.variant else self._faults_in_clues()
        return (*self._faults_in_numbers(), *clues, *self._faults_in_signs())

    def _faults_in_numbers(self) -> list[Fault]:
        faults = []

        def fault(kind: str, sentence: str) -> None:
            faults.append(Fault(kind, None, sentence))

        hidden, flags = self._unopened, self.cells.count(FLAGGED)
        if not self.rules.mines_known:
            hidden = flags = 0
        if self.mines_left > hidden:
            left = plural(self.mines_left, "mine")
            fault("too many mines", f"{left} left for {plural(hidden, 'hidden cell')}")
        if self.mines_left < 0:
            opened = plural(self.cells.count(MINE), "open mine")
            fault("too many open mines", f"{opened}, but the board has only {self.mines}")
        if flags > max(self.mines_left, 0):
            left = plural(max(self.mines_left, 0), "mine")
            fault("too many flags", f"{plural(flags, 'flag')} for {left} left")
        opened_gold = self.cells.count(GOLD)
        if self.gold is not None and opened_gold > self.gold:
            fault(
                "wrong number of gold",
                f"{opened_gold} open gold, but the board has only {self.gold}",
            )
        elif self.gold is not None and self.gold > opened_gold + hidden:
            left = plural(hidden, "hidden cell")
            fault("wrong number of gold", f"{self.gold - opened_gold} gold left for {left}")
        if self.lives_left < 0:
            more = plural(-self.lives_left, "more open mine")
            fault("too few lives", f"{more} than lives")
        return faults

    def _faults_in_clues(self) -> list[Fault]:
        faults = []
        for index, clue in enumerate(self.cells):
            if clue >= HIDDEN and clue != GOLD:
                continue
            cell = self.grid.cell(index)
            what = "gold" if clue == GOLD else f"clue {clue}"
            need = 0 if clue == GOLD else clue
            near = [self.cells[i] for i in self.grid.neighbour_indices(index)]
            hidden = sum(c in (HIDDEN, FLAGGED) for c in near)
            mines, flags = near.count(MINE), near.count(FLAGGED)
            if need > len(near):
                kind, why = "clue too large", f"has only {plural(len(near), 'neighbour')}"
            elif mines > need:
                kind, why = "too many mines at clue", f"touches {plural(mines, 'open mine')}"
            elif mines + hidden < need:
                kind, why = (
                    "too few cells at clue",
                    f"has {_places(mines + hidden, 'a mine', 'mines')}",
                )
            elif mines + flags > need:
                marked = [plural(flags, "flag"), *([plural(mines, "open mine")] if mines else [])]
                kind, why = "too many flags at clue", f"touches {listed(marked)}"
            elif need == 0 and hidden > flags and self.rules.zeros_open:
                kind, why = "unopened zero", "should have opened its neighbours"
            else:
                continue
            faults.append(Fault(kind, cell, f"{what} at {list(cell)} {why}"))
        return faults

    def _faults_in_signs(self) -> list[Fault]:
        faults = []
        for index, sign in enumerate(self.signs):
            if not shows_sign(self.rules.signs, self.cells[index]):
                continue
            cell = list(self.grid.cell(index))
            near = [self.cells[i] for i in sign_scope(self.grid, self.rules.signs, index)]
            hidden, gold = sum(c in (HIDDEN, FLAGGED) for c in near), near.count(GOLD)
            shown = f"the sign of {sign} gold at {cell}"
            if sign > hidden + gold:
                sentence = f"{shown} has {_places(hidden + gold, 'gold', 'gold')}"
            elif gold > sign and (sign == 0 or self.rules.signs == "counts"):
                sentence = f"{shown} touches {gold} open gold"
            else:
                continue
            faults.append(Fault("wrong sign of gold", self.grid.cell(index), sentence))
        return faults


def why_illegal(position: Position, move: Move) -> str | None:
    """Return the reason why a position does not allow a move, as a clause that names it, or None.

    The cell must be in the grid.
    """
    if position.outcome != "playing":
        return f"the game is {position.outcome}: no more moves"
    code = position.cells[position.grid.index(move.cell)]
    if move.action == "chord":
        legal = _chordable(position, position.grid.index(move.cell))
        fault = "only a clue with all its flags set can be chorded"
    elif move.action == "unflag":
        legal, fault = code == FLAGGED, "it has no flag"
    else:
        legal, fault = code == HIDDEN, "it is not a hidden cell"
    return None if legal else f"cannot {move.action} {list(move.cell)}: {fault}"


def _chordable(position: Position, index: int) -> bool:
    """Return whether a cell is a clue with as many flags and open mines around it."""
    if position.rules.variant:
        return False
    cells = position.cells
    clue = 0 if cells[index] == GOLD else cells[index]
    near = [cells[i] for i in position.grid.neighbour_indices(index)]
    return clue < HIDDEN and near.count(FLAGGED) + near.count(MINE) == clue


def _places(number: int, singular: str, more: str) -> str:
    """Say how few neighbours of a clue can hold its mines or gold."""
    if number == 0:
        return f"no neighbour that can be {singular}"
    return f"only {plural(number, 'neighbour')} that can be {singular if number == 1 else more}"


def cell_codes(
    name: str, values: npt.ArrayLike, shape: str, dimensions: int
) -> npt.NDArray[np.uint8]:
    """Return an array of whole numbers of any type as cell codes.

    ``name`` and ``shape`` describe the argument in the ``RulesError`` for anything else.
    """
    import numpy as np

    try:
        read = np.asarray(values)
    except ValueError:  # rows of different lengths
        raise RulesError(f"{name}: expected an array of the shape {shape}") from None
    if read.ndim != dimensions or read.dtype.kind not in "iu":
        got = f"{read.dtype} of the shape {read.shape}"
        raise RulesError(f"{name}: expected whole numbers of the shape {shape}, not {got}")
    if read.dtype != np.uint8 and ((read < 0) | (read > GOLD)).any():
        raise RulesError(
            f"{name}: expected cell codes from 0 to {GOLD}; sapper_gym.cell_codes makes them of"
            " observations"
        )
    return read.astype(np.uint8, copy=False)
