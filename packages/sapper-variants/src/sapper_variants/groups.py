"""Groups of connected cells: a rule on the whole layout, such as that all mines are connected.

A rule on groups has three forms: a check of a finished layout, clauses that a wrong layout violates
(cuts, which a SAT solver gets only when they are needed), and a machine that reads the cells one by
one and remembers which of the cells at the frontier of its reading are connected (Sekine, Imai and
Tani 1995, "Computing the Tutte polynomial of a graph of moderate size", for connected subgraphs).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from sapper_variants.board import Board, By


class Literal(NamedTuple):
    """A mine in a cell, or none."""

    cell: int
    mine: bool


class State(NamedTuple):
    """What a machine remembers.

    - ``labels``: the group of each cell at the frontier, 0 for cells of no group.
    - ``groups``: of each group whether it touches the border, and its size if that matters.
    - ``closed``: whether a group is complete.
    """

    labels: tuple[int, ...] = ()
    groups: tuple[tuple[bool, int], ...] = ()
    closed: bool = False


@dataclass(frozen=True)
class Groups:
    """What the groups of mines, or of safe cells, must be like on a board.

    - ``mines``: whether they are groups of mines.
    - ``by``: what connects two cells: sides, or also corners.
    - ``one``: there is at most one group.
    - ``anchored``: every group touches the border.
    - ``acyclic``: no group contains a closed walk; with ``by`` sides, also no square of four cells.
    - ``size``: the number of cells of each group; 0 allows any.
    """

    board: Board
    mines: bool
    by: By
    one: bool = False
    anchored: bool = False
    acyclic: bool = False
    size: int = 0

    def found(self, mines: Collection[int]) -> list[list[int]]:
        """The groups of a layout, each in the order of a walk through it."""
        rest = {i for i in range(self.board.size) if (i in mines) == self.mines}
        groups = []
        while rest:
            group = [min(rest)]
            rest.remove(group[0])
            for cell in group:  # grows while it is walked through
                for other in self.board.near(cell, self.by):
                    if other in rest:
                        rest.remove(other)
                        group.append(other)
            groups.append(group)
        return groups

    def obeyed(self, mines: Collection[int]) -> bool:
        """Whether a layout obeys the rule."""
        return next(self.cuts(mines), None) is None

    def cuts(self, mines: Collection[int]) -> Iterator[list[Literal]]:
        """Clauses that a layout violates, and that every layout which obeys the rule satisfies.

        There is at least one unless the layout obeys the rule.
        """
        groups = self.found(mines)
        for number, group in enumerate(groups):
            inside = set(group)
            around = {j for i in group for j in self.board.near(i, self.by)} - inside
            leaves = [Literal(i, self.mines) for i in sorted(around)]
            if self.one and len(groups) > 1:
                other = groups[number - 1]
                gate = [Literal(i, self.mines) for i in self._gate(other[0], around)]
                for start in group:
                    ends = (Literal(start, not self.mines), Literal(other[0], not self.mines))
                    yield [*ends, *gate]
            if self.anchored and not any(map(self.board.touches_border, group)):
                yield [Literal(group[0], not self.mines), *leaves]
            if self.acyclic and (cycle := self._cycle(group)):
                yield [Literal(i, not self.mines) for i in cycle]
            if self.size and len(group) > self.size:
                yield [Literal(i, not self.mines) for i in group[: self.size + 1]]
            elif self.size and len(group) < self.size:
                yield [*(Literal(i, not self.mines) for i in group), *leaves]

    def _gate(self, start: int, around: set[int]) -> list[int]:
        """Those cells around a group at which a walk from outside, from a cell, can arrive."""
        seen, walk = {start}, [start]
        for cell in walk:  # grows while it is walked through
            if cell not in around:
                new = [j for j in self.board.near(cell, self.by) if j not in seen]
                seen.update(new)
                walk += new
        return sorted(seen & around)

    def _cycle(self, group: list[int]) -> list[int]:
        """The cells of a closed walk within a group, empty if there is none."""
        came: dict[int, int | None] = {group[0]: None}
        inside = set(group)
        for cell in group:
            for other in self.board.near(cell, self.by):
                if other not in inside or other == came[cell]:
                    continue
                if other in came:
                    return sorted({*self._way(came, cell), *self._way(came, other)})
                came[other] = cell
        return []

    @staticmethod
    def _way(came: dict[int, int | None], cell: int | None) -> Iterator[int]:
        while cell is not None:
            yield cell
            cell = came[cell]


class Reader:
    """The machine of a rule on groups for an order of all cells of its board."""

    def __init__(self, groups: Groups, order: Sequence[int]) -> None:
        self.rule = groups
        self.cells = order
        place = {cell: n for n, cell in enumerate(order)}
        near = [groups.board.near(cell, groups.by) for cell in order]
        last = [max((place[j] for j in cells), default=n) for n, cells in enumerate(near)]
        self._after: dict[tuple[int, State, bool], State | None] = {}
        self._linked: list[list[int]] = []  # places in the frontier of the neighbours read before
        self._kept: list[list[int]] = []  # places in it, and of the new cell, that stay
        frontier: list[int] = []
        for n, cells in enumerate(near):
            at = {order[m]: i for i, m in enumerate(frontier)}
            self._linked.append([at[j] for j in cells if j in at])
            frontier.append(n)
            self._kept.append([i for i, m in enumerate(frontier) if last[m] > n])
            frontier = [frontier[i] for i in self._kept[-1]]

    def step(self, place: int, state: State, mine: bool) -> State | None:
        """The state after the cell at a place of the order, None if no layout can follow."""
        key = place, state, mine
        if key not in self._after:
            self._after[key] = self._step(place, state, mine)
        return self._after[key]

    def _step(self, place: int, state: State, mine: bool) -> State | None:
        rule, labels, groups = self.rule, list(state.labels), list(state.groups)
        if mine != rule.mines:
            labels.append(0)
        else:
            if rule.one and state.closed:
                return None
            linked = [labels[i] for i in self._linked[place] if labels[i]]
            joined = set(linked)
            if rule.acyclic and len(joined) < len(linked):
                return None
            touches = rule.anchored and (
                rule.board.touches_border(self.cells[place])
                or any(groups[label - 1][0] for label in joined)
            )
            size = (1 + sum(groups[label - 1][1] for label in joined)) if rule.size else 0
            if size > rule.size:
                return None
            groups.append((touches, size))
            new = len(groups)
            labels = [new if label in joined else label for label in labels]
            labels.append(new)
        return self._renumbered(labels, groups, state.closed, self._kept[place])

    def _renumbered(
        self,
        labels: list[int],
        groups: list[tuple[bool, int]],
        closed: bool,
        kept: list[int],
    ) -> State | None:
        """The state with only some of the cells, None if a group that is now complete is wrong."""
        rule = self.rule
        left = [labels[i] for i in kept]
        for label in set(labels) - set(left) - {0}:
            touches, size = groups[label - 1]
            if (rule.anchored and not touches) or (rule.size and size != rule.size):
                return None
            if rule.one and (closed or any(left)):
                return None
            closed = rule.one
        numbers = {0: 0}
        renamed = tuple(numbers.setdefault(label, len(numbers)) for label in left)
        return State(renamed, tuple(groups[label - 1] for label in list(numbers)[1:]), closed)


@lru_cache(maxsize=16)
def reader_of(groups: Groups, order: tuple[int, ...]) -> Reader:
    """The machine of a rule for an order, which keeps the steps that it has computed."""
    return Reader(groups, order)
