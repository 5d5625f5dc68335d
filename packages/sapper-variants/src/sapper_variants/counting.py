"""Exact chances for any rule: an elimination of cells, with the states of the constraints on them.

The cells are read one after another. What is remembered is the state of every constraint that has
been begun and not finished (``sapper_variants.diagram``), and of the rules on groups
(``sapper_variants.groups``), as one number; states that agree in all of these are one. Each has a
weight, the layouts of the cells before for every number of mines so far, which are the digits of
one large integer: adding such integers and shifting them by a digit adds and shifts polynomials
(Kronecker 1882). A second pass back gives the layouts that continue each state, and so every chance
(dynamic programming over a path decomposition; the transfer matrix of physics).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

from sapper.errors import BudgetError, ImpossiblePositionError
from sapper.kernel.chance import Chance
from sapper_variants.diagram import DEAD, propagate
from sapper_variants.groups import Groups, State, reader_of
from sapper_variants.position import Position

MAX_WEIGHTS = 20_000_000  #: numbers in memory at once, of about 8 bytes each
LEAST_WEIGHTS = 20  #: as many numbers as a state without weights takes
GROUP_BITS = 32  #: of a state, for each rule on groups


class _Read(NamedTuple):
    """A constraint reads a cell: bits of the state, and what they are after a safe cell or a mine.

    A rule on groups computes that: ``nexts`` is then its machine.
    """

    offset: int
    bits: int
    nexts: tuple[Sequence[int], Sequence[int]] | _Numbered


#: What a safe cell and a mine add to a state, None if no layout can follow.
_Change = tuple[int | None, int | None]


class _Place:
    """A place of the order: the cell there, the constraints that read it, and what they do.

    - ``mask``: the bits of the state that they read, for which ``changes`` are kept.
    """

    def __init__(self, place: int, cell: int, fixed: bool | None, reads: list[_Read]) -> None:
        self.cell, self.fixed = cell, fixed
        self.mask = sum(((1 << read.bits) - 1) << read.offset for read in reads)
        self.changes: dict[int, _Change] = {}
        self._place, self._reads = place, reads

    def change(self, part: int) -> _Change:
        """What a safe cell and a mine add to a state with these bits."""
        safe, mined = (
            self._added(part, mine) if self.fixed in (None, mine) else None
            for mine in (False, True)
        )
        self.changes[part] = safe, mined
        return safe, mined

    def _added(self, part: int, mine: bool) -> int | None:
        added = 0
        for offset, bits, nexts in self._reads:
            old = part >> offset & ((1 << bits) - 1)
            if isinstance(nexts, _Numbered):
                new = nexts.step(self._place, old, mine)
            else:
                new = nexts[mine][old]
            if new == DEAD:
                return None
            added += (new - old) << offset
        return added


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
        unknown = [cell for cell in self.order if cell not in self._known]
        self._digit = len(unknown) + len(self.free) + 1  # bits, enough for all layouts
        self._most = (1 << self._digit * (self.mines + 1)) - 1  # the greatest weight
        self._places = self._read_places()
        self._layers = self._forward()  # the weights by state before each place and at the end
        self._back = self._backward()  # the layouts of the cells from there on, for mines there
        self.layouts = self._coefficient(self._back[0].get(0, 0), self.mines)
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

    def _read_places(self) -> list[_Place]:
        """What the constraints do at each place: each has bits of its own from its first cell to
        its last, below those of the rules on groups."""
        place = {cell: n for n, cell in enumerate(self.order)}
        found: list[list[_Read]] = [[] for _ in self.order]
        sorted_cells = [sorted(c.cells, key=place.__getitem__) for c in self._constraints]
        begun: list[tuple[int, int, int]] = []  # first bit, bit after the last one, last place
        top = 0
        pairs = zip(self._constraints, sorted_cells, strict=True)
        for constraint, cells in sorted(pairs, key=lambda pair: place[pair[1][0]]):
            diagram = constraint.diagram(cells)
            bits = (max(diagram.sizes) - 1).bit_length()
            begun = sorted(each for each in begun if each[2] >= place[cells[0]])
            offset = 0
            for first, after, _ in begun:
                if first - offset >= bits:
                    break
                offset = max(offset, after)
            begun.append((offset, offset + bits, place[cells[-1]]))
            top = max(top, offset + bits)
            for cell, nexts in zip(cells, diagram.levels, strict=True):
                found[place[cell]].append(_Read(offset, bits, nexts))
        for number, groups in enumerate(self._groups):
            read = _Read(top + number * GROUP_BITS, GROUP_BITS, _Numbered(groups, self.order))
            for reads in found:
                reads.append(read)
        pairs_read = enumerate(zip(self.order, found, strict=True))
        return [_Place(n, cell, self._known.get(cell), reads) for n, (cell, reads) in pairs_read]

    def _forward(self) -> list[dict[int, int]]:
        """Read the cells, and return the weights by state before each and at the end."""
        digit, most = self._digit, self._most
        size, used = max(self.mines + 1, LEAST_WEIGHTS), 0
        layers = [{0: 1}]
        for at, place in enumerate(self._places):
            after: dict[int, int] = {}
            mask, changes = place.mask, place.changes
            shift = digit if place.fixed is None else 0
            for state, weight in layers[-1].items():
                part = state & mask
                safe, mined = changes.get(part) or place.change(part)
                if safe is not None:
                    new = state + safe
                    after[new] = after.get(new, 0) + weight
                if mined is not None:
                    more = weight << shift
                    if more > most:  # too many mines
                        more &= most
                    if more:
                        new = state + mined
                        after[new] = after.get(new, 0) + more
            layers.append(after)
            used += len(layers[-2]) * size
            if used + len(after) * size > self._max_weights:
                raise BudgetError(
                    f"the count needs more than {len(after):,} states after"
                    f" {at + 1} of {len(self.order)} cells"
                )
        return layers

    def _backward(self) -> list[dict[int, int]]:
        """The layouts of the cells from each place on, by state and number of mines there."""
        digit, most, free = self._digit, self._most, len(self.free)
        end = sum(comb(free, m) << digit * m for m in range(min(free, self.mines) + 1))
        back = [dict.fromkeys(self._layers[-1], end)]
        for layer, place in zip(self._layers[-2::-1], self._places[::-1], strict=True):
            before: dict[int, int] = {}
            get, mask, changes = back[-1].get, place.mask, place.changes
            shift = digit if place.fixed is None else 0
            for state in layer:
                safe, mined = changes[state & mask]
                weight = 0 if safe is None else get(state + safe, 0)
                if mined is not None:
                    weight += get(state + mined, 0) << shift & most
                if weight:
                    before[state] = weight
            back.append(before)
        return back[::-1]

    def _coefficient(self, weight: int, mines: int) -> int:
        """The layouts with so many mines in a weight, none if that is less than 0."""
        return weight >> self._digit * mines & (1 << self._digit) - 1 if mines >= 0 else 0

    def chances(self) -> dict[int, float]:
        """The mine probability of each hidden cell; 0 and 1 are certain."""
        found = {cell: float(mine) for cell, mine in self.certain.items()}
        layers = zip(self._places, self._layers, self._back[1:], strict=False)
        for place, layer, back in layers:
            if place.fixed is not None:
                continue
            layouts, get, mask, changes = 0, back.get, place.mask, place.changes
            for state, weight in layer.items():
                mined = changes[state & mask][1]
                if mined is not None:
                    layouts += weight * get(state + mined, 0)
            found[place.cell] = self._coefficient(layouts, self.mines - 1) / self.layouts
        if self.free:
            last, mines, free = sum(self._layers[-1].values()), self.mines, len(self.free)
            mined = sum(
                self._coefficient(last, m) * comb(free - 1, mines - m - 1) for m in range(mines)
            )
            found |= dict.fromkeys(self.free, mined / self.layouts)
        return found

    def sample(self, chance: Chance) -> frozenset[int]:
        """A layout, each with the same chance: the mines of the whole board."""
        mines = {cell for cell, mine in self._known.items() if mine}
        state, left = 0, self.mines
        for place, back in zip(self._places, self._back[1:], strict=True):
            change = place.changes[state & place.mask]
            mine = place.fixed
            if mine is None:
                safe, mined = (
                    float(self._coefficient(back.get(state + added, 0), left - bit))
                    if added is not None
                    else 0.0
                    for bit, added in enumerate(change)
                )
                mine = chance.random() * (safe + mined) < mined
                if mine:
                    left -= 1
                    mines.add(place.cell)
            state += change[mine] or 0
        mines.update(chance.shuffled(self.free)[:left])
        return frozenset(mines)


class _Numbered:
    """The machine of a rule on groups, with numbers for its states."""

    def __init__(self, groups: Groups, order: Sequence[int]) -> None:
        self._reader = reader_of(groups, tuple(order))
        self._states = [State()]
        self._numbers = {State(): 0}

    def step(self, place: int, number: int, mine: bool) -> int:
        """The state after a place, DEAD if no layout can follow."""
        state = self._reader.step(place, self._states[number], mine)
        if state is None:
            return DEAD
        if state not in self._numbers:
            self._numbers[state] = len(self._states)
            self._states.append(state)
        return self._numbers[state]
