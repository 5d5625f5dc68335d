"""Guesses in Minesweeper as decisions under uncertainty, for ``planning``.

A state is a position between two guesses, with all certainly safe cells opened, so a step is one
guess with all its consequences; a world is a layout. Equal positions are one state, which the
kernel counts only once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import accumulate, combinations
from math import comb, exp, inf, log

from sapper.errors import BudgetError, ImpossiblePositionError
from sapper.game import Chance, Grid, Position, Rules
from sapper.game.codes import HIDDEN, MINE, UNFLAGGED
from sapper.inference.counting import MAX_COUNT_STEPS, MAX_MEGABYTES
from sapper.inference.kernel.counter import Counter
from sapper.inference.kernel.sampler import TableSampler
from sapper.inference.status import Status
from sapper.kernel.arrays import doubles
from sapper.players.kernel.endgame import Endgame
from sapper_agents.bssuct.samplers import (
    Exhaustive,
    LayoutSampler,
    Metropolis,
    Rejection,
    SamplerName,
)
from sapper_agents.planning import Luck

MAX_STORED_CELLS = 1_000_000  #: of all states together, after which no more are stored
BYTES_PER_CELL = 40  #: that a stored state takes, roughly
MAX_ENDING_LAYOUTS = 300  #: of an ending solved exactly, in about a millisecond
NODES_PER_LAYOUT = 25  #: of a larger search
#: The samplers of the paper, for states in a tree: a layout takes at most about 10 ms.
SEARCH_STEPS, CHAIN_STEPS = 100_000, 100
MAX_EXPECTED_TRIES = 1_000  #: placements until rejection finds a layout, on average
SAMPLERS: Mapping[str, Callable[[Position], LayoutSampler]] = {
    "csp": partial(Exhaustive, steps=SEARCH_STEPS),
    "rejection": Rejection,
    "mcmc": partial(Metropolis, steps=CHAIN_STEPS),
}
MAX_SAMPLERS = 100  #: of the states sampled last
TIE_TOLERANCE = 1e-9  #: risks closer than this are equal
MIN_ODDS = 1e-300  #: replaces odds too small for a float
_STRUCK = -1  #: represents a mine in place of a clue

#: A layout: one byte per cell, 1 for a mine, read as a little-endian number. The clue of a cell is
#: then a bit count over its neighbours, on boards of any size.
Layout = int
#: The world of an untouched board with a promised first cell: an ordering, as in a deal.
Ordering = tuple[int, ...]
Laid = Layout | Ordering


class Outlook:
    """A state: the cells of a position without flags, which alone determine equality.

    ``safe`` cells are opened before anything is decided. ``risk`` is nan for cells that are not
    hidden, ``options`` are the cells that may be guessed, least risk first, and ``log_layouts`` is
    the natural logarithm of the number of possible layouts. ``value`` is the chance of winning with
    perfect play, which starts with the first option, or None if unknown. ``promised`` marks an
    untouched board whose first cell is safe, ``restricted`` a position in which the player avoids
    cells that perfect play might open.
    """

    __slots__ = (
        "_weights", "around", "cells", "least", "lives", "log_layouts", "next", "options",
        "promised", "restricted", "risk", "safe", "value", "won",
    )  # fmt: skip

    def __init__(self, cells: bytes, lives: int, *, won: bool, promised: bool) -> None:
        self.cells = cells
        self.lives = lives
        self.won = won
        self.promised = promised
        self.restricted = False
        self.log_layouts = 0.0
        self.value: float | None = None
        self.risk: list[float] = []
        self.safe: tuple[int, ...] = ()
        self.around: tuple[int, ...] = ()
        self.options: tuple[int, ...] = ()
        self.least: tuple[int, ...] = ()
        self.next: dict[object, Outlook] = {}
        self._weights: list[float] | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outlook) and other.cells == self.cells

    def __hash__(self) -> int:
        return hash(self.cells)

    def __str__(self) -> str:
        return "won" if self.won else "guess" if self.options else "lost"

    @property
    def weights(self) -> list[float]:
        """The cumulative safety of the options, in order."""
        if self._weights is None:
            self._weights = list(accumulate(1.0 - self.risk[i] for i in self.options))
        return self._weights


class BeliefModel:
    """Guesses on one grid with some mines and rules: a ``planning.Model``.

    It is also the ``planning.Odds`` of the model, because it counts the layouts of every state. A
    won game is worth 1. Its luck must be a ``Chance``, because compiled code samples the layouts.
    Its methods raise ``BudgetError`` where counting or sampling is too hard.

    - ``grid``, ``mines``, ``rules``: the board.
    - ``sampler``: draws the worlds; see ``samplers``.
    - ``exact``: whether states with few layouts are solved instead of searched.
    """

    def __init__(
        self,
        grid: Grid,
        mines: int,
        rules: Rules,
        sampler: SamplerName = "exact",
        exact: bool = True,
    ) -> None:
        self._grid, self._mines, self._rules = grid, mines, rules
        self._sampling, self._exact = sampler, exact
        self._samplers: dict[Outlook, LayoutSampler] = {}
        self._near = [grid.neighbour_indices(i) for i in range(grid.size)]
        self._around = [sum(1 << 8 * j for j in near) for near in self._near]
        self._counter = Counter(grid)
        self._source = Counter(grid)  # for the one state whose worlds are sampled
        self._sampler = TableSampler(self._source)
        self._endgame = Endgame(grid, MAX_ENDING_LAYOUTS)
        self._larger: tuple[int, Endgame] | None = None
        self._start: Outlook | None = None
        self._drawn: Outlook | None = None
        self._buried = 0
        self._risks = doubles(grid.size)
        self._met: dict[bytes, Outlook] = {}
        self._lost = Outlook(b"", 0, won=False, promised=False)

    gains = (0.0, 1.0)

    @property
    def held(self) -> int:
        """The bytes of all stored states, roughly."""
        return BYTES_PER_CELL * len(self._met) * self._grid.size

    @property
    def _full(self) -> bool:
        """True if no further states are stored."""
        return len(self._met) * self._grid.size > MAX_STORED_CELLS

    def begin_game(self) -> None:
        """Make room for the states of another game; those of earlier games stay if there is."""
        if self._full:
            self._met.clear()

    def outlook(self, position: Position, allowed: Sequence[int]) -> Outlook:
        """Return the state of a position, with the ``allowed`` cells (ascending) as its options.

        These are all hidden cells except certain mines and the cells that the player leaves hidden.
        """
        cells = position.cells.translate(UNFLAGGED)
        outlook = self._meet(cells, position.lives_left)
        if outlook.options and set(outlook.options) <= set(allowed):
            return outlook
        state = self._counted(cells, position.lives_left)
        state.safe, state.around, state.value = (), (), None  # the best cell may not be allowed
        state.restricted = True
        self._offer(state, allowed)
        return state

    def world(self, state: Outlook, luck: Luck) -> Laid:
        """Return a uniformly random layout of a state, as far as the sampler is uniform."""
        assert isinstance(luck, Chance)
        if state.promised:
            return tuple(luck.shuffled(self._grid.playable))
        if self._sampling != "exact":
            mines = self._sampler_of(state).sample(luck)
            mines |= {i for i, code in enumerate(state.cells) if code == MINE}
            return sum(1 << 8 * i for i in mines)
        if self._drawn is not state:
            self._count(self._source, state.cells)
            self._sampler.prepare()
            self._drawn = state
            opened = (i for i, code in enumerate(state.cells) if code == MINE)
            self._buried = sum(1 << 8 * i for i in opened)
        return int.from_bytes(self._sampler.sample(luck), "little") | self._buried

    def _sampler_of(self, state: Outlook) -> LayoutSampler:
        """Return one of the paper's samplers for a state.

        Raises ``BudgetError`` at once if rejection would take too long.
        """
        sampler = self._samplers.get(state)
        if sampler is None:
            position = Position(self._grid, self._rules, self._mines, state.cells)
            placements = log(comb(len(position.hidden_indices), position.mines_left))
            if self._sampling == "rejection":
                tries = exp(min(placements - state.log_layouts, 700.0))
                if tries > MAX_EXPECTED_TRIES:
                    raise BudgetError(
                        f"rejection needs about {float(f'{tries:.2g}'):,.0f} placements for a"
                        f" layout, more than {MAX_EXPECTED_TRIES:,}"
                    )
            if len(self._samplers) >= MAX_SAMPLERS:
                self._samplers.clear()
            sampler = self._samplers[state] = SAMPLERS[self._sampling](position)
        return sampler

    def actions(self, state: Outlook) -> Sequence[int]:
        """Return the cells that may be guessed, least risk first; none when the game is over."""
        return state.options

    def step(
        self, state: Outlook, action: int, world: Laid, luck: Luck
    ) -> tuple[Outlook, float, Laid]:
        """Open a cell and then all certainly safe ones; the outcome is the state after that."""
        layout = self._lay(world, action) if isinstance(world, tuple) else world
        if (layout >> 8 * action) & 1:
            if state.lives == 1:
                return self._lost, 0.0, layout
            shown = _STRUCK
        else:
            shown = (layout & self._around[action]).bit_count()
        key: object = (action, shown)
        now = state.next.get(key)
        if now is None:
            now = self._follow(state, key, (action,), (shown,))
        while now.safe:
            clues = tuple([(layout & around).bit_count() for around in now.around])
            then = now.next.get(clues)
            now = self._follow(now, clues, now.safe, clues) if then is None else then
        return now, 1.0 if now.won else 0.0, layout

    def after(self, state: Outlook, action: int, outcome: Outlook) -> Outlook:
        """Return the outcome, which is the state itself."""
        return outcome

    def odds(self, state: Outlook, action: int, outcome: Outlook) -> float:
        """Return the share of a state's layouts that lead to an outcome."""
        if outcome is self._lost:
            return state.risk[action]
        layouts = log(self._deals(action)) if state.promised else state.log_layouts
        return max(exp(outcome.log_layouts - layouts), MIN_ODDS)

    def bounds(self, state: Outlook, action: int) -> tuple[float, float]:
        """Return the exact value of the best guess if known. Otherwise the lower bound is the
        probability of a single layout, and the upper bound the probability to survive the guess."""
        least, most = self.gains
        if not state.promised and state.lives == 1:
            least, most = exp(-state.log_layouts), 1.0 - state.risk[action]
        if state.value is None:
            return least, most
        if action == state.options[0]:
            return state.value, state.value
        return least, min(most, state.value)

    def _lay(self, order: Ordering, first: int) -> Layout:
        """Return the layout of a deal once its first cell is opened; see ``sapper.game.deal``."""
        spared = self._spared(first)
        allowed = (i for i in order if i not in spared)
        return sum(1 << 8 * cell for cell, _ in zip(allowed, range(self._mines), strict=False))

    def _deals(self, first: int) -> int:
        """Return the number of equally likely layouts once the first cell is chosen."""
        return comb(len(self._grid.playable) - len(self._spared(first)), self._mines)

    def _spared(self, first: int) -> tuple[int, ...]:
        return (first, *self._near[first]) if self._rules.first == "opening" else (first,)

    def _follow(
        self, state: Outlook, key: object, cells: Sequence[int], shown: Sequence[int]
    ) -> Outlook:
        """Return the state after some cells show clues or a mine."""
        view = bytearray(state.cells)
        for cell, clue in zip(cells, shown, strict=True):
            view[cell] = MINE if clue == _STRUCK else clue
        lives = state.lives - (shown[0] == _STRUCK)
        zeros = [cell for cell in cells if view[cell] == 0]
        around = {i for cell in zeros for i in self._near[cell] if view[i] == HIDDEN}
        outlook = self._meet(bytes(view), lives, tuple(sorted(around)))
        if not self._full:
            state.next[key] = outlook
        return outlook

    def _meet(self, cells: bytes, lives: int, safe: tuple[int, ...] = ()) -> Outlook:
        """Return the state with these cells: a known one, or a new one.

        A new state is counted, unless cells next to a 0 are known to be ``safe``: then other states
        follow before the next choice.
        """
        state = self._met.get(cells)
        if state is None:
            state = self._counted(cells, lives, safe)
            if not self._full:
                self._met[cells] = state
        return state

    def _counted(self, cells: bytes, lives: int, safe: tuple[int, ...] = ()) -> Outlook:
        hidden = [i for i, code in enumerate(cells) if code == HIDDEN]
        left = self._mines - cells.count(MINE)
        untouched = len(hidden) == len(self._grid.playable)
        promised = untouched and self._rules.first != "any"
        state = Outlook(cells, lives, won=len(hidden) == left, promised=promised)
        if state.won:
            return state
        if safe:
            state.safe = safe
            state.around = tuple([self._around[i] for i in safe])
            return state
        self._count(self._counter, cells)
        self._counter.risks(self._risks)
        state.risk = self._risks.tolist()
        state.log_layouts = self._counter.logarithm
        if not promised:
            state.safe = tuple(i for i in hidden if state.risk[i] == 0.0)
            state.around = tuple([self._around[i] for i in state.safe])
        if not state.safe:
            self._offer(state, self._grid.symmetry_representatives if untouched else hidden)
            if self._exact and not untouched and lives == 1:
                self._solve(state, self._endgame)
        return state

    def solved(self, state: Outlook, most: int) -> Outlook | None:
        """Return an exactly solved copy of a state, at a cost that states in the tree do not
        justify; None if nothing is to be solved, or if the state has more than ``most`` layouts, is
        already solved, or is too hard.

        A start with a promised first cell has the layouts of one first cell. It is a copy so that
        the trees of later games do not depend on it.
        """
        if state.value is not None or not state.options or state.restricted or state.lives > 1:
            return None
        if not self._exact or most <= MAX_ENDING_LAYOUTS:
            return None
        if state.promised:
            layouts: float = max(map(self._deals, state.options))
        else:
            layouts = exp(min(state.log_layouts, log(most) + 1.0))
        if layouts > most:
            return None
        if self._larger is None or self._larger[0] != most:
            self._larger = most, Endgame(self._grid, most, NODES_PER_LAYOUT * most)
            self._start = None
        if state.promised and self._start is not None:
            copy = self._start
        else:
            copy = self._counted(state.cells, state.lives)
            (self._solve_start if state.promised else self._solve)(copy, self._larger[1])
        if state.promised:
            self._start = copy  # every game begins with it
        return None if copy.value is None else copy

    def _solve(self, state: Outlook, endgame: Endgame) -> None:
        """Solve the state counted last if it has few layouts; its best guess becomes its first
        option."""
        solution = endgame.best(self._counter)
        if solution is not None:
            best, won, layouts = solution
            self._settle(state, best, won / layouts)

    def _solve_start(self, state: Outlook, endgame: Endgame) -> None:
        """Solve an untouched board with a promised first cell, if every position after the first
        cell can be solved."""
        values = {}
        for first in state.options:
            won = 0
            for outcome, layouts in self._outcomes(state, first).items():
                solution: tuple[int, int, int] | None = None
                if not outcome.won:
                    self._count(self._counter, outcome.cells)
                    solution = endgame.best(self._counter)
                    if solution is None:
                        return
                won += layouts if solution is None else solution[1]
            values[first] = won / self._deals(first)
        best = max(state.options, key=lambda i: values[i])
        self._settle(state, best, values[best])

    def _outcomes(self, state: Outlook, first: int) -> dict[Outlook, int]:
        """Return the states that a promised first cell may lead to, with their numbers of
        layouts."""
        spared, outcomes = self._spared(first), dict[Outlook, int]()
        free = [1 << 8 * i for i in self._grid.playable if i not in spared]
        luck = Chance(0)  # not drawn from: the world is given
        for mines in combinations(free, self._mines):
            outcome, _, _ = self.step(state, first, sum(mines), luck)
            outcomes[outcome] = outcomes.get(outcome, 0) + 1
        return outcomes

    def _settle(self, state: Outlook, best: int, value: float) -> None:
        """Record the value of a state; the best guess becomes the first option."""
        state.value = value
        state.options = (best, *[i for i in state.options if i != best])

    def _offer(self, state: Outlook, cells: Sequence[int]) -> None:
        """Make some cells the options of a state.

        Equally risky cells are ordered by their number of neighbours, because cells with few are
        the likeliest to show a 0.
        """
        risk, near = state.risk, self._near
        if state.promised:
            room = len(self._grid.playable) - self._mines
            allowed = [i for i in cells if len(self._spared(i)) <= room]
            state.options = tuple(sorted(allowed, key=lambda i: len(near[i])))
            state.least = state.options
            return
        order = sorted((risk[i], len(near[i]), i) for i in cells if risk[i] < 1.0)
        state.options = tuple([i for _, _, i in order])
        state.least = tuple([i for r, _, i in order if r <= order[0][0] + TIE_TOLERANCE])

    def _count(self, counter: Counter, cells: bytes) -> None:
        status = counter.count(cells, self._mines, inf, MAX_MEGABYTES, MAX_COUNT_STEPS)
        if status == Status.IMPOSSIBLE:
            raise ImpossiblePositionError("no layout fits a position of the search tree")
        if status != Status.OK:
            raise BudgetError("counting a position of the search tree exceeds the budget")


def myopic(state: Outlook, luck: Luck) -> int:
    """Choose as BSSUCT's playouts do when no cell is certain (Sebag & Teytaud 2012, table 1).

    With probability 0.7 it opens a cell of least risk, otherwise a cell that is safe in a random
    layout. Every layout has the same number of safe cells, so the latter equals sampling a cell in
    proportion to its safety, which needs no layout.
    """
    if luck.random() < 0.7:
        return state.least[luck.below(len(state.least))]
    if state.promised:
        return state.options[luck.below(len(state.options))]
    weights = state.weights
    return state.options[bisect_right(weights, luck.random() * weights[-1], 0, len(weights) - 1)]
