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
from itertools import chain
from math import comb
from typing import NamedTuple

from sapper.errors import BudgetError, ImpossiblePositionError
from sapper.kernel.chance import Chance
from sapper_variants.diagram import DEAD, Constraint, Sum, Table, propagate, shortened, span
from sapper_variants.groups import Groups, State, reader_of
from sapper_variants.position import Position

MAX_WEIGHTS = 20_000_000  #: numbers in memory at once, of about 8 bytes each
LEAST_WEIGHTS = 20  #: as many numbers as a state with small weights takes
STATE_WEIGHTS = 12  #: as many numbers as a state without weights takes
EASY_STATES = 10_000  #: of a first reading
FEW_STATES = 1_000  #: of each of several readings
MORE_STATES = 4  #: times as many, for half as many readings
MAX_WEIGHT = 4  #: in sums that follow from others
MOST_ORDERED = 50_000  #: fillings of tables that are put into several orders
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
    - ``added``: what a safe cell and a mine add to the sums in a state.
    - ``wrong``: the bits that a state after this place lacks if its sums can still be right.
    """

    def __init__(self, place: int, cell: int, fixed: bool | None) -> None:
        self.cell, self.fixed = cell, fixed
        self.mask = self.wrong = 0
        self.changes: dict[int, _Change] = {}
        self.added = [0, 0]
        self._place, self._reads = place, list[_Read]()

    def read(self, read: _Read) -> None:
        """Let a machine read the cell."""
        self.mask |= ((1 << read.bits) - 1) << read.offset
        self._reads.append(read)

    def change(self, part: int) -> _Change:
        """What a safe cell and a mine add to a state with these bits."""
        safe, mined = (
            self._added(part, mine) if self.fixed in (None, mine) else None
            for mine in (False, True)
        )
        self.changes[part] = safe, mined
        return safe, mined

    def _added(self, part: int, mine: bool) -> int | None:
        added = self.added[mine]
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


class _Reading:
    """An order of the cells, and the states reached in it so far.

    - ``layers``: the states before each place, with the fewest mines so far.
    - ``states``: how many there are in all.
    """

    def __init__(
        self,
        order: Sequence[int],
        constraints: Sequence[Constraint],
        groups: Sequence[Groups],
        known: Mapping[int, bool],
    ) -> None:
        self.places = _places(order, constraints, groups, known)
        self.layers: list[dict[int, int]] = [{0: 0}]
        self.states = 1

    @property
    def left(self) -> int:
        """The number of places that are not read yet."""
        return len(self.places) + 1 - len(self.layers)

    def advance(self, mines: int, states: int) -> None:
        """Read on, with at most so many mines in all, until there are more than so many states."""
        while self.left and self.states <= states:
            self._advance(mines)

    def _advance(self, most: int) -> None:
        place = self.places[len(self.layers) - 1]
        after: dict[int, int] = {}
        get, mask, changes, wrong = after.get, place.mask, place.changes, place.wrong
        one = int(place.fixed is None)
        for state, mines in self.layers[-1].items():
            part = state & mask
            safe, mined = changes.get(part) or place.change(part)
            if safe is not None:
                new = state + safe
                if not new & wrong and get(new, most + 1) > mines:
                    after[new] = mines
            if mined is not None and mines + one <= most:
                new = state + mined
                if not new & wrong and get(new, most + 1) > mines + one:
                    after[new] = mines + one
        self.layers.append(after)
        self.states += len(after)


def _places(
    order: Sequence[int],
    constraints: Sequence[Constraint],
    groups: Sequence[Groups],
    known: Mapping[int, bool],
) -> list[_Place]:
    """What the constraints do at each place of an order: each has bits of its own from its first
    cell to its last, below those of the rules on groups."""
    at = {cell: n for n, cell in enumerate(order)}
    places = [_Place(n, cell, known.get(cell)) for n, cell in enumerate(order)]
    begun: list[tuple[int, int, int]] = []  # first bit, bit after the last one, last place
    top = 0
    sorted_cells = (sorted(each.cells, key=at.__getitem__) for each in constraints)
    pairs = sorted(zip(sorted_cells, constraints, strict=True), key=lambda pair: at[pair[0][0]])
    for cells, constraint in pairs:
        read_by = [places[at[cell]] for cell in cells]
        if isinstance(constraint, Sum) and len(constraint.totals) == 1:
            room = _room(constraint)
            bits = 2 * (max(map(abs, (*room, *constraint.weights))).bit_length() + 1)
        else:
            diagram = constraint.diagram(cells)
            bits = (max(diagram.sizes) - 1).bit_length()
        begun = sorted(each for each in begun if each[2] >= at[cells[0]])
        offset = 0
        for first, after, _ in begun:
            if first - offset >= bits:
                break
            offset = max(offset, after)
        begun.append((offset, offset + bits, at[cells[-1]]))
        top = max(top, offset + bits)
        if isinstance(constraint, Sum) and len(constraint.totals) == 1:
            _sum_up(constraint, read_by, room, offset, bits // 2)
        else:
            for place, nexts in zip(read_by, diagram.levels, strict=True):
                place.read(_Read(offset, bits, nexts))
    for number, rule in enumerate(groups):
        read = _Read(top + number * GROUP_BITS, GROUP_BITS, _Numbered(rule, order))
        for place in places:
            place.read(read)
    return places


def _room(equation: Sum) -> tuple[int, int]:
    """By how much a sum of one total is above its least value, and below its greatest."""
    (total,), (least, most) = equation.totals, span(equation.weights)
    return total - least, most - total


def _sum_up(
    equation: Sum, places: list[_Place], room: tuple[int, int], offset: int, bits: int
) -> None:
    """Add up a sum of one total in two fields of a state: what cells add to its least value, and
    what they take from its greatest. A field whose last bit is 1 has no room left."""
    weight = dict(zip(equation.cells, equation.weights, strict=True))
    full = (1 << bits - 1) - 1
    for which in (0, 1):
        for place in places:
            change = weight[place.cell]
            place.added[(change > 0) != which] += abs(change) << offset
            place.wrong |= 1 << offset + bits - 1
        for bit in (0, 1):
            places[0].added[bit] += full - room[which] << offset
            places[-1].added[bit] -= full << offset
        places[-1].wrong |= ((1 << bits) - 1) << offset
        offset += bits


class Counting:
    """The layouts of a position, counted.

    ``known`` says of hidden cells, which are certain, whether they are mines. Unless ``first``, the
    cells are read in several orders at once if the first one has many states, which changes what
    the same luck samples. Raises ``ImpossiblePositionError`` if there is no layout, and
    ``BudgetError`` if more states than memory allows must be remembered.
    """

    def __init__(
        self,
        position: Position,
        known: Mapping[int, bool] | None = None,
        *,
        first: bool = False,
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
        orders = self._orders()
        left_over = set(position.hidden) - set(orders[0]) - set(self.certain)
        self.free = [] if self._groups else sorted(left_over)
        unknown = [cell for cell in orders[0] if cell not in self._known]
        cells = len(unknown) + len(self.free)
        self._digit = comb(cells, min(self.mines, cells // 2)).bit_length()  # of any coefficient
        self._most = (1 << self._digit * (self.mines + 1)) - 1  # the greatest weight
        reading = self._read(orders[:1] if first else orders)
        self._places = reading.places
        self._back = self._backward(reading.layers)  # the weights by state from each place on
        self.layouts = self._coefficient(self._back[0].get(0, 0), self.mines)
        if not self.layouts:
            raise ImpossiblePositionError("no layout fits the position")

    def _orders(self) -> list[list[int]]:
        """Orders of the cells to read, one component after another, row by row or column by column,
        or the other way round. In the first one few constraints are open at once. It is the only
        one if there are rules on groups, which need all cells, or if tables are large."""
        board = self.position.board
        if self._groups:
            parts = [set(range(board.size))]
        else:
            parts = _components(self._constraints)
        rows = [sorted(cells) for cells in parts]
        columns = [sorted(cells, key=lambda i: divmod(i, board.width)[::-1]) for cells in parts]
        best = [min(pair, key=self._cost) for pair in zip(rows, columns, strict=True)]
        found = [list(chain.from_iterable(order)) for order in (best, rows, columns)]
        tables = sum(len(each.allowed) for each in self._constraints if isinstance(each, Table))
        if self._groups or tables > MOST_ORDERED:
            return found[:1]
        return [*found, found[1][::-1], found[2][::-1]]

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

    def _read(self, orders: list[list[int]]) -> _Reading:
        """Read the cells in the first order. If that has many states, read them in the others, and
        go on with that half of these that got furthest with as many states, until one is left."""
        limit = self._max_weights // STATE_WEIGHTS
        reading = _Reading(orders[0], self._constraints, self._groups, self._known)
        reading.advance(self.mines, min(limit, EASY_STATES) if orders[1:] else limit)
        if reading.left and orders[1:]:
            readings = [self._shortened(order) for order in orders[1:]]
            states = FEW_STATES
            while len(readings) > 1:
                for each in readings:
                    each.advance(self.mines, min(limit, states))
                readings = sorted(readings, key=lambda each: (each.left, each.states))
                readings = readings[: len(readings) // 2]
                states *= MORE_STATES
            (reading,) = readings
            reading.advance(self.mines, limit)
        if reading.left:
            read = f"{len(reading.layers) - 1} of {len(reading.places)} cells"
            states = len(reading.layers[-1])
            raise BudgetError(f"the count needs more than {states:,} states after {read}")
        return reading

    def _shortened(self, order: list[int]) -> _Reading:
        """A reading in an order with sums that end soon, which rule out states early."""
        equations = [c for c in self._constraints if isinstance(c, Sum) and len(c.totals) == 1]
        more = [c for c in shortened(equations, order) if max(map(abs, c.weights)) <= MAX_WEIGHT]
        return _Reading(order, [*self._constraints, *more], self._groups, self._known)

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
                raise BudgetError(f"the weights of more than {len(before):,} states are too many")
        return back[::-1]

    def _coefficient(self, weight: int, mines: int) -> int:
        """The layouts with so many mines in a weight, none if that is less than 0."""
        return weight >> self._digit * mines & (1 << self._digit) - 1 if mines >= 0 else 0

    def chances(self) -> dict[int, float]:
        """The mine probability of each hidden cell; 0 and 1 are certain."""
        found = {cell: float(mine) for cell, mine in self.certain.items()}
        digit, most, weights = self._digit, self._most, {0: 1}  # of the cells before, by state
        for place, back in zip(self._places, self._back[1:], strict=True):
            after, by_rest = dict[int, int](), dict[int, int]()
            get, mask, changes = back.get, place.mask, place.changes
            for state, weight in weights.items():
                safe, mined = changes[state & mask]
                if safe is not None and state + safe in back:
                    after[state + safe] = after.get(state + safe, 0) + weight
                if mined is not None and (rest := get(state + mined)):
                    more = weight << digit & most if place.fixed is None else weight
                    by_rest[rest] = by_rest.get(rest, 0) + weight
                    after[state + mined] = after.get(state + mined, 0) + more
            weights = after
            if place.fixed is None:
                layouts = sum(weight * rest for rest, weight in by_rest.items())
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
