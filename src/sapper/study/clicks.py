"""The clicks that open most: chords and flags, or a cell that may start an opening.

A single click opens one certainly safe cell. A chord opens all other neighbours of a clue with one
click, once its mines are flagged; a flag may serve several chords. A plan is a chord with its
missing flags, followed by chords that each open more cells than they take clicks, as in greedy ZiNi
(``metrics.zini``) but using only the position.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sapper.errors import listed, plural
from sapper.game import Cell, Move, Position
from sapper.game.codes import FLAGGED, HIDDEN, MINE, UNFLAGGED
from sapper.inference.counting import zero_chances
from sapper.study.findings import Findings

MOST = 5  #: plans that are returned
NO_PLAN = "no hidden cell is certainly safe, so no click is sure to open one"
LOOKED_AT = 60  #: safe cells for which the chance of a zero is counted


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
        zero = f" and about {more:.1f} more by a zero" if more >= 0.05 else ""
        return f"{start}: {clicks} for {cells}{zero}"


def plans(findings: Findings) -> tuple[Plan, ...]:
    """Return the plans that save most clicks, the best first, at most ``MOST``.

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
    found = [_plan(position, [Move("open", position.grid.cell(i))], {i}, zeros) for i in safe]
    chords = dict(_chords(position, safe, mines))
    found += [_chorded(position, first, chords, zeros) for first in chords]
    best: dict[frozenset[Cell], Plan] = {}
    for plan in sorted(found, key=lambda one: (-one.saved, len(one.moves), one.moves[0].cell)):
        best.setdefault(frozenset(plan.opens), plan)
    return tuple(best.values())[:MOST]


def _zeros(position: Position, safe: set[int], mines: set[int]) -> dict[int, float]:
    """Return the probability of a zero for the safe cells that may show one."""
    cells, near = position.cells.translate(UNFLAGGED), position.grid.neighbours
    possible = [i for i in sorted(safe) if not any(j in mines for j in near(i))][:LOOKED_AT]
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
        near = position.grid.neighbours(clue)
        flagged = {i for i in near if position.cells[i] == FLAGGED}
        known = {i for i in near if i in mines}
        opens = {i for i in near if i in safe}
        shown = sum(position.cells[i] == MINE for i in near)
        if opens and flagged <= known and len(known) + shown == code:
            yield clue, (known - flagged, opens)


def _chorded(
    position: Position,
    first: int,
    chords: dict[int, tuple[set[int], set[int]]],
    zeros: dict[int, float],
) -> Plan:
    """Return the plan of a chord and further chords that open more than they cost."""
    flags, opens = map(set, chords[first])
    order = [first]
    while True:
        gains = {
            clue: len(more - opens) - len(lacks - flags) - 1
            for clue, (lacks, more) in chords.items()
            if clue not in order
        }
        best = max(gains, key=lambda clue: (gains[clue], -clue), default=None)
        if best is None or gains[best] <= 0:
            break
        order.append(best)
        flags |= chords[best][0]
        opens |= chords[best][1]
    cell = position.grid.cell
    moves = [Move("flag", cell(i)) for i in sorted(flags)]
    return _plan(position, [*moves, *(Move("chord", cell(i)) for i in order)], opens, zeros)


def _plan(position: Position, moves: list[Move], opens: set[int], zeros: dict[int, float]) -> Plan:
    grid, cells = position.grid, position.cells
    around = [
        zeros[i] * sum(cells[j] == HIDDEN and j not in opens for j in grid.neighbours(i))
        for i in opens
        if i in zeros
    ]
    expected = len(opens) + max(around, default=0.0)
    return Plan(tuple(moves), tuple(map(grid.cell, sorted(opens))), expected)
