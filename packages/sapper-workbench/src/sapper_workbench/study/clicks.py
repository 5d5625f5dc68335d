"""The clicks that open most: chords and flags, or a cell that may start an opening.

A single click opens one certainly safe cell. A chord opens all other neighbours of a clue with one
click, once its mines are flagged; a flag may serve several chords. A plan is a chord with its
missing flags, followed by chords that each open more cells than they take clicks, as in greedy ZiNi
(``sapper.metrics.zini``) but using only the position.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush

from sapper.errors import listed, plural
from sapper.game import Cell, Move, Position
from sapper.game.codes import FLAGGED, HIDDEN, MINE, UNFLAGGED
from sapper.inference.counting import zero_chances
from sapper.reviews.position_report import Findings

MAX_PLANS = 5  #: plans that are returned
NO_PLAN = "no hidden cell is certainly safe, so no click is sure to open one"
MAX_FIRST_CHORDS = 60  #: chords that a plan may begin with
MAX_ZERO_CELLS = 60  #: safe cells for which the chance of a zero is counted


@dataclass(frozen=True)
class Plan:
    """Clicks in order, the safe cells that they ``open``, and a lower bound on the expected number
    of cells opened by zeros, which counts only the neighbours of one zero."""

    moves: tuple[Move, ...]
    opens: tuple[Cell, ...]
    expected: float

    @property
    def saved(self) -> float:
        """The expected number of clicks saved."""
        return self.expected - len(self.moves)

    @property
    def words(self) -> str:
        """The plan in a sentence, without capital and full stop."""
        flags = [str(list(move.cell)) for move in self.moves if move.action == "flag"]
        chords = [str(list(move.cell)) for move in self.moves if move.action == "chord"]
        if not chords:
            start = f"open {list(self.moves[0].cell)}"
        else:
            start = (f"flag {listed(flags)}, then " if flags else "") + f"chord {listed(chords)}"
        clicks, cells = plural(len(self.moves), "click"), plural(len(self.opens), "safe cell")
        more = self.expected - len(self.opens)
        zero = f", and any zeros among them about {more:.1f} more" if more >= 0.05 else ""
        opens = "opens" if len(self.moves) == 1 else "open"
        return f"{start}: {clicks} {opens} {cells}{zero}"


def plans(findings: Findings) -> tuple[Plan, ...]:
    """Return the plans that save most clicks, the best first, at most ``MAX_PLANS``.

    The result is empty without a hidden cell that is certainly safe, on boards with gold, and if a
    game has ended.
    """
    position, analysis = findings.position, findings.analysis
    if analysis is None or position.gold is not None or position.outcome != "playing":
        return ()
    index = position.grid.index
    safe = {i for i in map(index, analysis.safe) if position.cells[i] == HIDDEN}
    mines = set(map(index, analysis.certain_mines))
    if not safe:
        return ()
    zeros = _zeros(position, safe, mines) if analysis.counted else {}
    drafts = [Draft(set(), [], {i}) for i in safe]
    chords = dict(_chords(position, safe, mines))
    chains = Chains(chords)
    drafts += map(chains.after, chains.firsts())
    ranked = sorted(
        ((each, _expected(position, each.opens, zeros)) for each in drafts),
        key=lambda pair: (pair[0].clicks - pair[1], pair[0].clicks, pair[0].first),
    )
    best: dict[frozenset[int], Plan] = {}
    for draft, expected in ranked:
        opens = frozenset(draft.opens)
        if opens not in best:
            best[opens] = draft.plan(position, expected)
            if len(best) == MAX_PLANS:
                break
    return tuple(best.values())


def _zeros(position: Position, safe: set[int], mines: set[int]) -> dict[int, float]:
    """Return the probability of a zero for the safe cells that may show one."""
    cells, near = position.cells.translate(UNFLAGGED), position.grid.neighbour_indices
    possible = [i for i in sorted(safe) if not any(j in mines for j in near(i))][:MAX_ZERO_CELLS]
    possible = [i for i in possible if not any(cells[j] == MINE for j in near(i))]
    return zero_chances(position.grid, cells, position.mines, possible)


def _chords(
    position: Position, safe: set[int], mines: set[int]
) -> Iterator[tuple[int, tuple[set[int], set[int]]]]:
    """Yield the clues that can be chorded once certain mines are flagged: for each, the missing
    flags and the cells that the chord opens. A clue with a flag that may be wrong is left out."""
    for clue, code in enumerate(position.cells):
        if not 0 < code < HIDDEN:
            continue
        near = position.grid.neighbour_indices(clue)
        flagged = {i for i in near if position.cells[i] == FLAGGED}
        known = {i for i in near if i in mines}
        opens = {i for i in near if i in safe}
        shown = sum(position.cells[i] == MINE for i in near)
        if opens and flagged <= known and len(known) + shown == code:
            yield clue, (known - flagged, opens)


@dataclass(frozen=True)
class Draft:
    """A plan by the indices of its cells: flags, then chords in order or, without any, one open
    cell; and all safe cells that it opens."""

    flags: set[int]
    chords: list[int]
    opens: set[int]

    @property
    def clicks(self) -> int:
        """The number of clicks."""
        return len(self.flags) + len(self.chords) or 1

    @property
    def first(self) -> int:
        """The cell of the first click."""
        return min(self.flags or self.chords[:1] or self.opens)

    def plan(self, position: Position, expected: float) -> Plan:
        """Return the plan in a position."""
        cell = position.grid.cell
        moves = [Move("flag", cell(i)) for i in sorted(self.flags)]
        moves += [Move("chord", cell(i)) for i in self.chords]
        if not moves:
            moves = [Move("open", cell(i)) for i in self.opens]
        return Plan(tuple(moves), tuple(map(cell, sorted(self.opens))), expected)


class Chains:
    """Chords followed by further chords, each of which opens most cells for its clicks.

    A chord changes what the chords near it gain, so a queue of the others gives the next one: the
    time of a chain is about proportional to the cells that it opens.
    """

    def __init__(self, chords: dict[int, tuple[set[int], set[int]]]) -> None:
        self._chords = chords
        self._near: dict[int, list[int]] = {}  # the clues of the chords at each cell
        for clue, (lacks, opens) in chords.items():
            for i in (*lacks, *opens):
                self._near.setdefault(i, []).append(clue)
        self._gains = {clue: len(more) - len(lacks) - 1 for clue, (lacks, more) in chords.items()}
        self._queue = sorted((-gain, clue) for clue, gain in self._gains.items())

    def firsts(self) -> list[int]:
        """Return the chords to begin with, those that gain most, in the order of the board."""
        return sorted(clue for _, clue in self._queue[:MAX_FIRST_CHORDS])

    def after(self, first: int) -> Draft:
        """Return a chord and further chords while there is one that opens more than it costs."""
        gains, queue = dict(self._gains), list(self._queue)
        flags: set[int] = set()
        opens: set[int] = set()
        order: list[int] = []
        clue = first
        while True:
            order.append(clue)
            del gains[clue]
            lacks, more = self._chords[clue]
            for i in more - opens:
                for other in self._near[i]:
                    if other in gains:
                        gains[other] -= 1
            for i in lacks - flags:
                for other in self._near[i]:
                    if other in gains:
                        gains[other] += 1
                        heappush(queue, (-gains[other], other))
            flags |= lacks
            opens |= more
            while queue:
                gain, clue = heappop(queue)
                now = gains.get(clue)
                if now == -gain:
                    break
                if now is not None:
                    heappush(queue, (-now, clue))
            else:
                return Draft(flags, order, opens)
            if gain >= 0:
                return Draft(flags, order, opens)


def _expected(position: Position, opens: set[int], zeros: dict[int, float]) -> float:
    """Return a lower bound on the expected number of cells that a plan opens."""
    grid, cells = position.grid, position.cells
    around = [
        chance * sum(cells[j] == HIDDEN and j not in opens for j in grid.neighbour_indices(i))
        for i, chance in zeros.items()
        if i in opens
    ]
    return len(opens) + max(around, default=0.0)
