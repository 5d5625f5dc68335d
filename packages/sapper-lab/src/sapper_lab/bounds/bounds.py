"""Upper and lower bounds on the win rate of the best possible player.

The lower bound is the win rate of ``swift`` on random deals. The upper bound combines a search of
the game until the first 0 is open (``bounds.early``) with the relaxed game of
``sapper_lab.bounds.kernel.relaxation`` after that. Each bound holds with a probability of 95%. The
confidence limits are those of ``sapper.arena.stats``, which hold at all sample sizes.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

from sapper.arena.match import resolve_level
from sapper.arena.runner import WorkerPool, interruptible
from sapper.arena.stats import columns, lower_limit
from sapper.arguments import checked, ranged
from sapper.errors import InputError, plural
from sapper.estimate import hundredths
from sapper.game import Cell, Grid, Level
from sapper.game.rules import First, first_cells
from sapper.json_input import seed_json
from sapper.players.start import best_start
from sapper_lab.bounds.early import EarlyGame, EarlyPosition
from sapper_lab.bounds.samples import DealSample, Relaxed, Sample, SampleFile
from sapper_lab.opening import FirstMoveValues

ERROR_PROBABILITY = 0.05  #: probability that the lower bound is wrong, and that the upper one is
SHOWN_CELLS = 5  #: number of first cells in the text form


@dataclass(frozen=True)
class CellBound:
    """The upper bound ``high`` for players that open ``cell`` first."""

    cell: Cell
    high: float

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return {"cell": list(self.cell), "high": self.high}


@dataclass(frozen=True, repr=False)
class Bounds:
    """The best possible player wins at least ``low`` and at most ``high`` of the games.

    Each bound holds with a probability of 95%.

    - ``low_value``, ``start``, ``games``: ``swift`` won that share of that many games from
      ``start``.
    - ``cells``: the first cells up to symmetry, largest bound first.
    - ``guesses``: the number of guesses that the relaxed game evaluates after the first 0. Before
      it, two guesses are evaluated if that is less.
    - ``layouts``: the number of layouts that evaluate the first of them.
    - ``deals``: the number of relaxed games played.
    - ``looked``: the number of moves before the first 0 that were expanded.

    >>> bounds = sapper.bounds("4x4x4", deals=20)
    >>> bounds.low <= bounds.high, len(bounds.rows())
    (True, 3)
    """

    level: str
    first: First
    low: float
    low_value: float
    start: Cell
    games: int
    cells: tuple[CellBound, ...]
    guesses: int
    layouts: int
    deals: int
    looked: int
    seed: int
    interrupted: bool = False

    def __repr__(self) -> str:
        return f"<Bounds: {self.level}, first={self.first}, {self.low:.4f} to {self.high:.4f}>"

    def rows(self) -> list[dict[str, Any]]:
        """Return the first cells as the rows of a table: ``row``, ``column`` and ``high``."""
        return [
            {"row": bound.cell[0], "column": bound.cell[1], "high": bound.high}
            for bound in self.cells
        ]

    @property
    def high(self) -> float:
        """The upper bound: the largest one of any first cell."""
        return self.cells[0].high

    def to_json(self) -> dict[str, Any]:
        """Return plain values; the key ``interrupted`` is present only if true."""
        return {
            "level": self.level,
            "first": self.first,
            **({"interrupted": True} if self.interrupted else {}),
            "low": self.low,
            "high": self.high,
            "confidence": 1.0 - ERROR_PROBABILITY,
            "lower": {
                "player": "swift",
                "start": list(self.start),
                "value": self.low_value,
                "games": self.games,
            },
            "upper": {
                "guesses": self.guesses,
                "layouts": self.layouts,
                "deals": self.deals,
                "looked": self.looked,
                "cells": [one.to_json() for one in self.cells],
            },
            "seed": seed_json(self.seed),
        }

    def __str__(self) -> str:
        head = f"{self.level} · first move {self.first}"
        lines = [f"{head} · interrupted" if self.interrupted else head, ""]
        lines.append(
            f"The best possible player wins between {hundredths(self.low)} and"
            f" {hundredths(self.high)}% of the games."
        )
        lines.append(
            f"Lower bound: swift won {hundredths(self.low_value)}% of {plural(self.games, 'game')}"
            f" from {list(self.start)}."
        )
        shown = "a guess" if self.guesses == 1 else f"{self.guesses} guesses"
        if self.first != "opening":
            shown += ", or after two guesses before it"
        lines.append(
            f"Upper bound: a player that gets help after the first 0 and {shown}"
            f" ({plural(self.deals, 'deal')}; {plural(self.looked, 'move')} searched before the 0)."
        )
        lines.append("Each bound holds with a probability of 95%.")
        rows = [("first cell", "at most %")]
        rows += [(str(list(one.cell)), hundredths(one.high)) for one in self.cells[:SHOWN_CELLS]]
        lines += ["", columns(rows)]
        if len(self.cells) > SHOWN_CELLS:
            others = plural(len(self.cells) - SHOWN_CELLS, "other cell")
            lines.append(f"{others}: at most {hundredths(self.cells[SHOWN_CELLS].high)}")
        return "\n".join(lines)


DEFAULT_DEALS, DEFAULT_LAYOUTS = 10_000, 20  #: the defaults of ``bounds``
MAX_GUESSES = 3  #: more would take years
FIRST_ROUND_DEALS = 200  #: number of deals of ``swift`` in the first round
PAIR_LAYOUTS_PER_DEAL = 8  #: layouts per deal that value pairs of guesses
SWIFT_TIME_SHARE = 0.25  #: share of the time for its deals during the search for the upper bound


@dataclass(frozen=True)
class BoundsState:
    """The progress of a search: the bounds, the first cell with the largest upper bound (None while
    that is 1), the number of deals played, and the position before the first move, whose ``moves``
    are the search tree."""

    deals: int
    low: float
    high: float
    cell: tuple[int, ...] | None
    root: EarlyPosition


#: Called after every batch.
Progress = Callable[[BoundsState], object]


@checked
def bounds(
    level: Level | str | tuple[Grid, int],
    first: First = "safe",
    *,
    guesses: int = 1,
    layouts: int = DEFAULT_LAYOUTS,
    deals: int = DEFAULT_DEALS,
    seconds: float = inf,
    seed: int = 0,
    workers: int = 1,
    file: str | Path | None = None,
    progress: Progress | None = None,
) -> Bounds:
    """Return bounds on the win rate of the best possible player.

    - ``level``: a name, a ``Level``, or a grid with its number of mines.
    - ``first``: the first-move rule (``any``, ``safe``, ``opening``).
    - ``guesses``: how many guesses, 1 to 3, the relaxed game evaluates after the first 0. Each
      additional guess tightens the bound and takes 100 to 1,000 times as long, so more than one
      guess is evaluated in only 1 of 64 deals.
    - ``layouts``: the number of layouts that evaluate its first guess; each later guess uses a
      tenth as many. With fewer layouts, the upper bound is valid but less tight.
    - ``deals``: the largest number of deals of ``swift``, and, for each first cell on average, of
      the relaxed game. Before the first 0, pairs of guesses are valued in at most eight times as
      many layouts.
    - ``seconds``: a time limit; the bounds are valid whenever the search stops.
    - ``seed``: the seed of the deals.
    - ``workers``: the number of deals played in parallel.
    - ``file``: a file that keeps the samples. If it exists, the search resumes from it.
    - ``progress``: called after every batch.

    The other rules have their defaults. Raises ``InputError`` for invalid arguments, ``RulesError``
    if no first cell leaves room for the mines, ``NotationError`` for a file of other bounds, and
    ``Interrupted``, with the bounds so far, on Ctrl-C.

    >>> sapper.bounds("4x4x4", deals=20)
    <Bounds: 4x4x4, first=safe, 0.4224 to 0.7282>
    """
    for number, words in ((guesses, "guess"), (layouts, "layout"), (deals, "deal")):
        if number < 1:
            raise InputError(f"bounds need at least one {words}, not {number}")
    ranged("guesses", guesses, 1, MAX_GUESSES)
    name, grid, mines = resolve_level(level)
    how = _Settings(name, grid, mines, first, guesses, layouts, deals, seed)
    search = _Search(how, file, WorkerPool(workers, threads=True), seconds, progress)
    with interruptible(lambda: search.result(interrupted=True)):
        try:
            search.run()
        finally:
            search.kept.write()
    return search.result()


@dataclass(frozen=True)
class _Settings:
    """The board and the arguments of ``bounds`` on which its values depend."""

    name: str
    grid: Grid
    mines: int
    first: First
    guesses: int
    layouts: int
    deals: int
    seed: int

    @property
    def rule(self) -> First:
        """The rule of the games: if the first cell may be a mine but is not, the game is one with a
        safe first cell."""
        return "safe" if self.first == "any" else self.first

    @property
    def safety(self) -> float:
        """The chance that the first cell is not a mine."""
        return 1.0 - self.mines / len(self.grid.playable) if self.first == "any" else 1.0

    @property
    def words(self) -> str:
        """What a file of samples calls them."""
        weighed = f"{plural(self.guesses, 'guess')} in {plural(self.layouts, 'layout')}"
        return f"{self.name} (first move {self.rule}, {weighed}, seed {self.seed})"


class _Search:
    """The samples behind both bounds: deals of ``swift``, and a search before the first 0."""

    def __init__(
        self,
        how: _Settings,
        file: str | Path | None,
        pool: WorkerPool,
        seconds: float,
        progress: Progress | None,
    ) -> None:
        grid, mines, rule = how.grid, how.mines, how.rule
        self._how, self._pool, self._progress = how, pool, progress
        self._starts = first_cells(grid, mines, how.first)
        start = grid.index(best_start(grid, mines, rule))
        self._start = start = start if start in self._starts else self._starts[0]
        swift = FirstMoveValues(grid, mines, rule, how.seed)
        self._lower = DealSample(lambda played: swift.values([(n, start) for n in played]))
        self.kept = SampleFile(file, how.words)
        self.kept.keep("swift", self._lower)
        relaxed = Relaxed(grid, mines, how.guesses, how.layouts, how.seed)
        more = PAIR_LAYOUTS_PER_DEAL * how.deals
        board = grid, mines, rule, self._starts
        self._early = EarlyGame(*board, relaxed, ERROR_PROBABILITY, self.kept.keep, more)
        self._begun = time.monotonic()
        self._until = self._begun + seconds
        self._limited, self._limit = 0, 0.0  # the lower bound after a number of deals

    def run(self) -> None:
        """Improve both bounds from the start, so that the search can be stopped at any time."""
        lower, early, deals = self._lower, self._early, self._how.deals
        most, swift_seconds = deals * len(self._starts), 0.0
        while (begun := time.monotonic()) < self._until:
            spent = begun - self._begun
            searching = early.deals < most and early.root.urgency > 0.0
            behind = swift_seconds <= SWIFT_TIME_SHARE * spent
            if len(lower) < deals and (behind or not searching):
                # A round takes no longer than the search so far, which may be a resumed one.
                more = min(max(FIRST_ROUND_DEALS, len(lower) // 2), deals - len(lower))
                self._grow(lower, more, min(self._until, begun + max(1.0, spent)))
                swift_seconds += time.monotonic() - begun
            elif searching:
                early.step(most - early.deals, self._grow)
                self._report()
            else:
                break

    def result(self, *, interrupted: bool = False) -> Bounds:
        """Return the bounds so far."""
        how, lower, early, grid = self._how, self._lower, self._early, self._how.grid
        if interrupted:
            early.use_all()
        ranked = sorted(self._starts, key=lambda index: -early.root.bounds[index])
        cells = tuple(
            CellBound(grid.cell(index), how.safety * float(early.root.bounds[index]))
            for index in ranked
        )
        value = how.safety * float(lower.values.mean()) if len(lower) else 0.0
        return Bounds(
            how.name, how.first, self._low(), value, grid.cell(self._start), len(lower), cells,
            how.guesses, how.layouts, early.deals, early.looked, how.seed, interrupted,
        )  # fmt: skip

    def _low(self) -> float:
        if self._limited != len(self._lower):
            self._limited = len(self._lower)
            self._limit = self._how.safety * lower_limit(self._lower.values, ERROR_PROBABILITY)
        return self._limit

    def _grow(self, sample: Sample, more: int, until: float | None = None) -> None:
        sample.grow(more, self._pool, self._report, self._until if until is None else until)
        self.kept.write(seldom=True)

    def _report(self, _: int = 0) -> None:
        if self._progress is not None:
            root = self._early.root
            cell = self._how.grid.cell(int(root.bounds.argmax())) if root.high < 1.0 else None
            played = len(self._lower) + self._early.deals
            high = self._how.safety * root.high
            self._progress(BoundsState(played, self._low(), high, cell, root))
