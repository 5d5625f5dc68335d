"""Exact chances for any rule: an elimination of cells, with the states of the constraints on them.

The cells are read one after another. What is remembered is the state of every constraint that has
been begun and not finished (``sapper_variants.diagram``), and of the rules on groups
(``sapper_variants.groups``); states that agree in all of these are one. Each has a weight for every
number of mines so far. A second pass back gives the layouts that continue each state, and so every
chance (dynamic programming over a path decomposition; the transfer matrix of physics).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sapper.errors import BudgetError, ImpossiblePositionError
from sapper.kernel.chance import Chance
from sapper_variants.diagram import DEAD
from sapper_variants.groups import Groups, State, reader_of
from sapper_variants.position import Position

MAX_WEIGHTS = 20_000_000  #: numbers in memory at once, of 8 bytes each

Ints = npt.NDArray[np.int64]
Weights = npt.NDArray[np.float64]

NO_STATES: Ints = np.zeros(0, np.int64)


class _Read(NamedTuple):
    """A constraint reads a cell: ``nexts`` are its states after a safe cell and after a mine."""

    key: Hashable
    nexts: tuple[Ints, Ints]
    first: bool
    last: bool


@dataclass
class _Layer:
    """The states before a place of the order.

    - ``weights``: the layouts of the cells before, by state and number of mines.
    - ``nexts``: the state after a safe cell and after a mine, DEAD if there is none.
    """

    weights: Weights
    nexts: tuple[Ints, Ints] = (NO_STATES, NO_STATES)


class Counting:
    """The layouts of a position, counted.

    Raises ``ImpossiblePositionError`` if there is none, and ``BudgetError`` if more states than
    memory allows must be remembered.
    """

    def __init__(self, position: Position, *, max_weights: int = MAX_WEIGHTS) -> None:
        self.position = position
        self._groups = position.variant.groups(position.board)
        self._constraints = [premise.constraint for premise in position.premises]
        self._max_weights = max_weights
        self.mines = position.mines_left
        if self.mines < 0 or not all(c.cells or c.allows(()) for c in self._constraints):
            raise ImpossiblePositionError("no layout fits the position")
        bound = {cell for c in self._constraints for cell in c.cells}
        self.order = self._best_order(bound)
        self.free = [] if self._groups else [i for i in position.hidden if i not in bound]
        self._layers: list[_Layer] = []
        self._forward()
        self._back = self._backward()
        self.layouts = float((self._layers[0].weights * self._back[0]).sum())
        if not self.layouts:
            raise ImpossiblePositionError("no layout fits the position")

    def _best_order(self, bound: set[int]) -> list[int]:
        """The cells to read, row by row or column by column, so that few constraints are open at
        once. Rules on groups need all cells."""
        board = self.position.board
        cells = range(board.size) if self._groups else sorted(bound)
        orders = (list(cells), sorted(cells, key=lambda i: divmod(i, board.width)[::-1]))
        return min(orders, key=self._cost)

    def _cost(self, order: list[int]) -> float:
        """About how many states an order has: constraints that are open double them."""
        place = {cell: n for n, cell in enumerate(order)}
        opened = [0] * (len(order) + 1)
        for constraint in self._constraints:
            places = [place[cell] for cell in constraint.cells if cell in place]
            if places:
                opened[min(places)] += 1
                opened[max(places)] -= 1
        total, now = 0.0, 0
        for change in opened:
            now += change
            total += 2.0**now
        return total

    def _forward(self) -> None:
        """Read the cells, and keep the states before each."""
        weights = np.zeros((1, self.mines + 1))
        weights[0, 0] = 1.0
        readers = [_Numbered(groups, self.order) for groups in self._groups]
        columns: dict[Hashable, Ints] = {reader: np.zeros(1, np.int64) for reader in readers}
        used = 0
        for at, (cell, reads) in enumerate(zip(self.order, self._reads(), strict=True)):
            states = len(weights)
            columns |= {read.key: np.zeros(states, np.int64) for read in reads if read.first}
            nexts = {read.key: read.nexts for read in reads}
            nexts |= {reader: reader.read(at) for reader in readers}
            rows, branches = [], []
            for mine in (0, 1):
                after = {key: tables[mine][columns[key]] for key, tables in nexts.items()}
                alive = np.full(states, self.position.known.get(cell, mine) == mine)
                for column in after.values():
                    alive &= column != DEAD
                rows.append(np.flatnonzero(alive))
                branches.append(columns | after)
            for read in reads:
                if read.last:
                    del columns[read.key]
            joined = {
                key: np.concatenate([branches[mine][key][rows[mine]] for mine in (0, 1)])
                for key in columns
            }
            first, kinds = _merged(list(joined.values()), len(rows[0]) + len(rows[1]))
            layer = _Layer(weights, (np.full(states, DEAD), np.full(states, DEAD)))
            layer.nexts[0][rows[0]], layer.nexts[1][rows[1]] = np.split(kinds, [len(rows[0])])
            self._layers.append(layer)
            used += weights.size
            if used + len(first) * (self.mines + 1) > self._max_weights:
                raise BudgetError(
                    f"the count needs more than {len(first):,} states after"
                    f" {at + 1} of {len(self.order)} cells"
                )
            mined = weights[rows[1]]
            if cell not in self.position.known:
                mined = np.roll(mined, 1, axis=1)  # one mine more
                mined[:, 0] = 0.0
            weights = _added(np.concatenate([weights[rows[0]], mined]), kinds, len(first))
            columns = {key: column[first] for key, column in joined.items()}
        self._layers.append(_Layer(weights))

    def _reads(self) -> list[list[_Read]]:
        """For each place of the order, what the constraints on the cell there do."""
        place = {cell: n for n, cell in enumerate(self.order)}
        found: list[list[_Read]] = [[] for _ in self.order]
        for number, constraint in enumerate(c for c in self._constraints if c.cells):
            cells = sorted(constraint.cells, key=place.__getitem__)
            levels = constraint.diagram(cells).levels
            for n, (cell, nexts) in enumerate(zip(cells, levels, strict=True)):
                read = _Read(number, nexts, n == 0, n == len(cells) - 1)
                found[place[cell]].append(read)
        return found

    def _backward(self) -> list[Weights]:
        """The layouts of the cells from each place on, by state and number of mines before."""
        free, known = len(self.free), self.position.known
        last = self._layers[-1]
        row = [float(comb(free, self.mines - m)) for m in range(self.mines + 1)]
        back = [np.tile(np.array(row), (len(last.weights), 1))]
        for layer, cell in zip(self._layers[-2::-1], self.order[::-1], strict=True):
            padded = np.concatenate([back[-1], np.zeros((1, self.mines + 1))])  # for DEAD
            mined = padded[layer.nexts[1]]
            if cell not in known:
                mined = np.concatenate([mined[:, 1:], np.zeros((len(mined), 1))], axis=1)
            back.append(padded[layer.nexts[0]] + mined)
        return back[::-1]

    def chances(self) -> dict[int, float]:
        """The mine probability of each hidden cell; 0 and 1 are certain."""
        found = {}
        for at, cell in enumerate(self.order):
            if cell in self.position.known:
                continue
            layer = self._layers[at]
            padded = np.concatenate([self._back[at + 1], np.zeros((1, self.mines + 1))])
            mined = float((layer.weights[:, :-1] * padded[layer.nexts[1]][:, 1:]).sum())
            safe = float((layer.weights * padded[layer.nexts[0]]).sum())
            found[cell] = mined / (mined + safe)
        if self.free:
            free = len(self.free)
            last = self._layers[-1].weights.sum(axis=0)
            rest = [self.mines - m for m in range(self.mines + 1)]
            mined = sum(w * comb(free - 1, r - 1) for w, r in zip(last, rest, strict=True) if r)
            found |= dict.fromkeys(self.free, float(mined) / self.layouts)
        return found

    def sample(self, chance: Chance) -> frozenset[int]:
        """A layout, each with the same chance: the mines of the whole board."""
        position = self.position
        mines = {cell for cell, mine in position.known.items() if mine}
        state, number = 0, 0
        for at, cell in enumerate(self.order):
            layer = self._layers[at]
            if cell in position.known:
                state = int(layer.nexts[position.known[cell]][state])
                continue
            safe, mined = (int(layer.nexts[m][state]) for m in (0, 1))
            weight_safe = self._back[at + 1][safe, number] if safe != DEAD else 0.0
            weight_mine = 0.0
            if mined != DEAD and number < self.mines:
                weight_mine = self._back[at + 1][mined, number + 1]
            if chance.random() * (weight_safe + weight_mine) < weight_mine:
                state, number = mined, number + 1
                mines.add(cell)
            else:
                state = safe
        mines.update(chance.shuffled(self.free)[: self.mines - number])
        return frozenset(mines)


class _Numbered:
    """The machine of a rule on groups, with numbers for its states at each place of the order."""

    def __init__(self, groups: Groups, order: Sequence[int]) -> None:
        self._reader = reader_of(groups, tuple(order))
        self._states = [State()]

    def read(self, place: int) -> tuple[Ints, Ints]:
        """The number of each state after a safe cell and after a mine, DEAD if there is none."""
        numbers = dict[State, int]()
        after = []
        for mine in (False, True):
            states = (self._reader.step(place, state, mine) for state in self._states)
            after.append(
                [DEAD if s is None else numbers.setdefault(s, len(numbers)) for s in states]
            )
        self._states = list(numbers)
        return np.array(after[0], np.int64), np.array(after[1], np.int64)


def _merged(columns: list[Ints], length: int) -> tuple[Ints, Ints]:
    """The first row of each kind, and for each row the number of its kind."""
    keys = np.zeros(length, np.int64)
    span = 1
    for column in columns:
        values = int(column.max(initial=0)) + 1
        if span * values >= 2**62:
            kinds, keys = np.unique(keys, return_inverse=True)
            span = len(kinds)
        keys = keys * values + column
        span *= values
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    return first, inverse.reshape(-1)


def _added(weights: Weights, kinds: Ints, number: int) -> Weights:
    """The sum of the rows of each kind."""
    if not number:
        return np.zeros((0, weights.shape[1]))
    order = np.argsort(kinds, kind="stable")
    starts = np.searchsorted(kinds[order], np.arange(number))
    added: Weights = np.add.reduceat(weights[order], starts, axis=0)
    return added
