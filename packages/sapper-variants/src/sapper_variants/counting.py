"""Exact chances for any rule: an elimination of cells, with the states of the constraints on them.

The cells are read one after another. What is remembered is the state of every constraint that has
been begun and not finished (``sapper_variants.diagram``), and of the rules on groups
(``sapper_variants.groups``), as one number; states that agree in all of these are one. A pass back
gives each a weight, the layouts of the cells from there on for every number of mines, which are the
digits of one large integer: adding such integers and shifting them by a digit adds and shifts
polynomials (Kronecker 1882). A second pass forward weighs the layouts of the cells before those
states that have any after them, and so gives every chance (dynamic programming over a path
decomposition; the transfer matrix of physics).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from math import comb
from typing import NamedTuple

from sapper.errors import BudgetError, ImpossiblePositionError
from sapper.kernel.chance import Chance
from sapper_variants.diagram import DEAD, Constraint, Sum, propagate
from sapper_variants.groups import Groups, State, reader_of
from sapper_variants.position import Position

MAX_WEIGHTS = 20_000_000  #: numbers in memory at once, of about 8 bytes each
LEAST_WEIGHTS = 20  #: as many numbers as a state with small weights takes
STATE_WEIGHTS = 12  #: as many numbers as a state without weights takes
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

    ``known`` says of hidden cells, which are certain, whether they are mines. Raises
    ``ImpossiblePositionError`` if there is no layout, and ``BudgetError`` if more states than
    memory allows must be remembered.
    """

    def __init__(
        self,
        position: Position,
        known: Mapping[int, bool] | None = None,
        *,
        max_weights: int = MAX_WEIGHTS,
    ) -> None:
        self.position = position
        self._groups = position.variant.groups(position.board)
        constraints = [*(premise.constraint for premise in position.premises), position.total]
        if known:
            constraints = [constraint.given(known) for constraint in constraints]
        propagated = propagate(constraints)
        if position.mines_left < 0 or propagated is None:
            raise ImpossiblePositionError("no layout fits the position")
        certain, left = propagated
        self.certain = {**(known or {}), **certain}  #: also those that single constraints decide
        self._known = position.known | self.certain
        total = position.total.given(self.certain)  # kept by the number of mines so far
        self._constraints = [c for c in left if c != total]
        self._max_weights = max_weights
        self.mines = position.mines - sum(self._known.values())  #: under the other hidden cells
        self.order = self._best_order()
        left_over = set(position.hidden) - set(self.order) - set(self.certain)
        self.free = [] if self._groups else sorted(left_over)
        self._constraints += self._differences()
        unknown = [cell for cell in self.order if cell not in self._known]
        self._digit = len(unknown) + len(self.free) + 1  # bits, enough for all layouts
        self._most = (1 << self._digit * (self.mines + 1)) - 1  # the greatest weight
        self._places = self._read_places()
        self._back = self._backward(self._reached())  # the weights by state from each place on
        self.layouts = self._coefficient(self._back[0].get(0, 0), self.mines)
        if not self.layouts:
            raise ImpossiblePositionError("no layout fits the position")

    def _best_order(self) -> list[int]:
        """The cells to read, one component after another, row by row or column by column, so that
        few constraints are open at once. Rules on groups need all cells."""
        board = self.position.board
        parts = [set(range(board.size))] if self._groups else _components(self._constraints)
        found = list[int]()
        for cells in parts:
            columns = sorted(cells, key=lambda i: divmod(i, board.width)[::-1])
            best = min(sorted(cells), columns, key=self._cost)
            found += best
        return found

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

    def _differences(self) -> list[Sum]:
        """For each sum, its difference to another one that ends first, if that is before the sum
        itself ends: states that it rules out need not be remembered any longer."""
        place = {cell: n for n, cell in enumerate(self.order)}
        sums = [c for c in self._constraints if isinstance(c, Sum) and len(c.totals) == 1]
        ends = {each: max(map(place.__getitem__, each.cells)) for each in sums}
        found = dict[Sum, tuple[int, Sum]]()
        for one, other in permutations(sums, 2):
            if ends[one] < ends[other] or set(one.cells).isdisjoint(other.cells):
                continue
            left = one.less(other)
            end = max(map(place.__getitem__, left.cells), default=ends[one])
            if end < found.get(one, (ends[one],))[0]:
                found[one] = end, left
        return list(dict.fromkeys(left for _, left in found.values()))

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

    def _reached(self) -> list[dict[int, int]]:
        """Read the cells, and return the states before each and at the end, with the fewest mines
        so far."""
        most, used = self.mines, 0
        layers = [{0: 0}]
        for at, place in enumerate(self._places):
            after: dict[int, int] = {}
            get, mask, changes = after.get, place.mask, place.changes
            one = int(place.fixed is None)
            for state, mines in layers[-1].items():
                part = state & mask
                safe, mined = changes.get(part) or place.change(part)
                if safe is not None:
                    new = state + safe
                    if get(new, most + 1) > mines:
                        after[new] = mines
                if mined is not None and mines + one <= most:
                    new = state + mined
                    if get(new, most + 1) > mines + one:
                        after[new] = mines + one
            layers.append(after)
            used += len(after) * STATE_WEIGHTS
            if used > self._max_weights:
                raise self._refusal(len(after), at + 1)
        return layers

    def _refusal(self, states: int, cells: int) -> BudgetError:
        read = f"{cells} of {len(self.order)} cells"
        return BudgetError(f"the count needs more than {states:,} states after {read}")

    def _backward(self, layers: list[dict[int, int]]) -> list[dict[int, int]]:
        """The layouts of the cells from each place on, by state and number of mines there, for
        those states that were reached and have any."""
        digit, most, free = self._digit, self._most, len(self.free)
        end = sum(comb(free, m) << digit * m for m in range(min(free, self.mines) + 1))
        back = [dict.fromkeys(layers[-1], end)]
        size, used = max(self.mines + 1, LEAST_WEIGHTS), 0
        for layer, place in zip(layers[-2::-1], self._places[::-1], strict=True):
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
            used += len(before) * size
            if used > self._max_weights:
                raise self._refusal(len(before), len(layers) - len(back))
        return back[::-1]

    def _coefficient(self, weight: int, mines: int) -> int:
        """The layouts with so many mines in a weight, none if that is less than 0."""
        return weight >> self._digit * mines & (1 << self._digit) - 1 if mines >= 0 else 0

    def chances(self) -> dict[int, float]:
        """The mine probability of each hidden cell; 0 and 1 are certain."""
        found = {cell: float(mine) for cell, mine in self.certain.items()}
        digit, most, weights = self._digit, self._most, {0: 1}  # of the cells before, by state
        for place, back in zip(self._places, self._back[1:], strict=True):
            layouts, after = 0, dict[int, int]()
            get, mask, changes = back.get, place.mask, place.changes
            for state, weight in weights.items():
                safe, mined = changes[state & mask]
                if safe is not None and state + safe in back:
                    after[state + safe] = after.get(state + safe, 0) + weight
                if mined is not None and (rest := get(state + mined)):
                    more = weight << digit & most if place.fixed is None else weight
                    layouts += weight * rest
                    after[state + mined] = after.get(state + mined, 0) + more
            weights = after
            if place.fixed is None:
                found[place.cell] = self._coefficient(layouts, self.mines - 1) / self.layouts
        if self.free:
            last, mines, free = sum(weights.values()), self.mines, len(self.free)
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


def _components(constraints: Sequence[Constraint]) -> list[set[int]]:
    """The cells of the constraints, in sets such that no constraint has cells of two."""
    parts = list[set[int]]()
    for constraint in constraints:
        apart = [part for part in parts if part.isdisjoint(constraint.cells)]
        touched = (part for part in parts if not part.isdisjoint(constraint.cells))
        parts = [*apart, set(constraint.cells).union(*touched)]
    return sorted(parts, key=min)
