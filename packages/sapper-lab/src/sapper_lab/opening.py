"""The best first cell of a board: a race of first cells on identical deals, continued by ``swift``,
in which significantly worse cells drop out; and its result with a JSON and a text form."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import inf
from statistics import NormalDist
from typing import Any

import numpy as np

from sapper.arena.match import resolve_level
from sapper.arena.runner import ValueSeries, WorkerPool, interruptible, run
from sapper.arena.stats import Floats, columns
from sapper.arguments import checked
from sapper.errors import InputError, RulesError, plural
from sapper.estimate import Estimate, hundredths, mean, mean_difference
from sapper.game import Cell, Grid, Level, Rules
from sapper.game.rules import FIRST_CODES, First, first_cells, leaves_room
from sapper.inference.kernel.counter import Counter
from sapper.json_input import seed_json
from sapper.players.kernel.playout import NUMBERS
from sapper.players.kernel.rollouts import Rollouts
from sapper.version import installed_version

CHAIN = ("single-point", "swift")  #: strategies that continue the games


class FirstMoveValues:
    """The values of first cells on the deals of a seed; threads may share it.

    The first-move rule ``first`` is ``safe`` or ``opening``. Playouts weight survival by its
    probability (``sapper.players.kernel.rollouts``).
    """

    def __init__(self, grid: Grid, mines: int, first: First, seed: int) -> None:
        self._grid, self._mines, self._seed = grid, mines, seed
        self._promise = FIRST_CODES[first]
        self._idle: list[Rollouts] = []  # one for each thread, as they keep state

    def values(self, opened: Sequence[tuple[int, int]]) -> Floats:
        """Return the chance of winning for each pair of a deal's number and the index of the first
        cell opened."""
        try:
            rollouts = self._idle.pop()
        except IndexError:
            chain = [NUMBERS[name] for name in CHAIN]
            rollouts = Rollouts(Counter(self._grid), self._grid, self._mines, True, chain)
        chances = np.empty(len(opened))
        for i, (deal, cell) in enumerate(opened):
            chances[i] = rollouts.first_value(cell, self._promise, self._seed, deal)
        self._idle.append(rollouts)
        return chances


DROP_ERROR = 0.05  #: maximum probability that the best cell drops out
FIRST_ROUND_DEALS = 100  #: number of deals in the first round
ROUND_GROWTH = 1.5  #: factor by which each round increases the deals

#: Returns the value of each pair of a deal and a cell; called in any thread.
Play = Callable[[Sequence[tuple[int, int]]], Floats]


class RaceRound(ValueSeries):
    """Some deals, each opened at every cell still in the race.

    An instance is a deal opened at a cell; all cells of a deal precede the next deal.
    """

    def __init__(self, deals: range, cells: Sequence[int], play: Play) -> None:
        super().__init__(len(deals) * len(cells), play, self._opened)
        self._deals, self._cells = deals, cells

    def _opened(self, numbers: range) -> list[tuple[int, int]]:
        n = len(self._cells)
        return [(self._deals[i // n], self._cells[i % n]) for i in numbers]

    @property
    def finished(self) -> Floats:
        """The values of the deals that were opened at every cell, with shape (cells, deals)."""
        by_deal = self.total.reshape(-1, len(self._cells))
        whole: Floats = by_deal[~np.isnan(by_deal).any(axis=1)].T
        return whole


class Race:
    """The values of cells, deal by deal, and the cells still in the race.

    ``values[cell]`` has a value for each deal that the cell played: the deals from 0 on, fewer for
    cells that dropped out. ``played`` is the number of all values.
    """

    def __init__(self, cells: Sequence[int], play: Play) -> None:
        self.values: dict[int, Floats] = {cell: np.empty(0) for cell in cells}
        self.left = list(cells)
        self.played = 0
        self._play = play
        self._rounds = 0

    @property
    def deals(self) -> int:
        """The number of deals that the cells still in the race have played."""
        return len(self.values[self.left[0]])

    @property
    def best(self) -> int:
        """The cell with the largest value still in the race."""
        return max(self.left, key=lambda cell: self.values[cell].sum())

    def next_round(self, deals: int) -> RaceRound:
        """Return a round of the next deals, up to ``deals`` in total."""
        until = min(max(FIRST_ROUND_DEALS, int(ROUND_GROWTH * self.deals)), deals)
        return RaceRound(range(self.deals, until), self.left, self._play)

    def add(self, one: RaceRound) -> None:
        """Add the finished deals of a round, and drop cells that are significantly worse."""
        longer = zip(self.left, one.finished, strict=True)
        more_values = {cell: np.concatenate([self.values[cell], found]) for cell, found in longer}
        self.values = {
            **self.values,
            **more_values,
        }  # in one step, as Ctrl-C may interrupt anywhere
        self.played += one.done
        if self.deals:
            self._rounds += 1
            self._drop()

    def _drop(self) -> None:
        share = DROP_ERROR / (self._rounds * (self._rounds + 1))  # these sum to DROP_ERROR
        z = NormalDist().inv_cdf(1.0 - share / len(self.values))
        best = self.values[self.best]
        self.left = [
            one for one in self.left if mean_difference(best, self.values[one], z).low <= 0.0
        ]


MAX_SHOWN_CELLS = 10  #: number of cells in the text form


@dataclass(frozen=True)
class FirstCell:
    """A first cell: its chance of winning, how much ``less`` that is than for the best cell on the
    deals that both played, and whether it dropped out of the race."""

    cell: Cell
    chance: Estimate
    less: Estimate
    dropped: bool

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "cell": list(self.cell),
            "games": self.chance.playouts,
            "chance": self.chance.value,
            "interval": [self.chance.low, self.chance.high],
            "less": self.less.value,
            "less_interval": [self.less.low, self.less.high],
            "dropped": self.dropped,
        }


@dataclass(frozen=True, repr=False)
class OpeningResult:
    """The first cells of a board, up to symmetry, best first.

    ``level`` and ``first`` are the board and the first-move rule, and ``interrupted`` is True if
    more games were planned. There are no cells if it ended before each had played a game. The
    ``seed`` of the deals, the ``games`` planned and the ``version`` of sapper repeat it.

    ``str(result)`` is a table for people, of the ten best cells; ``to_json`` returns what ``sapper
    opening --json`` prints.

    >>> best = sapper.opening("3x3x2", games=20).cells[0]
    >>> best.cell
    (0, 1)
    """

    level: str
    first: First
    cells: tuple[FirstCell, ...]
    interrupted: bool = False
    games: int = 0
    seed: int = 0
    version: str = field(default_factory=installed_version, compare=False)

    @property
    def best(self) -> Cell | None:
        """The cell with the best chance, if there is one."""
        return self.cells[0].cell if self.cells else None

    @property
    def undecided(self) -> int:
        """The number of cells that may be the best."""
        return sum(not cell.dropped for cell in self.cells)

    def to_json(self) -> dict[str, Any]:
        """Return plain values; the key ``interrupted`` is present only if true."""
        return {
            "level": self.level,
            "first": self.first,
            **({"interrupted": True} if self.interrupted else {}),
            "games": self.games,
            "seed": seed_json(self.seed),
            "version": self.version,
            "best": self.best,
            "cells": [one.to_json() for one in self.cells],
        }

    def __repr__(self) -> str:
        return f"<OpeningResult: {self.level}, first={self.first}, best {self.best}>"

    def rows(self) -> list[dict[str, Any]]:
        """Return the first cells as the rows of a table, such as ``pandas.DataFrame(rows)``.

        The columns are ``row``, ``column``, ``games``, ``chance``, the ends of its interval ``low``
        and ``high``, ``less`` and ``dropped``.
        """
        return [
            {
                "row": candidate.cell[0],
                "column": candidate.cell[1],
                "games": candidate.chance.playouts,
                "chance": candidate.chance.value,
                "low": candidate.chance.low,
                "high": candidate.chance.high,
                "less": candidate.less.value,
                "dropped": candidate.dropped,
            }
            for candidate in self.cells
        ]

    def __str__(self) -> str:
        head = f"{self.level} · first move {self.first} · continued by swift"
        lines = [f"{head} · interrupted" if self.interrupted else head]
        if not self.cells:
            return "\n".join([*lines, "no deal has been played from every first cell"])
        shown = self.cells[:MAX_SHOWN_CELLS]
        rows = [("first cell", "won %", "less than the best", "games")]
        for i, one in enumerate(shown):
            less = "" if i == 0 else _points(one.less)
            games = f"{one.chance.playouts:,}"
            rows.append((str(list(one.cell)), _points(one.chance), less, games))
        lines += ["", columns(rows), ""]
        if hidden := len(self.cells) - len(shown):
            least = 100 * min(one.less.value for one in self.cells[MAX_SHOWN_CELLS:])
            lines.append(f"{plural(hidden, 'other cell')}: less by {least:.2f} or more")
        lines.append(self._verdict())
        return "\n".join(lines)

    def _verdict(self) -> str:
        best = list(self.cells[0].cell)
        if len(self.cells) == 1:
            return f"By symmetry, all first cells are like {best}."
        if self.undecided == 1:
            return f"{best} is the best first cell."
        others = plural(self.undecided - 1, "other cell")
        return f"{best} looks best; {others} may be as good or better."


def _points(estimate: Estimate) -> str:
    return f"{hundredths(estimate.value)} ± {hundredths(estimate.half_width)}"


@dataclass(frozen=True)
class RaceState:
    """The progress of a race.

    - ``done``, ``due``: the games played, and to play if no more cells drop out.
    - ``best``, ``chance``: the best cell so far and its chance of winning, or None.
    - ``left``, ``cells``: the number of cells still in the race, and of all cells.
    """

    done: int
    due: int
    best: Cell | None
    chance: Estimate | None
    left: int
    cells: int


#: Called at the start and after every batch.
Progress = Callable[[RaceState], object]


@checked
def opening(
    level: Level | str | tuple[Grid, int],
    first: First = "safe",
    *,
    games: int,
    cells: Iterable[Cell] | None = None,
    seconds: float = inf,
    seed: int = 0,
    workers: int = 1,
    progress: Progress | None = None,
) -> OpeningResult:
    """Return the first cells of a board, best first, with their chances of winning.

    Symmetric cells count once. All cells play the deals 0, 1, … of the seed, continued by
    ``swift``. Survival is weighted by its probability, which reduces the variance. Cells that are
    significantly worse than the best one drop out early; the probability that the best cell drops
    out is at most 0.05.

    - ``level``: a name, a ``Level``, or a grid with its number of mines.
    - ``first``: the first-move rule (``any``, ``safe``, ``opening``).
    - ``games``: the number of deals for cells that do not drop out.
    - ``cells``: the first cells to compare, by default all.
    - ``seconds``: a time limit; without one the result depends only on the seed and ``games``.
    - ``workers``: the number of games played in parallel; the result is the same for any number.
    - ``progress``: called at the start and after every batch.

    The other rules have their defaults. On very large boards, playouts in which counting becomes
    too hard count as lost.

    Raises ``InputError`` for arguments that cannot be played; ``RulesError`` for a cell outside the
    grid, or if no first cell, or one of ``cells``, leaves room for the mines; and
    ``MatchInterrupted``, with the games finished so far, on Ctrl-C.

    >>> sapper.opening("3x3x2", games=20)
    <OpeningResult: 3x3x2, first=safe, best (0, 1)>
    """
    if games < 1:
        raise InputError(f"an opening needs at least one game, not {games}")
    name, grid, mines = resolve_level(level)
    Rules(first)
    if cells is None:
        compared = first_cells(grid, mines, first)
    else:
        compared = _chosen(cells, grid, mines, first)
    # If the first cell may be a mine but is not, the game is one with a safe first cell.
    moves = FirstMoveValues(grid, mines, "safe" if first == "any" else first, seed)
    safety = 1.0 - mines / len(grid.playable) if first == "any" else 1.0
    race = Race(compared, moves.values)
    until = time.monotonic() + seconds

    def result(interrupted: bool = False) -> OpeningResult:
        cells = _ranked(race, grid, safety)
        return OpeningResult(name, first, cells, interrupted, games, seed)

    def report(current: RaceRound) -> None:
        if progress is not None:
            done, deals = race.played + current.done, games - race.deals
            due = race.played + deals * len(race.left)
            best = race.best if race.deals else None
            chance = mean(race.values[race.best]).times(safety) if race.deals else None
            cell = None if best is None else grid.cell(best)
            progress(RaceState(done, due, cell, chance, len(race.left), len(compared)))

    pool = WorkerPool(workers, threads=True)
    with interruptible(lambda: result(interrupted=True)):
        while race.deals < games and time.monotonic() < until:
            current = race.next_round(games)
            report(current)
            try:
                run([current], pool, report, until=until)
            finally:
                race.add(current)
    return result()


def _chosen(cells: Iterable[Cell], grid: Grid, mines: int, first: First) -> tuple[int, ...]:
    """Return the indices of distinct first cells. Raises ``InputError`` or ``RulesError``."""
    indices = tuple(dict.fromkeys(map(grid.index, cells)))
    if not indices:
        raise InputError("there are no first cells to compare")
    for index in indices:
        if index in grid.blocked:
            raise RulesError(f"the first cell {list(grid.cell(index))} is blocked")
        if not leaves_room(grid, mines, index, first):
            raise RulesError(
                f"first={first}: a first move at {list(grid.cell(index))} leaves too few cells for"
                f" {plural(mines, 'mine')}"
            )
    return indices


def _ranked(race: Race, grid: Grid, safety: float) -> tuple[FirstCell, ...]:
    """Return the cells best first, those still in the race before those that dropped out."""
    if not race.deals:
        return ()
    best = race.values[race.best]
    ranking = [
        FirstCell(
            grid.cell(cell),
            mean(values).times(safety),
            Estimate.exactly(0.0)
            if cell == race.best
            else mean_difference(best[: len(values)], values).times(safety),
            cell not in race.left,
        )
        for cell, values in race.values.items()
    ]
    leader = grid.cell(race.best)
    return tuple(sorted(ranking, key=lambda one: (one.cell != leader, one.dropped, one.less.value)))
