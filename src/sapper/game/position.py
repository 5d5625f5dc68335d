"""Positions: all that a player may see, immutable."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from sapper.errors import RulesError, plural
from sapper.game import text
from sapper.game.codes import BLOCKED, FLAGGED, GOLD, HIDDEN, MINE
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
    Text form: see ``Position.parse``. Raises ``RulesError`` if the bytes do not fit the grid, or
    there are more mines than cells for them.
    """

    grid: Grid
    rules: Rules
    mines: int
    cells: bytes

    def __post_init__(self) -> None:
        if len(self.cells) != self.grid.size:
            raise RulesError(f"{len(self.cells)} cells given for a grid of {self.grid.size}")
        blocked = self.grid.blocked
        if self.cells.count(BLOCKED) != len(blocked) or any(
            self.cells[i] != BLOCKED for i in blocked
        ):
            raise RulesError("the cells that are blocked differ from those of the grid")
        if not 0 <= self.mines <= self.grid.size - len(blocked):
            raise RulesError(
                f"{self.mines} mines do not fit on {self.grid.size - len(blocked)} cells"
            )

    @classmethod
    def start(cls, grid: Grid, mines: int, rules: Rules | None = None) -> Position:
        """The position before the first move."""
        cells = bytes(BLOCKED if i in grid.blocked else HIDDEN for i in range(grid.size))
        return cls(grid, rules or Rules(), mines, cells)

    @classmethod
    def parse(cls, source: str) -> Position:
        """Read a text form: ``WxHxM`` and options on the first line, then a line a row.

        A row has ``0``–``9`` for clues (``(12)`` beyond 9), ``H`` hidden, ``F`` flagged, ``*``
        an open mine, ``G`` open gold, ``#`` blocked; ``u``, ``C`` and ``?`` are read as hidden,
        ``m`` and ``M`` as flagged, ``D`` as an open mine. Options, where they are not the
        defaults: ``first=any|safe|opening``, ``lives=N``, ``zeros=open|closed``,
        ``won=opening|flagging``, ``grid=square|torus|hex|graph``, ``edges=0-1,1-2,…``.

        Raises ``NotationError`` naming the line, or ``RulesError``.
        """
        return cls(*text.parse(source))

    def __str__(self) -> str:
        return text.write(self.grid, self.rules, self.mines, self.cells)

    def __getitem__(self, cell: Cell) -> int:
        """The byte of ``(row, column)``."""
        return self.cells[self.grid.index(cell)]

    @cached_property
    def hidden(self) -> tuple[int, ...]:
        """Indices of the hidden cells, flagged ones included."""
        return tuple(i for i, c in enumerate(self.cells) if c in (HIDDEN, FLAGGED))

    @property
    def untouched(self) -> bool:
        """Whether nothing is open yet."""
        closed = self._unopened + self.cells.count(BLOCKED)
        return closed == self.grid.size

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
        return replace(self, cells=cells)

    def status(self) -> tuple[Fault, ...]:
        """Everything wrong that can be seen without search; empty where nothing is.

        A position without faults may still be impossible: ``sapper.analyse`` decides.
        """
        return (*self._faults_in_numbers(), *self._faults_in_clues())

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
            elif need == 0 and hidden > flags and self.rules.zeros_open and clue != GOLD:
                kind, why = "unopened zero", "should have opened its neighbours"
            else:
                continue
            faults.append(Fault(kind, cell, f"{what} at {list(cell)} {why}"))
        return faults
