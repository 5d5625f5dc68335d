"""The exact optimum of small games: the win rate of the best possible policy.

Computed by expectimax over the player's possible states of knowledge
(``perfect.kernel``). The value of a first cell is the number of layouts won, of all that
the first-move rule allows. One table of states serves all three rules, all numbers of mines and all
later searches on boards of the same size.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

from sapper.arguments import checked
from sapper.errors import BudgetError, InputError, NotationError
from sapper.estimate import percent
from sapper.files import replacing
from sapper.game import Cell, Grid, Level
from sapper.game.level import board_of
from sapper.game.rules import First, first_cells, mine_free_indices
from sapper_lab.perfect.kernel.expectimax import MAX_CELLS, Expectimax

DEFAULT_MEGABYTES = 4096
BYTES_PER_LAYOUT = 64  # its words, its clique and its entries in sets; plus one byte per cell
MIN_SAVE_SECONDS = 60.0  #: minimum seconds between two writes of the table
MAX_MEGABYTES = 2**30  #: more than any computer has; the table counts bytes in 64 bits
FORMAT = 2  #: version of table files; those of format 1 may hold upper bounds that are too low
SAVE_SHARE = 20  #: writing the table takes at most one part in this many of the time

#: Called regularly with the number of the current first cell, the number of first cells and the
#: number of states; a true result stops the search.
Report = Callable[[int, int, int], bool]


@dataclass(frozen=True)
class Optimum:
    """The share of games that perfect play wins: from ``low`` to ``high``, equal if ``exact``.

    ``best_first`` is a first cell that wins ``low``; ``states`` is the number of states that the
    search remembered. ``note`` says why it stopped early.

    >>> sapper.optimum("3x3x2").best_first
    (0, 1)
    """

    low: Fraction
    high: Fraction
    best_first: Cell | None
    states: int
    seconds: float
    note: str = ""

    @property
    def exact(self) -> bool:
        """True if ``low`` is the optimum itself."""
        return self.low == self.high

    def to_json(self) -> dict[str, Any]:
        """Return plain values; ``value`` and ``fraction`` are null unless ``exact``."""
        return {
            "value": float(self.low) if self.exact else None,
            "fraction": str(self.low) if self.exact else None,
            "best_first": self.best_first,
            "states": self.states,
            "seconds": self.seconds,
            "low": float(self.low),
            "high": float(self.high),
            "exact": self.exact,
            "note": self.note,
        }

    def __str__(self) -> str:
        low, high = percent(float(self.low), 2), percent(float(self.high), 2)
        wins = f"{low} ({self.low})" if self.exact else f"{low} to {high}"
        first = "" if self.best_first is None else f", opening {list(self.best_first)} first"
        return f"perfect play wins {wins} of the games{first}"

    def __repr__(self) -> str:
        return f"<Optimum: {self}>"


@checked
def optimum(
    level: Level | str | tuple[Grid, int],
    first: First = "safe",
    *,
    seconds: float = math.inf,
    megabytes: int = DEFAULT_MEGABYTES,
    report: Report | None = None,
    table: str | Path | None = None,
) -> Optimum:
    """Return the largest share of games that any policy wins, with its best first cell.

    - ``level``: a name, a ``Level``, or a grid with its number of mines.
    - ``first``: the first-move rule, ``any``, ``safe`` or ``opening``.
    - ``seconds``, ``megabytes``: limits on the time, and on the memory of layouts and states.
    - ``report``: called regularly with the number of first cells searched, the number of first
      cells and the number of states; a true result stops the search.
    - ``table``: a file of states, which is read if it exists, and written regularly and when the
      search ends for any reason. A killed search loses at most the last few minutes.

    If the search stops early, the result has the best bounds found.

    Raises ``RulesError`` if every first cell leaves too few cells for the mines, ``InputError`` for
    a board of more than ``MAX_CELLS`` cells, ``BudgetError`` if the layouts alone take more
    memory, and ``NotationError`` for a table of another board.

    >>> best = sapper.optimum("4x4x4", first="opening")
    >>> float(best.low), best.exact
    (0.9714285714285714, True)
    """
    grid, mines = board_of(level)
    return optima(
        grid, mines, (first,), seconds=seconds, megabytes=megabytes, report=report, table=table
    )[first]


def optima(
    grid: Grid,
    mines: int,
    rules: Sequence[First],
    *,
    seconds: float = math.inf,
    megabytes: int = DEFAULT_MEGABYTES,
    report: Report | None = None,
    table: str | Path | None = None,
) -> dict[First, Optimum]:
    """Return the optimum under each of several first-move rules, found by one search.

    The states found under one rule serve the next; ``any`` after ``safe`` needs no search at all.
    The limits apply to all rules together, and ``states`` counts all states so far. The other
    arguments and the errors are those of ``optimum``.
    """
    if grid.size > MAX_CELLS:
        raise InputError(f"the optimum takes at most {MAX_CELLS} cells, not {grid.size}")
    starts = {first: first_cells(grid, mines, first) for first in rules}
    room = _room(grid, mines, starts, megabytes)
    search = _Search(grid, mines, room, seconds, report, None if table is None else Path(table))
    try:
        return {first: search.best(first, starts[first]) for first in rules}
    finally:
        search.save()


def _room(grid: Grid, mines: int, starts: dict[First, tuple[int, ...]], megabytes: int) -> int:
    """Return the megabytes left for states. Raises ``BudgetError`` if the layouts take them all."""
    most = max(
        math.comb(len(_free(grid, start, first)), mines)
        for first, cells in starts.items()
        for start in cells
    )
    room = min(megabytes, MAX_MEGABYTES) - (most * (BYTES_PER_LAYOUT + grid.size) >> 20)
    if room <= 0:
        raise BudgetError(f"{most:,} layouts take more than {megabytes} MB")
    return room


class _Search:
    """The search behind ``optima``: its states, limits and table, and what it knows of first cells.

    Keys of first cells are the cell and the cells that may hold mines after it.
    """

    def __init__(
        self,
        grid: Grid,
        mines: int,
        room: int,
        seconds: float,
        report: Report | None,
        table: Path | None,
    ) -> None:
        self._grid, self._mines, self._report, self._table = grid, mines, report, table
        self._looked = self._cells = 0
        self._begun = False
        self._written, self._pause = time.monotonic(), MIN_SAVE_SECONDS
        self._known: dict[tuple[int, ...], tuple[int, int]] = {}
        self._limits: dict[tuple[int, ...], int | None] = {}
        self._risked: dict[tuple[int, ...], int | None] = {}
        self._search = Expectimax(grid, self._look)
        self._search.within(math.inf, room)
        self._deadline = time.monotonic() + seconds
        if table is not None and (table.is_dir() or not table.parent.is_dir()):
            raise InputError(f"{table}: the table cannot be written there")
        if table is not None and table.exists():
            _read(table, self._search, grid)
        self._begun = True
        self._search.within(self._deadline - time.monotonic(), room)

    def best(self, first: First, starts: Sequence[int]) -> Optimum:
        """Return the optimum under a first-move rule that allows these first cells."""
        started = time.perf_counter()
        self._looked, self._cells = 0, len(starts)
        low, high, best = Fraction(0), Fraction(0), None
        boards = {start: _free(self._grid, start, first) for start in starts}
        for start in self._ordered(boards):
            free = boards[start]
            key = start, *free
            least, dealt = self._risked[key] or 0, math.comb(len(free), self._mines)
            most = self._limits[key] or dealt
            if first == "any":
                dealt = math.comb(len(self._grid.playable), self._mines)
            need = math.floor(low * dealt) + 1
            if best is not None and start < best:
                need = math.ceil(low * dealt)  # the first of equal cells is the best
            won = self._won(key, need, least)
            if won is None:  # the bounds are all that is known
                if Fraction(least, dealt) > low:
                    low, best = Fraction(least, dealt), start
                high = max(high, Fraction(most, dealt))
                continue
            self._looked += 1
            if won >= need:
                low, best = Fraction(won, dealt), start
            else:
                high = max(high, Fraction(won, dealt))
        high = max(high, low)
        looked = f"stopped after {self._looked} of {self._cells} first cells"
        spent = time.perf_counter() - started
        cell = None if best is None else self._grid.cell(best)
        note = "" if low == high else looked
        return Optimum(low, high, cell, self._search.table.states, spent, note)

    def save(self) -> None:
        """Write the table, if there is one."""
        if self._table is not None:
            _write(self._table, self._search, self._grid)

    def _ordered(self, boards: dict[int, list[int]]) -> list[int]:
        """Bound all first cells, in case there is no time for more, and return them in the order of
        the search: those that win most without a search come first, so that others can be abandoned
        early."""
        search = self._search
        for bounds, count in (self._limits, search.most), (self._risked, search.least_risk):
            for start, free in boards.items():
                if bounds.get((start, *free)) is None:
                    bounds[(start, *free)] = self._laid(free, count)
        keys = [(start, *free) for start, free in boards.items()]
        return [key[0] for key in sorted(keys, key=lambda key: (-(self._risked[key] or 0), key))]

    def _won(self, key: tuple[int, ...], need: int, least: int) -> int | None:
        """Return the number of layouts won from a first cell: the exact number if it reaches
        ``need``, otherwise an upper bound, or None if the search stops before that."""
        won = _answer(self._known.get(key), need)
        if won is not None:
            return won
        need = need if key in self._known else max(need, least)
        won = self._laid(key[1:], partial(self._search.win, need))
        if won is None or self._search.gave_up():
            return None
        self._known[key] = (need, won)
        return won

    def _laid(self, free: Sequence[int], count: Callable[[], int]) -> int | None:
        """Lay the layouts of a first cell and count them; None if the search stops before that."""
        late = self._search.gave_up() or time.monotonic() >= self._deadline
        if late or self._look(self._search.table.states):
            return None
        self._search.lay(free, self._mines)
        return None if self._search.gave_up() else count()

    def _look(self, states: int) -> bool:
        """Write the table now and then, and return whether the search has to stop."""
        if not self._begun:  # the table is being read, and would be written incomplete
            return False
        if self._table is not None and time.monotonic() > self._written + self._pause:
            started = time.monotonic()
            self.save()
            self._written = time.monotonic()
            self._pause = max(MIN_SAVE_SECONDS, SAVE_SHARE * (self._written - started))
        return self._report is not None and self._report(self._looked, self._cells, states)


def _answer(known: tuple[int, int] | None, need: int) -> int | None:
    """Return the result of an earlier search if it answers whether ``need`` layouts can be won.

    ``known`` is what that search needed and what it found: the exact number if it reached the need,
    otherwise an upper bound.
    """
    if known is None:
        return None
    needed, won = known
    return won if won >= needed or won < need else None


def _free(grid: Grid, start: int, first: First) -> list[int]:
    """Return the cells that may hold mines if a game survives its start at ``start``."""
    spared = {start, *mine_free_indices(grid, start, first)}
    return [i for i in grid.playable if i not in spared]


def _board(grid: Grid) -> str:
    return f"{grid.kind} {grid.width}x{grid.height} {sorted(grid.blocked)} {grid.edges}"


def _write(path: Path, search: Expectimax, grid: Grid) -> None:
    import numpy as np

    key_a, key_b, low, high = search.table.export()
    with replacing(path) as draft, draft.open("wb") as file:
        np.savez(
            file,
            format=np.array(FORMAT),
            board=np.array(_board(grid)),
            key_a=np.asarray(key_a),
            key_b=np.asarray(key_b),
            low=np.asarray(low),
            high=np.asarray(high),
        )


def _read(path: Path, search: Expectimax, grid: Grid) -> None:
    import numpy as np

    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            board, current = str(arrays["board"]), "format" in arrays and arrays["format"] == FORMAT
            names = [np.ascontiguousarray(arrays[key], np.uint64) for key in ("key_a", "key_b")]
            bounds = [np.ascontiguousarray(arrays[key], np.uint32) for key in ("low", "high")]
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        raise NotationError(f"{path} is not a table of sapper optimum") from None
    if not current:
        raise NotationError(f"{path} is a table of another version of sapper: delete it")
    if len({*map(np.size, names), *map(np.size, bounds)}) > 1:
        raise NotationError(f"{path} is an incomplete table")
    if board != _board(grid):
        kind, size, *_ = [*board.split(), "?", "?"]
        theirs, ours = (f"{kind} cells, {size}", f"{grid.kind} cells, {grid.width}x{grid.height}")
        which = "of the same size" if theirs == ours else f"({theirs[:40]}), not of {ours}"
        raise NotationError(f"{path} is a table of another board {which}")
    if not search.table.load(names[0], names[1], bounds[0], bounds[1]):
        raise BudgetError(f"{path} needs more memory than the search may use")
