"""Proves by satisfiability that a learned rule is true on every board, or refutes it.

A rule is about a tile and clues in its zone, which are at most three cells away. Every placement of
the rule's clues around the tile therefore gives one question: is there a board on which the rule is
true of the tile, but its conclusion is false? A board here has a state for each nearby cell:
covered, marked or open, and mine or safe; marks are always right. Cells outside the board behave
like open cells that are not among the rule's clues, so the proof includes borders.

The numbers of mines that a rule uses are exact: clues are, and a difference is defined only where
the two sets determine its number. A set is therefore one literal for each cell, with its numbers of
cells and mines in unary.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from mio import Clause
from sapper.errors import InputError
from sapper.game import Grid, Position, Rules
from sapper.game.codes import FLAGGED, HIDDEN
from sapper.inference.minicard import MiniCard
from sapper.worker.threads import thread_time
from sapper_agents.mio.rules import Literal, Rule

RADIUS = 4  #: a clue of the zone is up to three cells away, its neighbours up to four
SIDE = 2 * RADIUS + 1
CENTRE = RADIUS * SIDE + RADIUS
GRID = Grid(SIDE, SIDE)
INTERRUPTED = "learning ended before it was decided"  #: why a rule is undecided
#: The predicates that a proof can handle; the others look at the whole board or farther away.
LOCAL = {"zoneOfInterest", "setHasXMines", "diffSetHasXMines", "inSet", "lengthSet", "minesInSet"}


@dataclass(frozen=True)
class Counterexample:
    """A position in which a rule is true of a tile, and a layout of it, as indices of mines, in
    which the rule's conclusion is false."""

    position: Position
    tile: int
    layout: frozenset[int]


@dataclass(frozen=True)
class RuleProof:
    """The result of a proof.

    ``sound`` is whether the rule is true on all square grids, None if undecided, for the reason in
    ``note``. ``placings`` is the number of placements of its clues examined, up to rotation and
    reflection.
    """

    sound: bool | None
    placings: int
    counterexample: Counterexample | None = None
    note: str = ""


def prove(
    clause: Clause,
    *,
    seconds: float = math.inf,
    interrupted: Callable[[], bool] = lambda: False,
) -> RuleProof:
    """Prove a rule about ``safe(Tile, Board)`` or ``mine(Tile, Board)``, or refute it.

    The result is undecided after ``seconds`` of CPU time, and once ``interrupted`` returns true.
    Raises the ``InputError`` of ``Rule``.
    """
    rule = Rule("", clause)
    foreign = sorted({literal.name for literal in rule.literals} - LOCAL)
    if foreign and _says_so(rule):
        return RuleProof(True, 0, note="the tile's set has no mines, or only mines")
    if foreign:
        return RuleProof(None, 0, note=f"{foreign[0]} looks at the whole board")
    looked, end = 0, thread_time() + seconds
    for placing in _placings(rule):
        if interrupted():
            return RuleProof(None, looked, note=INTERRUPTED)
        looked += 1
        counterexample = _Question(rule, placing).answer()
        if counterexample is not None:
            return RuleProof(False, looked, counterexample)
        if thread_time() > end:
            return RuleProof(None, looked, note=f"not decided within {seconds:g} seconds")
    return RuleProof(True, looked)


def _says_so(rule: Rule) -> bool:
    """Return whether the numbers of mines alone make the rule true, regardless of its sets.

    They do if the tile is in a set that has no mines, or as many mines as cells.
    """
    for held in rule.literals:
        if held.name != "inSet":
            continue
        about = [x for x in rule.literals if x.names[0] == held.names[1]]
        counted = [x for x in about if x.name == "minesInSet"]
        sizes = {x.names[1] for x in about if x.name == "lengthSet"}
        if rule.target == "safe" and any(x.number == 0 for x in counted):
            return True
        if rule.target == "mine" and any(x.names[1] in sizes for x in counted):
            return True
    return False


# ---- placing the clues

#: The symmetries of the square, as the places that the cells of the window move to.
_TURNS = tuple(
    tuple(
        (RADIUS + (c if swap else r) * up) * SIDE + RADIUS + (r if swap else c) * left
        for r in range(-RADIUS, RADIUS + 1)
        for c in range(-RADIUS, RADIUS + 1)
    )
    for swap in (False, True)
    for up in (1, -1)
    for left in (1, -1)
)


def _placings(rule: Rule) -> Iterator[dict[str, int]]:
    """Yield the placements of the rule's clues, by name, up to rotation and reflection.

    Clues lie in the zone but not on the tile, and sets that must share a cell can.
    """
    sets = _leaves(rule)
    clues = list(dict.fromkeys(sets.values()))
    near = [
        i
        for i in range(GRID.size)
        if i != CENTRE and all(abs(x - RADIUS) < RADIUS for x in divmod(i, SIDE))
    ]

    def grow(placing: dict[str, int]) -> Iterator[dict[str, int]]:
        places = tuple(placing.values())
        if any(tuple(turn[i] for i in places) < places for turn in _TURNS):
            return  # and so it is with more clues: a turned placement comes first
        if not _possible(rule, sets, placing):
            return
        if len(placing) == len(clues):
            yield placing
            return
        for index in near:
            yield from grow({**placing, clues[len(placing)]: index})

    yield from grow({})


def _leaves(rule: Rule) -> dict[str, str]:
    """Return the sets of clues, each with the name of its clue."""
    leaves: dict[str, str] = {}
    for literal in rule.literals:
        if literal.name == "setHasXMines":
            clue, _, _, own = literal.names
            if own in leaves and leaves[own] != clue:
                raise InputError(f"the rule {rule.clause} has one name for the sets of two clues")
            leaves[own] = clue
    return leaves


def _possible(rule: Rule, sets: dict[str, str], placing: dict[str, int]) -> bool:
    """Return whether the sets placed so far can contain the tile and share cells as required."""
    upper = {
        own: frozenset(GRID.neighbour_indices(placing[clue])) - set(placing.values())
        for own, clue in sets.items()
        if clue in placing
    }
    for _ in rule.literals:
        for literal in rule.literals:
            if literal.name == "diffSetHasXMines":
                one, other, rest = literal.names
                if one in upper:
                    upper[rest] = upper[one] & upper.get(rest, upper[one])
                    if other in upper and not upper[one] & upper[other]:
                        return False
    return all(
        CENTRE in upper[literal.names[1]]
        for literal in rule.literals
        if literal.name == "inSet" and literal.names[1] in upper
    )


# ---- one question for each placing


@dataclass(frozen=True)
class _Set:
    """A set of cells as one literal each, and its numbers of mines and of cells in unary."""

    cells: dict[int, int]
    mines: list[int]
    size: list[int]


class _Question:
    """Asks whether a rule can be true of the centre but wrong, with its clues at these places."""

    def __init__(self, rule: Rule, placing: dict[str, int]) -> None:
        self._solver = MiniCard()
        self._rule, self._placing = rule, placing
        self._covered = [self._solver.variable() for _ in range(GRID.size)]
        self._mine = [self._solver.variable() for _ in range(GRID.size)]
        self._both: dict[tuple[int, int], int] = {}
        self._sets: dict[str, _Set] = {}
        self._numbers: dict[str, list[int]] = {}
        self._true = self._solver.variable()
        self._solver.clause(self._true)

    def answer(self) -> Counterexample | None:
        """Return a board on which the rule is wrong; None if it never is."""
        solver = self._solver
        solver.clause(self._covered[CENTRE])
        centre = self._mine[CENTRE]
        solver.clause(centre if self._rule.target == "safe" else -centre)
        for index in self._placing.values():
            self._open(index)
            self._in_zone(index)
        self._say()
        if not solver.solve():
            return None
        return self._counterexample(set(solver.model()))

    def _open(self, index: int) -> None:
        self._solver.clause(-self._covered[index])
        self._solver.clause(-self._mine[index])

    def _in_zone(self, index: int) -> None:
        """State that the clue is in the zone of the centre and has a covered neighbour."""
        ways = []
        for near in GRID.neighbour_indices(CENTRE):
            shared = set(GRID.neighbour_indices(near)) & set(GRID.neighbour_indices(index))
            if near == index or shared:
                way = self._solver.variable()
                self._solver.clause(-way, -self._covered[near])
                self._solver.clause(-way, -self._mine[near])
                if near != index:
                    self._solver.clause(-way, *(self._covered[i] for i in shared))
                ways.append(way)
        self._solver.clause(*ways)
        self._solver.clause(*(self._covered[i] for i in GRID.neighbour_indices(index)))

    def _say(self) -> None:
        """State all literals of the rule, each as soon as its sets exist."""
        waiting = list(self._rule.literals)
        while waiting:
            ready = [literal for literal in waiting if self._is_ready(literal)]
            for literal in ready or waiting:
                self._state(literal)
            waiting = [literal for literal in waiting if literal not in ready] if ready else []

    def _is_ready(self, literal: Literal) -> bool:
        name, names = literal.name, literal.names
        needed = {"diffSetHasXMines": names[:2], "inSet": names[1:], "setHasXMines": ()}
        return all(x in self._sets for x in needed.get(name, names[:1])) or name == "zoneOfInterest"

    def _state(self, literal: Literal) -> None:
        name, names = literal.name, literal.names
        if name == "setHasXMines":
            around = GRID.neighbour_indices(self._placing[names[0]])
            self._bind(names[3], {i: self._covered[i] for i in around})
        elif name == "diffSetHasXMines":
            self._subtract(self._sets[names[0]], self._sets[names[1]], names[2])
        elif name == "inSet":
            self._solver.clause(self._sets[names[1]].cells.get(CENTRE, -self._true))
        elif name in ("minesInSet", "lengthSet"):
            found = self._sets[names[0]]
            number = found.mines if name == "minesInSet" else found.size
            if literal.number is not None:
                self._equal(number, [self._true] * literal.number)
            elif names[1] in self._numbers:
                self._equal(number, self._numbers[names[1]])
            else:
                self._numbers[names[1]] = number

    def _bind(self, name: str, cells: dict[int, int]) -> None:
        """Name a set; if another set has that name, require the two to be equal."""
        known = self._sets.get(name)
        if known is None:
            mines = [self._and(literal, self._mine[i]) for i, literal in cells.items()]
            self._sets[name] = _Set(cells, self._unary(mines), self._unary([*cells.values()]))
            return
        for i in cells.keys() | known.cells.keys():
            one, other = cells.get(i, -self._true), known.cells.get(i, -self._true)
            self._solver.clause(one, -other)
            self._solver.clause(-one, other)

    def _subtract(self, one: _Set, other: _Set, name: str) -> None:
        """State a difference whose number of mines is determined by those of the two sets."""
        off = -self._true
        both = [self._and(x, other.cells[i]) for i, x in one.cells.items() if i in other.cells]
        rest = {i: self._and(x, -other.cells.get(i, off)) for i, x in one.cells.items()}
        beyond = [self._and(x, -one.cells.get(i, off)) for i, x in other.cells.items()]
        self._solver.clause(*both)
        self._solver.clause(*rest.values())
        shared, left, over = (self._unary(x) for x in (both, [*rest.values()], beyond))
        for number in range(1, len(both) + 1):
            # If the two sets can share this many mines, they must: one has no room elsewhere.
            most = self._at_least(one.mines, number), self._at_least(other.mines, number)
            first, second = self._solver.variable(), self._solver.variable()
            self._solver.clause(
                *(-x for x in (*most, self._at_least(shared, number))), first, second
            )
            self._exceeds(first, one.mines, left, number)
            self._exceeds(second, other.mines, over, number)
        self._bind(name, rest)

    def _exceeds(self, only_if: int, more: list[int], less: list[int], number: int) -> None:
        """State that one number exceeds the other by at least this, if ``only_if`` is true."""
        for j in range(len(less) + 1):
            at_least = self._at_least(less, j)
            self._solver.clause(-only_if, -at_least, self._at_least(more, number + j))

    def _at_least(self, number: list[int], bound: int) -> int:
        if bound <= 0:
            return self._true
        return number[bound - 1] if bound <= len(number) else -self._true

    def _equal(self, one: list[int], other: list[int]) -> None:
        for bound in range(1, max(len(one), len(other)) + 1):
            a, b = self._at_least(one, bound), self._at_least(other, bound)
            self._solver.clause(a, -b)
            self._solver.clause(-a, b)

    def _and(self, one: int, other: int) -> int:
        if self._true in (one, other):
            return other if one == self._true else one
        if -self._true in (one, other):
            return -self._true
        pair = min(one, other), max(one, other)
        if pair not in self._both:
            variable = self._both[pair] = self._solver.variable()
            self._solver.clause(-variable, one)
            self._solver.clause(-variable, other)
            self._solver.clause(variable, -one, -other)
        return self._both[pair]

    def _unary(self, literals: list[int]) -> list[int]:
        """Return the number of true literals in unary: literal k says that it is more than k."""
        count: list[int] = []
        for literal in literals:
            grown = []
            for place in range(len(count) + 1):
                now = self._solver.variable()
                before = self._at_least(count, place + 1)
                step = self._and(literal, self._at_least(count, place))
                self._solver.clause(-now, before, step)
                self._solver.clause(now, -before)
                self._solver.clause(now, -step)
                grown.append(now)
            count = grown
        return count

    def _counterexample(self, model: set[int]) -> Counterexample:
        """Return the window as the model has it."""
        layout = frozenset(i for i in range(GRID.size) if self._mine[i] in model)
        cells = bytearray()
        for index in range(GRID.size):
            if self._covered[index] in model:
                cells.append(HIDDEN)
            elif index in layout:
                cells.append(FLAGGED)
            else:
                cells.append(sum(i in layout for i in GRID.neighbour_indices(index)))
        position = Position(GRID, Rules(), len(layout), bytes(cells))
        return Counterexample(position, CENTRE, layout)
