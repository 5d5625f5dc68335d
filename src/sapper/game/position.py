"""Positions: all that a player may see, immutable."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from sapper.errors import RulesError, plural
from sapper.game import text
from sapper.game.codes import BLOCKED, FLAGGED, GOLD, HIDDEN, MINE
from sapper.game.gold import most_shown, told_of
from sapper.game.grid import Cell, Grid
from sapper.game.rules import Rules

Outcome = Literal["playing", "won", "lost"]


@dataclass(frozen=True)
class Fault:
    """One thing wrong with a position: what kind, at which cell (None: the whole), in words."""

    kind: str
    cell: Cell | None
    sentence: str


@dataclass(frozen=True)
class Position:
    """``cells`` has one byte a cell, in index order: a clue, or a code of ``game.codes``.

    ``mines`` is the number of mines under hidden, flagged and open-mine cells together.
    ``signs`` has a byte a cell for what its clue shows of gold (0 elsewhere), and is empty where
    the rules show nothing; ``gold`` is the number of gold in all, None where it is not told.
    Text form: see ``Position.parse``. Raises ``RulesError`` if the bytes do not fit the grid or
    the rules, or there are more mines or gold than cells for them.
    """

    grid: Grid
    rules: Rules
    mines: int
    cells: bytes
    signs: bytes = b""
    gold: int | None = None

    def __post_init__(self) -> None:
        if len(self.cells) != self.grid.size:
            raise RulesError(f"{len(self.cells)} cells given for a grid of {self.grid.size}")
        if self.signs or self.rules.signs != "none":
            self._check_signs()
        if (self.gold is not None) != self.rules.gold_known:
            told = "is told" if self.rules.gold_known else "is not told"
            raise RulesError(f"by the rules the number of gold {told}")
        blocked = self.grid.blocked
        if self.cells.count(BLOCKED) != len(blocked) or any(
            self.cells[i] != BLOCKED for i in blocked
        ):
            raise RulesError("the cells that are blocked differ from those of the grid")
        if not 0 <= self.mines <= self.grid.size - len(blocked):
            raise RulesError(
                f"{self.mines} mines do not fit on {self.grid.size - len(blocked)} cells"
            )
        if self.gold is not None and not 0 <= self.gold <= self.grid.size - len(blocked):
            raise RulesError(
                f"{self.gold} gold do not fit on {self.grid.size - len(blocked)} cells"
            )

    def _check_signs(self) -> None:
        due = self.grid.size if self.rules.signs != "none" else 0
        if len(self.signs) != due:
            raise RulesError(f"{len(self.signs)} signs of gold given where the rules show {due}")
        for index, sign in enumerate(self.signs):
            if sign and self.cells[index] >= HIDDEN:
                raise RulesError(f"a sign of gold at {list(self.grid.cell(index))}, but no clue")
            if sign > most_shown(self.grid, self.rules.signs, index):
                raise RulesError(f"{sign} gold told at {list(self.grid.cell(index))} is too many")

    @classmethod
    def start(
        cls, grid: Grid, mines: int, rules: Rules | None = None, gold: int | None = None
    ) -> Position:
        """The position before the first move; ``gold`` is the number of it, if that is told."""
        rules = rules or Rules()
        cells = bytes(BLOCKED if i in grid.blocked else HIDDEN for i in range(grid.size))
        signs = b"" if rules.signs == "none" else bytes(grid.size)
        return cls(grid, rules, mines, cells, signs, gold if rules.gold_known else None)

    @classmethod
    def parse(cls, source: str) -> Position:
        """Read a text form: ``WxHxM`` and options on the first line, then a line a row.

        A row has ``0``–``9`` for clues (``(12)`` beyond 9), ``H`` hidden, ``F`` flagged, ``*``
        an open mine, ``G`` open gold, ``#`` blocked, ``a``–``i`` for clues 0 to 8 that show one
        gold (``(2+3)``: clue 2, 3 gold); ``u``, ``C`` and ``?`` are read as hidden, ``m`` and
        ``M`` as flagged, ``D`` as an open mine. Options, where they are not the defaults:
        ``first=any|safe|opening``, ``lives=N``, ``zeros=open|closed``, ``won=opening|flagging``,
        ``signs=none|marks|counts``, ``gold=N`` (in all), ``grid=square|torus|hex|graph``,
        ``edges=0-1,1-2,…``.

        Raises ``NotationError`` naming the line, or ``RulesError``.
        """
        return cls(*text.parse(source))

    def __str__(self) -> str:
        return text.write(self.grid, self.rules, self.mines, self.cells, self.signs, self.gold)

    def __getitem__(self, cell: Cell) -> int:
        """The byte of ``(row, column)``."""
        return self.cells[self.grid.index(cell)]

    @cached_property
    def hidden(self) -> tuple[int, ...]:
        """Indices of the hidden cells, flagged ones included."""
        return tuple([i for i, c in enumerate(self.cells) if HIDDEN <= c <= FLAGGED])

    @property
    def untouched(self) -> bool:
        """Whether nothing is open yet."""
        closed = self._unopened + self.cells.count(BLOCKED)
        return closed == self.grid.size

    @property
    def promised(self) -> bool:
        """Whether the next cell opened holds no mine, whichever it is: the rules promise it."""
        return self.untouched and self.rules.first != "any"

    @property
    def _unopened(self) -> int:
        """Number of hidden cells, flagged ones included."""
        return self.cells.count(HIDDEN) + self.cells.count(FLAGGED)

    @property
    def mines_left(self) -> int:
        """Mines under hidden and flagged cells, whatever the flags say."""
        return self.mines - self.cells.count(MINE)

    @property
    def lives_left(self) -> int:
        """Lives left: those of the rules, less open mines, plus open gold."""
        return self.rules.lives - self.cells.count(MINE) + self.cells.count(GOLD)

    @property
    def outcome(self) -> Outcome:
        """``playing``, ``won`` or ``lost``, as far as the position itself can tell."""
        if self.lives_left <= 0:
            return "lost"
        flags_due = self.rules.won_by == "flagging" and HIDDEN in self.cells
        return "won" if self._unopened == self.mines_left and not flags_due else "playing"

    def with_cell(self, cell: Cell, code: int) -> Position:
        """This position with one byte changed."""
        index = self.grid.index(cell)
        cells = self.cells[:index] + bytes([code]) + self.cells[index + 1 :]
        signs = self.signs and self.signs[:index] + b"\0" + self.signs[index + 1 :]
        return replace(self, cells=cells, signs=signs)

    def status(self) -> tuple[Fault, ...]:
        """Everything wrong that can be seen without search; empty where nothing is.

        A position without faults may still be impossible: ``sapper.analyse`` decides.
        """
        return (*self._faults_in_numbers(), *self._faults_in_clues(), *self._faults_in_signs())

    def _faults_in_numbers(self) -> list[Fault]:
        faults = []

        def fault(kind: str, sentence: str) -> None:
            faults.append(Fault(kind, None, sentence))

        hidden, flags = self._unopened, self.cells.count(FLAGGED)
        if self.mines_left > hidden:
            left = plural(self.mines_left, "mine")
            fault("too many mines", f"{left} left for {plural(hidden, 'hidden cell')}")
        if self.mines_left < 0:
            opened = plural(self.cells.count(MINE), "open mine")
            fault("too many open mines", f"{opened}, {self.mines} in all")
        if flags > max(self.mines_left, 0):
            fault("too many flags", f"{flags} flags for {max(self.mines_left, 0)} mines left")
        found = self.cells.count(GOLD)
        if self.gold is not None and not found <= self.gold <= found + hidden:
            fault("wrong number of gold", f"{self.gold} gold in all, {found} open")
        if self.lives_left < 0:
            fault("too few lives", f"{-self.lives_left} more mines open than there are lives")
        return faults

    def _faults_in_clues(self) -> list[Fault]:
        faults = []
        for index, clue in enumerate(self.cells):
            if clue >= HIDDEN and clue != GOLD:
                continue
            cell = self.grid.cell(index)
            what = "gold" if clue == GOLD else f"clue {clue}"
            need = 0 if clue == GOLD else clue
            near = [self.cells[i] for i in self.grid.neighbours(index)]
            hidden = sum(c in (HIDDEN, FLAGGED) for c in near)
            mines, flags = near.count(MINE), near.count(FLAGGED)
            if need > len(near):
                kind, why = "clue too large", f"has only {plural(len(near), 'neighbour')}"
            elif mines > need:
                kind, why = "too many mines at clue", f"touches {plural(mines, 'open mine')}"
            elif mines + hidden < need:
                kind, why = "too few cells at clue", f"finds only {mines + hidden} cells for mines"
            elif mines + flags > need:
                kind, why = "too many flags at clue", f"touches {mines + flags} flags and mines"
            elif need == 0 and hidden > flags and self.rules.zeros_open:
                kind, why = "unopened zero", "should have opened its neighbours"
            else:
                continue
            faults.append(Fault(kind, cell, f"{what} at {list(cell)} {why}"))
        return faults

    def _faults_in_signs(self) -> list[Fault]:
        faults = []
        for index, sign in enumerate(self.signs):
            if self.cells[index] >= HIDDEN:
                continue
            cell = list(self.grid.cell(index))
            near = [self.cells[i] for i in told_of(self.grid, self.rules.signs, index)]
            hidden, gold = sum(c in (HIDDEN, FLAGGED) for c in near), near.count(GOLD)
            told = f"the sign of {sign} gold at {cell}"
            if sign > hidden + gold:
                sentence = f"{told} finds only {hidden + gold} cells for gold"
            elif gold > sign and (sign == 0 or self.rules.signs == "counts"):
                sentence = f"{told} touches {gold} open gold"
            else:
                continue
            faults.append(Fault("wrong sign of gold", self.grid.cell(index), sentence))
        return faults
