"""The exact optimum of small games: the win rate of the best possible policy.

Computed by expectimax over the player's possible states of knowledge
(``inference.kernel.optimum``). The value of a first cell is the number of layouts won, of all that
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
from sapper.game.rules import First, clear, first_cells
from sapper.inference.kernel.optimum.expectimax import MOST_CELLS, Expectimax

MEGABYTES = 4096
BYTES_A_LAYOUT = 64  # its words, its clique and its entries in sets; plus one byte per cell
SECONDS = 60.0  #: minimum seconds between two writes of the table
MOST_MEGABYTES = 2**30  #: more than any computer has; the table counts bytes in 64 bits
FORMAT = 2  #: version of table files; those of format 1 may hold upper bounds that are too low
SHARE = 20  #: writing the table takes at most one part in this many of the time

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
    megabytes: int = MEGABYTES,
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
    a board of more than ``MOST_CELLS`` cells, ``BudgetError`` if the layouts alone take more
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
    megabytes: int = MEGABYTES,
    report: Report | None = None,
    table: str | Path | None = None,
) -> dict[First, Optimum]:
    """Return the optimum under each of several first-move rules, found by one search.

    The states found under one rule serve the next; ``any`` after ``safe`` needs no search at all.
    The limits apply to all rules together, and ``states`` counts all states so far. The other
    arguments and the errors are those of ``optimum``.
    """
    if grid.size > MOST_CELLS:
        raise InputError(f"the optimum takes at most {MOST_CELLS} cells, not {grid.size}")
    starts = {first: first_cells(grid, mines, first) for first in rules}
    most = max(
        math.comb(len(_free(grid, start, first)), mines)
        for first in rules
        for start in starts[first]
    )
    room = min(megabytes, MOST_MEGABYTES) - (most * (BYTES_A_LAYOUT + grid.size) >> 20)
    if room <= 0:
        raise BudgetError(f"{most:,} layouts take more than {megabytes} MB")
    looked = cells = 0
    begun = False
    written = time.monotonic()
    pause = SECONDS

    def look(states: int) -> bool:
        nonlocal written, pause
        if not begun:  # the table is being read, and would be written incomplete
            return False
        if table is not None and time.monotonic() > written + pause:
            started = time.monotonic()
            _write(Path(table), search, grid)
            written = time.monotonic()
            pause = max(SECONDS, SHARE * (written - started))
        return report is not None and report(looked, cells, states)

    search = Expectimax(grid, look)
    search.within(math.inf, room)
    deadline = time.monotonic() + seconds
    if table is not None and (Path(table).is_dir() or not Path(table).parent.is_dir()):
        raise InputError(f"{table}: the table cannot be written there")
    if table is not None and Path(table).exists():
        _read(Path(table), search, grid)
    begun = True
    search.within(deadline - time.monotonic(), room)

    def laid(free: Sequence[int], count: Callable[[], int]) -> int | None:
        """Lay the layouts of a first cell and count them; None if the search stops before that."""
        if search.gave_up() or time.monotonic() >= deadline or look(search.table.states):
            return None
        search.lay(free, mines)
        return None if search.gave_up() else count()

    known: dict[tuple[int, ...], tuple[int, int]] = {}
    limits: dict[tuple[int, ...], int | None] = {}
    risked: dict[tuple[int, ...], int | None] = {}
    results: dict[First, Optimum] = {}
    try:
        for first in rules:
            started = time.perf_counter()
            looked, cells = 0, len(starts[first])
            low, high, best = Fraction(0), Fraction(0), None
            boards = {start: _free(grid, start, first) for start in starts[first]}
            # All cells are bounded first, in case there is no time for more.
            for bounds, count in (limits, search.most), (risked, search.least_risk):
                for start, free in boards.items():
                    if bounds.get((start, *free)) is None:
                        bounds[(start, *free)] = laid(free, count)
            # Cells that win most without a search come first, so that others can be abandoned early
            keys = [(start, *free) for start, free in boards.items()]
            for key in sorted(keys, key=lambda key: (-(risked[key] or 0), key)):
                start = key[0]
                free = boards[start]
                least, dealt = risked[key] or 0, math.comb(len(free), mines)
                most = limits[key] or dealt
                if first == "any":
                    dealt = math.comb(len(grid.playable), mines)
                need = math.floor(low * dealt) + 1
                if best is not None and start < best:
                    need = math.ceil(low * dealt)  # the first of equal cells is the best
                won = _answer(known.get(key), need)
                if won is None:
                    need = need if key in known else max(need, least)
                    won = laid(free, partial(search.win, need))
                    if won is not None and not search.gave_up():
                        known[key] = (need, won)
                    else:
                        won = None
                if won is None:  # the bounds are all that is known
                    if Fraction(least, dealt) > low:
                        low, best = Fraction(least, dealt), start
                    high = max(high, Fraction(most, dealt))
                    continue
                looked += 1
                if won >= need:
                    low, best = Fraction(won, dealt), start
                else:
                    high = max(high, Fraction(won, dealt))
            high = max(high, low)
            note = "" if low == high else f"stopped after {looked} of {cells} first cells"
            spent = time.perf_counter() - started
            first_cell = None if best is None else grid.cell(best)
            results[first] = Optimum(low, high, first_cell, search.table.states, spent, note)
    finally:
        if table is not None:
            _write(Path(table), search, grid)
    return results


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
    spared = {start, *clear(grid, start, first)}
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
