"""Chances of winning: from a position, and of one move compared with the best other move.

``swift`` finishes the game from the position in layouts drawn exactly uniformly
(``players.kernel.rollouts``). Moves are compared in the same layouts. One set of playouts chooses
the other move, and a new set measures its advantage, because the best of several noisy figures is
biased upwards.

Where few layouts are left, perfect play is computed in all of them. ``players.kernel.endgame``
counts those that it wins for positions in which nothing is certain. If a cell is safe, opening it
can only add information: the layouts are divided by the clue that it would show, and each group is
counted separately. A guess is treated in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, inf, log
from statistics import fmean

from sapper.errors import BudgetError
from sapper.estimate import Estimate, Values, mean, mean_difference
from sapper.game import Grid, Position, Rules
from sapper.game.codes import FLAGGED, MINE, UNFLAGGED
from sapper.game.rules import FIRST_CODES, OUTCOMES
from sapper.inference.counting import MAX_COUNT_STEPS, MAX_MEGABYTES, possible_clues
from sapper.inference.kernel.counter import Counter
from sapper.inference.status import Status
from sapper.kernel.arrays import doubles, indices
from sapper.players import player as read_recipe
from sapper.players.kernel.endgame import Endgame
from sapper.players.kernel.lookahead import Lookahead
from sapper.players.kernel.playout import NO_ROOM, NUMBERS
from sapper.players.kernel.rollouts import Rollouts
from sapper.players.native import playouts as native_playouts

WON = OUTCOMES.index("won")
CHAIN = ("single-point", "swift")  #: the strategies that finish the game
MAX_RIVALS = 6  #: other cells tried at a guess
#: Less safe moves count as lost without playouts: layouts in which they are safe are found by
#: rejection, which would take too long.
MIN_SAFETY = 1e-4
CHUNK_PLAYOUTS = 25  #: playouts between checks whether to stop
NOTHING = Estimate.exactly(0.0)


class Stopped(Exception):  # noqa: N818 - not an error
    """The playouts were stopped."""


@dataclass(frozen=True)
class Try:
    """A move that may hit a mine, and the probability ``safety`` that it does not.

    ``cells`` are the position's bytes without flags, as the move assumes them: a chord takes
    flagged cells for mines. ``index`` is the cell that the move opens. It is None for a chord,
    which is valued by the move that ``swift`` makes next.
    """

    cells: bytes
    index: int | None
    safety: float


@dataclass(frozen=True)
class Comparison:
    """The chance of winning after a move, compared with the best other move.

    ``best`` is the index of that move's cell; it is None, and both chances are equal, if no better
    move was found. ``loss`` is the difference.
    """

    own: Estimate
    best: int | None
    best_chance: Estimate
    loss: Estimate


class Chances:
    """Estimates chances of winning for one grid, number of mines and rules, with one life left and
    no gold. None is the chance of a position that is too hard to count.

    Once ``stopped`` returns true, running playouts raise ``Stopped``.
    """

    def __init__(
        self, grid: Grid, mines: int, rules: Rules, stopped: Callable[[], bool] = lambda: False
    ) -> None:
        self._grid, self._mines, self._rules = grid, mines, rules
        self._stopped = stopped
        self._counter = Counter(grid)
        chain = [NUMBERS[name] for name in CHAIN]
        self._rollouts = Rollouts(self._counter, grid, mines, rules.zeros_open, chain)
        self._endgame, self._ahead = Endgame(grid), Lookahead(grid)
        self._ending = EndgameSolver(grid, mines)

    def start(self, playouts: int, seed: int) -> Estimate | None:
        """Return the chance before the first move, from ``playouts`` whole games of ``swift``.

        None also if the mines do not fit beside the first cell that ``swift`` opens.
        """
        rules = Rules(self._rules.first, self._rules.zeros_open)
        swift = native_playouts(read_recipe("swift"), rules, self._grid, self._mines)
        assert swift is not None
        outcomes: list[int] = []
        for numbers in self._chunks(playouts):
            outcomes += [swift.seeded(seed, number) for number in numbers]
            if NO_ROOM in outcomes:
                return None
        return mean([float(outcome == WON) for outcome in outcomes])

    def of(self, position: Position, playouts: int, luck: int) -> Estimate | None:
        """Return the chance from a position with at least one open cell."""
        if position.outcome != "playing":
            return Estimate.exactly(float(position.outcome == "won"))
        cells = position.cells.translate(UNFLAGGED)
        try:
            won, layouts = self._ending.won(cells)
        except BudgetError:
            pass
        else:
            return Estimate.exactly(won / layouts)
        try:
            return mean(self.values(Try(cells, None, 1.0), playouts, luck))
        except BudgetError:
            return None

    def opening(self, position: Position, index: int) -> Try:
        """Open a hidden cell. Raises ``BudgetError`` where counting is too hard."""
        cells = position.cells.translate(UNFLAGGED)
        self._count(cells)
        return Try(cells, index, 1.0 - self._counter.risk(index))

    def chording(self, position: Position, index: int) -> Try:
        """Open the unflagged cells around a clue. Raises ``BudgetError`` likewise."""
        self._count(position.cells.translate(UNFLAGGED))
        before = self._counter.logarithm
        near = self._grid.neighbour_indices(index)
        supposed = bytearray(position.cells)
        for i in near:
            if supposed[i] == FLAGGED:
                supposed[i] = MINE
        cells = bytes(supposed).translate(UNFLAGGED)
        possible = self._count(cells)
        return Try(cells, None, min(1.0, exp(self._counter.logarithm - before)) * possible)

    def of_opening(self, position: Position, index: int) -> Estimate:
        """Return the exact chance after opening a hidden cell, near the end of a game. Raises
        ``BudgetError`` where too many layouts are left."""
        cells = position.cells.translate(UNFLAGGED)
        layouts = self._ending.won(cells)[1]
        return Estimate.exactly(self._ending.won_by_opening(cells, index) / layouts)

    def first_values(self, index: int, playouts: int, luck: int) -> Values:
        """Return the values of playouts that open a cell first, where the rules guarantee its
        safety.

        The mines must fit outside the cells that the guarantee keeps free.
        """
        promise = FIRST_CODES[self._rules.first]
        value = self._rollouts.first_value
        return [value(index, promise, 0, luck + n) for n in range(playouts)]

    def compare(
        self, position: Position, own: Try, rival: int | None, playouts: int, luck: int
    ) -> Comparison | None:
        """Compare a move with opening the cell ``rival``, or with the best guess without one.
        Returns None where counting is too hard.

        - ``position``: the position before the move.
        - ``own``: the move.
        - ``rival``: the index of the cell to compare with: the best one known.
        - ``playouts``: the number of playouts of each of the two.
        - ``luck``: the number of the first playout.
        """
        cells = position.cells.translate(UNFLAGGED)
        try:
            return self._compare_exactly(cells, own, rival)
        except BudgetError:
            pass
        try:
            if rival is not None:
                return self._measured(self.opening(position, rival), own, playouts, luck)
            return self._compare_guesses(cells, own, playouts, luck)
        except BudgetError:
            return None

    def _compare_exactly(self, cells: bytes, own: Try, rival: int | None) -> Comparison:
        won, layouts = self._ending.won(cells)
        if own.index is None:
            own_won = self._ending.won(own.cells)[0] if own.safety > 0.0 else 0
        else:
            own_won = self._ending.won_by_opening(cells, own.index)
        best = self._ending.best(cells) if rival is None and own_won < won else rival
        figures = (Estimate.exactly(n / layouts) for n in (own_won, won, won - own_won))
        chance, best_chance, loss = figures
        return Comparison(chance, best, best_chance, loss)

    def _compare_guesses(self, cells: bytes, own: Try, playouts: int, luck: int) -> Comparison:
        """Choose the rival with half as many playouts, then measure both with new ones."""
        self._count(cells)
        weighed = sorted(
            self._ahead.weigh(self._counter, cells), key=lambda candidate: -candidate[3]
        )
        rivals = [
            Try(cells, index, safety)
            for index, safety, _, value in weighed[: MAX_RIVALS + 1]
            if value > 0.0 and index != own.index
        ][:MAX_RIVALS]
        few = max(1, playouts // 2)
        tried = [(fmean(self.values(rival, few, luck)), rival) for rival in rivals]
        if not tried:
            chance = mean(self.values(own, playouts, luck))
            return Comparison(chance, None, chance, NOTHING)
        promised, rival = max(tried, key=lambda candidate: candidate[0])
        better = promised > fmean(self.values(own, few, luck))
        measured = self._measured(rival, own, playouts, luck + few)
        if better and measured.loss.value > 0.0:
            return measured
        none = Estimate(0.0, 0.0, measured.loss.high, playouts)
        return Comparison(measured.own, None, measured.own, none)

    def _measured(self, rival: Try, own: Try, playouts: int, luck: int) -> Comparison:
        """Measure the advantage of the rival; at least 0, because the move itself is available."""
        theirs = self.values(rival, playouts, luck)
        if own.safety == 0.0:
            return Comparison(NOTHING, rival.index, mean(theirs), mean(theirs))
        ours = self.values(own, playouts, luck)
        loss = mean_difference(theirs, ours).clamp(0.0, 1.0)
        return Comparison(mean(ours), rival.index, mean(theirs), loss)

    def values(self, tried: Try, playouts: int, luck: int) -> Values:
        """Return the values of the playouts after a move, which are numbered from ``luck``.

        Equal numbers give equal layouts, as far as the moves allow. Raises ``BudgetError``.
        """
        if tried.safety < MIN_SAFETY:
            return [0.0] * playouts
        self._count(tried.cells)
        index = self._next(tried.cells) if tried.index is None else tried.index
        self._rollouts.take(tried.cells)
        values: list[float] = []
        for part in self._chunks(playouts):
            values += self._rollouts.values(index, luck + part.start, len(part))
        return values if tried.index is not None else [tried.safety * value for value in values]

    def _chunks(self, playouts: int) -> Iterator[range]:
        """Yield the numbers of the playouts, a few at a time."""
        for start in range(0, playouts, CHUNK_PLAYOUTS):
            if self._stopped():
                raise Stopped
            yield range(start, min(start + CHUNK_PLAYOUTS, playouts))

    def _next(self, cells: bytes) -> int:
        """Return the cell that ``swift`` opens in the position counted last."""
        risk = doubles(self._grid.size)
        self._counter.risks(risk)
        if 0.0 in risk:
            return risk.index(0.0)
        ending = self._endgame.best(self._counter)
        if ending is not None:
            return ending[0]
        return max(self._ahead.weigh(self._counter, cells), key=lambda candidate: candidate[3])[0]

    def _count(self, cells: bytes) -> bool:
        """Count a position; return whether any layout fits it. Raises ``BudgetError``."""
        status = self._counter.count(cells, self._mines, inf, MAX_MEGABYTES, MAX_COUNT_STEPS)
        if status not in (Status.OK, Status.IMPOSSIBLE):
            raise BudgetError("a position is too hard to count")
        return status == Status.OK


MAX_ENDING_LAYOUTS, MAX_ENDING_NODES = 4_000, 200_000  #: layouts of an ending that is solved
MAX_ENDING_COUNTS = 2_000  #: positions counted for one figure


class EndgameSolver:
    """Endings of games on one grid with a given number of mines.

    Positions are given as their bytes, without flags. A position beyond the bounds raises
    ``BudgetError``.
    """

    def __init__(self, grid: Grid, mines: int) -> None:
        self._grid, self._mines = grid, mines
        self._counter = Counter(grid)
        self._endgame = Endgame(grid, MAX_ENDING_LAYOUTS, MAX_ENDING_NODES)
        self._risk = doubles(grid.size)
        self._counts = 0

    def count(self, cells: bytes) -> tuple[int, Sequence[float]]:
        """Return the number of layouts, and the risk of each cell until the next call."""
        self._counts = 0
        return self._layouts(cells), self._risk

    def won(self, cells: bytes) -> tuple[int, int]:
        """Return the number of layouts that perfect play wins, and of all layouts."""
        self._counts = 0
        layouts = self._layouts(cells)
        return self._won(cells, layouts), layouts

    def won_by_opening(self, cells: bytes, index: int) -> int:
        """Return the number of layouts won by opening a hidden cell and then playing perfectly."""
        self._counts = 0
        self._layouts(cells)
        if self._risk[index] == 1.0:
            return 0
        clues = possible_clues(self._grid, cells, self._risk, index)
        return self._by_clues(cells, index, clues)

    def best(self, cells: bytes) -> int | None:
        """Return a cell that perfect play opens first; None if some cell is certain."""
        self._layouts(cells)
        move = self._endgame.best(self._counter)
        return None if move is None else move[0]

    def _layouts(self, cells: bytes) -> int:
        """Count the layouts of a position, and keep its risks."""
        self._counts += 1
        if self._counts > MAX_ENDING_COUNTS:
            raise BudgetError(f"an ending needs more than {MAX_ENDING_COUNTS} counts")
        status = self._counter.count(cells, self._mines, inf, MAX_MEGABYTES, MAX_COUNT_STEPS)
        if status == Status.IMPOSSIBLE:
            return 0
        if status != Status.OK or self._counter.logarithm > log(MAX_ENDING_LAYOUTS) + 1e-6:
            raise BudgetError(f"an ending has more than {MAX_ENDING_LAYOUTS} layouts")
        self._counter.risks(self._risk)
        return round(exp(self._counter.logarithm))

    def _won(self, cells: bytes, layouts: int) -> int:
        """Return the number of layouts won in the position counted last."""
        if layouts <= 1:
            return layouts
        safe = indices(self._risk, 0.0)  # nan where a cell is open
        opened = bytearray(cells)
        for index in safe:
            clues = possible_clues(self._grid, cells, self._risk, index)
            if len(clues) > 1:
                return self._by_clues(bytes(opened), index, clues)
            opened[index] = clues[0]  # its clue is known, so it adds no information
        if safe:
            return self._won(bytes(opened), self._layouts(bytes(opened)))
        move = self._endgame.best(self._counter)
        if move is None:
            raise BudgetError(f"an ending needs more than {MAX_ENDING_NODES:,} nodes")
        return move[1]

    def _by_clues(self, cells: bytes, index: int, clues: range) -> int:
        """Return the number of layouts won after opening a cell, summed over its possible clues."""
        total = 0
        for clue in clues:
            after = cells[:index] + bytes([clue]) + cells[index + 1 :]
            total += self._won(after, self._layouts(after))
        return total
