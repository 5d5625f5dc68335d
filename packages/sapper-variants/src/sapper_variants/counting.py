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
from sapper_variants.diagram import DEAD, propagate
from sapper_variants.groups import Groups, State, reader_of
from sapper_variants.position import Position

MAX_WEIGHTS = 20_000_000  #: numbers in memory at once, of 8 bytes each

Ints = npt.NDArray[np.int64]
Weights = npt.NDArray[np.float64]

NO_STATES: Ints = np.zeros(0, np.int64)


class _Read(NamedTuple):
    """A constraint reads a cell: ``nexts`` are its states after a safe cell and after a mine, of
    which there are ``states``."""

    key: Hashable
    nexts: tuple[Ints, Ints]
    states: int
    last: bool = False


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
        constraints = [premise.constraint for premise in position.premises]
        propagated = propagate([*constraints, position.total])
        if position.mines_left < 0 or propagated is None:
            raise ImpossiblePositionError("no layout fits the position")
        self.certain, left = propagated  #: cells that single constraints decide
        self._known = position.known | self.certain
        total = position.total.given(self.certain)  # kept by the number of mines so far
        self._constraints = [c for c in left if c != total]
        self._max_weights = max_weights
        self.mines = position.mines - sum(self._known.values())  #: under the other hidden cells
        bound = {cell for c in self._constraints for cell in c.cells}
        self.order = self._best_order(bound)
        left_over = set(position.hidden) - bound - set(self.certain)
        self.free = [] if self._groups else sorted(left_over)
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
        """Read the cells, and keep the states before each.

        A state is a column of numbers, one for each constraint that is begun and not finished.
        """
        weights = np.zeros((1, self.mines + 1))
        weights[0, 0] = 1.0
        readers = [_Numbered(groups, self.order) for groups in self._groups]
        begun: dict[Hashable, int] = dict.fromkeys(readers, 1)  # with the number of their states
        states = np.zeros((len(begun), 1), np.int64)
        used = 0
        for at, (cell, reads) in enumerate(zip(self.order, self._reads(), strict=True)):
            fixed = self._known.get(cell)
            reads += [reader.read(at, states[n], fixed) for n, reader in enumerate(readers)]
            new = [read.key for read in reads if read.key not in begun]
            begun |= dict.fromkeys(new, 1)
            number = states.shape[1]
            states = np.concatenate([states, np.zeros((len(new), number), np.int64)])
            row = {key: n for n, key in enumerate(begun)}
            begun |= {read.key: read.states for read in reads}
            kept = [row[key] for key in begun if not any(r.last and r.key == key for r in reads)]
            rows, branches = [], []
            for mine in (0, 1):
                after = states.copy()
                alive = np.full(number, fixed in (None, bool(mine)))
                if mine and fixed is None:
                    alive &= weights[:, :-1].any(axis=1)
                for read in reads:
                    column = after[row[read.key]] = read.nexts[mine][states[row[read.key]]]
                    alive &= column != DEAD
                rows.append(np.flatnonzero(alive))
                branches.append(after[kept][:, rows[mine]])
            begun = {key: n for key, n in begun.items() if row[key] in kept}
            states = np.concatenate(branches, axis=1)
            first, kinds, order, starts = _merged(states, list(begun.values()))
            layer = _Layer(weights, (np.full(number, DEAD), np.full(number, DEAD)))
            layer.nexts[0][rows[0]], layer.nexts[1][rows[1]] = np.split(kinds, [len(rows[0])])
            self._layers.append(layer)
            used += weights.size
            if used + len(first) * (self.mines + 1) > self._max_weights:
                raise BudgetError(
                    f"the count needs more than {len(first):,} states after"
                    f" {at + 1} of {len(self.order)} cells"
                )
            mined = weights[rows[1]]
            if fixed is None:
                mined = np.roll(mined, 1, axis=1)  # one mine more
                mined[:, 0] = 0.0
            both = np.concatenate([weights[rows[0]], mined])
            weights = np.add.reduceat(both[order], starts, axis=0) if len(first) else both
            states = states[:, first]
        self._layers.append(_Layer(weights))

    def _reads(self) -> list[list[_Read]]:
        """For each place of the order, what the constraints on the cell there do."""
        place = {cell: n for n, cell in enumerate(self.order)}
        found: list[list[_Read]] = [[] for _ in self.order]
        for number, constraint in enumerate(self._constraints):
            cells = sorted(constraint.cells, key=place.__getitem__)
            diagram = constraint.diagram(cells)
            levels = zip(cells, diagram.levels, diagram.sizes, strict=True)
            for n, (cell, nexts, size) in enumerate(levels, start=1):
                found[place[cell]].append(_Read(number, nexts, size, n == len(cells)))
        return found

    def _backward(self) -> list[Weights]:
        """The layouts of the cells from each place on, by state and number of mines before."""
        free, known = len(self.free), self._known
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
        found = {cell: float(mine) for cell, mine in self.certain.items()}
        for at, cell in enumerate(self.order):
            if cell in self._known:
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
        known = self._known
        mines = {cell for cell, mine in known.items() if mine}
        state, number = 0, 0
        for at, cell in enumerate(self.order):
            layer = self._layers[at]
            if cell in known:
                state = int(layer.nexts[known[cell]][state])
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

    def read(self, place: int, column: Ints, fixed: bool | None) -> _Read:
        """What the machine does at a place, where only a mine or none may be possible, in the
        states of a column: after DEAD no layout can follow."""
        numbers = dict[State, int]()
        used = np.unique(column).tolist()
        nexts = tuple(np.full(len(self._states), DEAD) for _ in (0, 1))
        for mine in (False, True):
            if fixed in (None, mine):
                for old in used:
                    state = self._reader.step(place, self._states[old], mine)
                    if state is not None:
                        nexts[mine][old] = numbers.setdefault(state, len(numbers))
        self._states = list(numbers)
        return _Read(self, (nexts[0], nexts[1]), max(1, len(numbers)))


def _merged(states: Ints, sizes: Sequence[int]) -> tuple[Ints, Ints, Ints, Ints]:
    """The first column of each kind, for each column the number of its kind, and the columns in
    the order of their kinds, with the place where each kind begins.

    ``sizes`` says for each row how many values it has.
    """
    keys = np.zeros(states.shape[1], np.int64)
    span, at = 1, 0
    while at < len(sizes):
        factors = [1]
        for size in sizes[at:]:
            if span * factors[-1] * size >= 2**62:
                break
            factors.append(factors[-1] * size)
        to = at + len(factors) - 1
        if to == at:  # too many possible kinds: count those that there are
            kinds, keys = np.unique(keys, return_inverse=True)
            keys, span = keys.reshape(-1), len(kinds)
            continue
        keys = keys * factors[-1] + np.array(factors[:-1], np.int64) @ states[at:to]
        span, at = span * factors[-1], to
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    begins = np.ones(len(keys), bool)
    begins[1:] = ordered[1:] != ordered[:-1]
    kinds = np.empty(len(keys), np.int64)
    kinds[order] = np.cumsum(begins) - 1
    starts = np.flatnonzero(begins)
    return order[starts], kinds, order, starts
