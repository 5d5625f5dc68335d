"""Searches for the cheapest chain of steps that settles a cell.

The search is that of D. Knuth (1977), "A generalization of Dijkstra's algorithm": facts are settled
in the order of the cost of the chain that proves them, and a step is offered as soon as the facts
that it needs are settled. Chains that meet share their steps, which are paid once; so the order is
exact up to such sharing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from heapq import heappop, heappush
from itertools import count
from math import inf

from sapper.explanations import signs
from sapper.explanations.region import (
    KNOWN,
    Bound,
    Clue,
    Draft,
    Limit,
    Region,
    bits,
    compared,
    corner,
    full,
    implied,
    overlap,
    without,
)
from sapper.explanations.steps import (
    APART,
    CORNER,
    DERIVED,
    ONE_CLUE,
    OVERLAP,
    TWO_CLUES,
    Technique,
)

MAX_BOUNDS = 300  #: derived bounds that a search keeps
MAX_BOUND_CELLS = 5  #: cells of a derived bound
FORK_COST = 10  #: comparisons that take as long as a fork


class Deduction:
    """What follows from the clues of a region, each fact with the cheapest step that proves it.

    ``given`` says of known cells, by grid index, whether they are mines. With ``bounds``, counts of
    mines in sets of cells are derived and used as well. The comparisons of this deduction and its
    forks are limited to ``work``; after that, nothing more is settled.
    """

    def __init__(
        self,
        region: Region,
        given: Mapping[int, bool],
        *,
        bounds: bool = False,
        work: float = inf,
    ) -> None:
        self.region = region
        self.bounds = bounds
        self._work = [work]  # what is left, shared by all forks
        self.level = 0
        self.safe = self.mines = 0
        self.source: dict[int, Draft] = {}
        self.seen_mines = [0] * len(region.clues)
        self.seen_safe = [0] * len(region.clues)
        self.known: dict[int, tuple[int, int]] = {}  # the best bounds by mask
        self.derived: dict[Bound, Draft] = {}
        self.refuted: Draft | None = None
        self._heap: list[tuple[float, float, int, object]] = []
        self._order = count()
        # Pairs of clues that were compared, with the cells of each that were unknown.
        self._seen: set[tuple[int, ...]] = set()
        self.others: list[Draft] = []  # steps that conclude what is known already
        self._sizes = [clue.mask.bit_count() for clue in region.clues]
        known = {region.bits[cell]: mine for cell, mine in given.items() if cell in region.bits}
        self.given = sum(1 << bit for bit in known)
        for number in range(len(region.clues)):
            self._look(number)
        for bit, mine in known.items():
            self.settle(bit, mine, KNOWN)
        self._push(TWO_CLUES, None)
        for step in signs.steps(region, 0, 0):
            self.offer(step)

    @property
    def exhausted(self) -> bool:
        """True if the limit of comparisons is reached."""
        return self._work[0] <= 0

    def fork(self, bit: int, mine: bool) -> Deduction:
        """Return a copy in which a cell is supposed to be a mine, or safe."""
        self._work[0] -= FORK_COST
        same = object.__new__(Deduction)
        same.__dict__.update(self.__dict__)
        same.level = self.level + 1
        same.source, same.refuted = dict(self.source), None
        same.seen_mines, same.seen_safe = self.seen_mines[:], self.seen_safe[:]
        same.known, same.derived = dict(self.known), dict(self.derived)
        same._heap, same._order, same._seen, same.others = [], count(), set(), []
        same.settle(bit, mine, KNOWN)
        return same

    def run(self, target: int | None = None, limit: float = inf) -> Draft | None:
        """Settle facts until the ``target`` is settled, a clue is contradicted, or none is left.

        Returns the step that settles the target or contradicts a clue, if any.
        """
        while self._heap:
            total, _, _, item = self._heap[0]
            if total > limit or self.exhausted:
                return None
            self._work[0] -= 1
            heappop(self._heap)
            if item is None:
                for number in range(len(self.region.clues)):
                    self._compare_all(number, after=number)
            elif isinstance(item, int):
                for number in self.region.touching[item]:
                    self._compare_all(number)
            elif isinstance(item, Bound):
                self._use(item)
            elif isinstance(item, Draft):
                if item.contradiction:
                    self.refuted = item
                    return item
                known = self.safe | self.mines
                if (item.safe | item.mines) & known:
                    self.others.append(item)
                for bit in bits(item.safe & ~known):
                    self.settle(bit, False, item)
                for bit in bits(item.mines & ~known):
                    self.settle(bit, True, item)
                for bound in item.bounds:
                    self._derive(bound, item)
                if target is not None and target in self.source:
                    return self.source[target]
        return None

    def settle(self, bit: int, mine: bool, draft: Draft) -> None:
        """Record that a cell is a mine, or safe, and offer the steps that this makes possible."""
        self.source[bit] = draft
        if mine:
            self.mines |= 1 << bit
        else:
            self.safe |= 1 << bit
        seen = self.seen_mines if mine else self.seen_safe
        for number in self.region.touching[bit]:
            seen[number] += 1
            self._look(number, mine)
        self._push(draft.total + TWO_CLUES, bit)
        if mine and self.region.signs:
            for step in signs.steps(self.region, self.mines, self.safe, self.region.near(bit)):
                self.offer(step)

    def offer(self, draft: Draft) -> None:
        """Offer a step; ``support`` and ``total`` are filled in."""
        draft.safe &= ~self.given
        draft.mines &= ~self.given
        if not draft.contradiction:
            known = self.safe | self.mines
            if not (draft.safe | draft.mines) & ~known and not draft.bounds:
                return
        sources = self._sources(draft.used_safe | draft.used_mines)
        sources.update(self.derived[bound] for bound in draft.used_bounds)
        sources.discard(KNOWN)
        draft.level = self.level
        draft.support = frozenset().union(sources, *(source.support for source in sources))
        draft.proved = draft.safe | draft.mines
        for source in sources:
            draft.proved |= source.proved
        draft.total = draft.cost + sum(source.cost for source in draft.support)
        self._push(draft.total, draft, draft.cost)

    def _sources(self, used: int) -> set[Draft]:
        """Return steps that conclude known cells, without those whose cells the chains of the
        others conclude."""
        sources = {self.source[bit] for bit in bits(used)}
        if len(sources) > 1:
            concluded = used & ~sum(1 << bit for bit in bits(used) if self.source[bit] is KNOWN)
            for source in sorted(sources, key=lambda draft: (draft.total, draft.serial)):
                rest = concluded
                for other in sources:
                    if other is not source:
                        rest &= ~other.proved
                if not rest and source is not KNOWN:
                    sources.discard(source)
        return sources

    def _push(self, total: float, item: object, last: float = 0.0) -> None:
        """Put an item on the heap; of chains with equal cost, the one with the easier ``last`` step
        comes first."""
        heappush(self._heap, (total, last, next(self._order), item))

    def _look(self, number: int, mine: bool | None = None) -> None:
        """Offer what one clue says, if its mines or its other cells are all known.

        ``mine`` is what one of its cells has just been found to be; the other kind of cell was
        complete before, or is not complete now.
        """
        clue, size = self.region.clues[number], self._sizes[number]
        mines, safe = self.seen_mines[number], self.seen_safe[number]
        if mines > clue.mines or safe > size - clue.mines:
            used_mines = clue.mask & self.mines if mines > clue.mines else 0
            used_safe = 0 if used_mines or mines > clue.mines else clue.mask & self.safe
            self.offer(
                Draft("one clue", (clue,), ONE_CLUE, used_safe, used_mines, contradiction=True)
            )
        elif mines + safe == size:
            return
        elif mines == clue.mines and mine is not False:
            used = clue.mask & self.mines
            step = Draft("one clue", (clue,), ONE_CLUE, 0, used, safe=clue.mask & ~used)
            self.offer(step)
        elif safe == size - clue.mines and mine is not True:
            used = clue.mask & self.safe
            step = Draft("one clue", (clue,), ONE_CLUE, used, 0, mines=clue.mask & ~used)
            self.offer(step)

    def _compare_all(self, number: int, after: int = -1) -> None:
        clues, seen = self.region.clues, self.seen_mines
        clue = clues[number]
        unknown = ~(self.safe | self.mines)
        left, x = clue.mask & unknown, clue.mines - seen[number]
        if not left or x <= 0:
            return  # one clue is enough
        for three in self.region.corners[number]:
            self._turn(*three, unknown)
        others = [other for other in self.region.sharing(number) if other > after]
        self._work[0] -= len(others)
        for other in others:
            _, mask, mines = clues[other]
            if left & mask and mines > seen[other]:
                right = mask & unknown
                pair = (number, other, left, right)
                if other < number:
                    pair = (other, number, right, left)
                if pair not in self._seen:
                    self._seen.add(pair)
                    rest = mines - seen[other]
                    self._compare(number, other, Bound(left, x, x), Bound(right, rest, rest))

    def _compare(self, one: int, other: int, left: Bound, right: Bound) -> None:
        """Offer what two clues say together, beyond what each says alone, given what each says
        about its unknown cells."""
        a, b = self.region.clues[one], self.region.clues[other]
        found = compared(left, right)
        cost = TWO_CLUES + (0.0 if self.region.adjacent(one, other) else APART)
        if found != (0, 0):
            self._conclude("two clues", a, b, found, cost)
        if self.bounds and found is not None:
            self._bound(a, b, cost + DERIVED - TWO_CLUES)

    def _turn(self, one: int, middle: int, other: int, unknown: int) -> None:
        """Offer what three clues around a corner say, if their numbers settle anything."""
        clues, seen = self.region.clues, self.seen_mines
        if clues[middle].mines - seen[middle] not in (2, 3):
            return
        limits = [
            Bound(clues[n].mask & unknown, left := clues[n].mines - seen[n], left)
            for n in (one, middle, other)
        ]
        found = corner(*limits)
        key = (one, middle, other, 0, unknown)
        if found is not None and found.name and key not in self._seen:
            self._seen.add(key)
            three = tuple(clues[n] for n in (one, middle, other))
            used = (three[0].mask | three[1].mask | three[2].mask) & ~unknown
            safe, mines = (found.tip, found.ends)
            if found.name == "1-3-1":
                safe, mines = mines, safe
            draft = Draft("derived counts", three, CORNER, used & self.safe, used & self.mines)
            draft.safe, draft.mines = safe, mines
            self.offer(draft)

    def _derive(self, bound: Bound, draft: Draft) -> None:
        """Record a bound, unless a better one on the same cells is known."""
        low, high = self.known.get(bound.mask, (0, bound.mask.bit_count()))
        if (bound.low > low or bound.high < high) and len(self.derived) < MAX_BOUNDS:
            self.known[bound.mask] = max(low, bound.low), min(high, bound.high)
            self.derived[bound] = draft
            self._push(draft.total + DERIVED, bound)

    def _use(self, bound: Bound) -> None:
        """Offer what a derived bound says together with clues, and with other bounds."""
        near = {number for bit in bits(bound.mask) for number in self.region.touching[bit]}
        others: list[Limit] = [self.region.clues[number] for number in sorted(near)]
        others += [other for other in self.derived if other.mask & bound.mask and other != bound]
        self._work[0] -= len(others)
        for other in others:
            conclusions = compared(
                *self._reduced(other, bound, other.mask & (self.safe | self.mines))
            )
            cost = DERIVED + (0.0 if isinstance(other, Clue) else APART)
            if conclusions != (0, 0):
                self._conclude("derived counts", other, bound, conclusions, cost)
            if conclusions is not None:
                self._bound(other, bound, cost)

    def _bound(self, a: Limit, b: Limit, cost: float) -> None:
        """Offer the bounds on small sets of cells that two limits together imply."""
        used = (a.mask | b.mask) & (self.safe | self.mines)
        bounds = self._news(a, b, used)
        if not bounds:
            return
        used = self._needed(used, lambda fewer: self._news(a, b, fewer) == bounds)
        cost += OVERLAP if overlap(*self._reduced(a, b, used)) else 0.0
        self.offer(self._step("derived counts", a, b, used, cost, bounds=tuple(bounds)))

    def _news(self, a: Limit, b: Limit, used: int) -> list[Bound]:
        one, other = self._reduced(a, b, used)
        if not one.mask & other.mask or one.mask == other.mask:
            return []
        news = []
        for bound in implied(one, other):
            cells = bound.mask.bit_count()
            best = self.known.get(bound.mask, (0, cells))
            better = bound.low > best[0] or bound.high < best[1]
            if 2 <= cells <= MAX_BOUND_CELLS and better and not self._alone(bound, one, other):
                news.append(bound)
        return news

    @staticmethod
    def _alone(bound: Bound, *limits: Bound) -> bool:
        """Return whether one of the limits says as much about the cells of a bound."""
        for limit in limits:
            if bound.mask & ~limit.mask:
                continue
            elsewhere = (limit.mask & ~bound.mask).bit_count()
            high = min(bound.mask.bit_count(), limit.high)
            if max(0, limit.low - elsewhere) >= bound.low and high <= bound.high:
                return True
        return False

    def _conclude(
        self, technique: Technique, a: Limit, b: Limit, goal: tuple[int, int] | None, cost: float
    ) -> None:
        """Offer the step that concludes the ``goal`` from two limits and what it needs to know."""

        def enough(used: int) -> bool:
            first, second = self._reduced(a, b, used)
            if not first.high or not second.high or full(first) or full(second):
                return False  # one clue would be enough
            conclusions = compared(first, second)
            if goal is None or conclusions is None:
                return conclusions is goal
            return not (goal[0] & ~conclusions[0] or goal[1] & ~conclusions[1])

        def apart(used: int) -> bool:
            return overlap(*self._reduced(a, b, used))

        known = (a.mask | b.mask) & (self.safe | self.mines)
        used = self._needed(known, enough)
        self._offer_pair(technique, a, b, used, cost)
        if apart(used) and not apart(known):
            # With more known cells, one limit is within the other, which is easier to see.
            used = self._needed(known, lambda fewer: enough(fewer) and not apart(fewer))
            self._offer_pair(technique, a, b, used, cost)

    def _offer_pair(self, technique: Technique, a: Limit, b: Limit, used: int, cost: float) -> None:
        """Offer what two limits conclude about the cells that are not ``used``."""
        one, other = self._reduced(a, b, used)
        step = self._step(technique, a, b, used, cost + (OVERLAP if overlap(one, other) else 0.0))
        conclusions = compared(one, other)
        if conclusions is None:
            step.contradiction = True
        else:
            step.safe, step.mines = conclusions
        self.offer(step)

    def _step(
        self,
        technique: Technique,
        a: Limit,
        b: Limit,
        used: int,
        cost: float,
        bounds: tuple[Bound, ...] = (),
    ) -> Draft:
        return Draft(
            technique,
            tuple(limit for limit in (a, b) if isinstance(limit, Clue)),
            cost,
            used & self.safe,
            used & self.mines,
            tuple(limit for limit in (a, b) if isinstance(limit, Bound)),
            bounds=bounds,
        )

    def _reduced(self, a: Limit, b: Limit, used: int) -> tuple[Bound, Bound]:
        """Return what two limits say about the cells that are not ``used``."""
        return without(a, used, self.mines), without(b, used, self.mines)

    def _needed(self, used: int, enough: Callable[[int], bool]) -> int:
        """Return known cells that are enough for a step, from the ``used`` ones; those with the
        dearest chains are left out first."""
        groups: dict[Draft, int] = {}
        for bit in bits(used):
            source = self.source[bit]
            groups[source] = groups.get(source, 0) | 1 << bit
        for source in sorted(groups, key=lambda draft: -draft.total):
            fewer = used & ~groups[source]
            if enough(fewer):
                used = fewer
        return used
