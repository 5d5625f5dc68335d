"""``single-point``: deductions from one clue at a time, repeated until nothing new follows.

If all mines of a clue are known, its other hidden neighbours are safe. If a clue has as many
undecided neighbours as it still needs mines, they are all mines.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from heapq import heappop, heappush

from sapper.game import Chance, Position
from sapper.game.codes import FLAGGED, HIDDEN, MINE, UNGILDED
from sapper.inference.constraints import Opened
from sapper.inference.proof import called
from sapper.players.decision import Decision, Pass, Reason
from sapper.players.proved import certain, proven


@dataclass(frozen=True)
class Settled:
    """The value of a cell, and the index of the clue that settled it."""

    mine: bool
    clue: int


def settle(position: Position) -> dict[int, Settled]:
    """Return every hidden cell (by index) that single clues settle, with its proof.

    In an impossible position, clues may disagree about a cell; the first deduction then stands.
    """
    proofs: dict[int, Settled] = {}
    _settle(position, proofs, range(position.grid.size))
    return proofs


def _settle(position: Position, proofs: dict[int, Settled], cells: Iterable[int]) -> list[int]:
    """Extend the proofs by what follows from the clues among these cells, and from all
    consequences. Return the cells that are newly settled."""
    settled: list[int] = []
    neighbours, codes = position.grid.neighbours, position.cells.translate(UNGILDED)
    waiting = deque(i for i in cells if codes[i] < HIDDEN)
    while waiting:
        clue = waiting.popleft()  # breadth first: short arguments before long ones
        near = neighbours(clue)
        unknown = [i for i in near if HIDDEN <= codes[i] <= FLAGGED and i not in proofs]
        if not unknown:
            continue
        known = sum(codes[i] == MINE or (i in proofs and proofs[i].mine) for i in near)
        need = codes[clue] - known
        if need not in (0, len(unknown)):
            continue
        settled += unknown
        for i in unknown:
            proofs[i] = Settled(need > 0, clue)
            waiting.extend(j for j in neighbours(i) if codes[j] < HIDDEN)
    return settled


class SinglePoint:
    """Opens the first cell that single clues prove safe; flags mines where a win needs flags.

    Settled cells stay settled, so only the clues around a move are read.
    """

    name = "single-point"

    def __init__(self) -> None:
        self._opened = Opened()
        self._proofs: dict[int, Settled] = {}
        self._safe: list[int] = []  # a heap of the cells proved safe; some may be open

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Open the lowest cell proved safe, or flag the lowest mine where a win needs all flags."""
        follows, opened = self._opened.since(position)
        if follows:  # the clues around an opened cell have one undecided neighbour less
            near = position.grid.neighbours
            for i in opened:
                self._proofs.pop(i, None)
            opened += [j for i in opened for j in near(i)]
        else:
            self._proofs, self._safe = {}, []
        for i in _settle(position, self._proofs, opened):
            if not self._proofs[i].mine:
                heappush(self._safe, i)
        for mine in (False, True) if position.rules.won_by == "flagging" else (False,):
            index = self._lowest(position, mine=mine)
            if index is not None:
                why = partial(_reason, position, index, mine=mine)
                return certain(position, index, self.name, mine=mine, why=why)
        return Pass(self.name, "no single clue proves a hidden cell safe")

    def _lowest(self, position: Position, *, mine: bool) -> int | None:
        """Return the lowest settled cell that is hidden and not flagged."""
        cells = position.cells
        if not mine:
            while self._safe and not HIDDEN <= cells[self._safe[0]] <= FLAGGED:
                heappop(self._safe)
            if not self._safe or cells[self._safe[0]] == HIDDEN:
                return self._safe[0] if self._safe else None
        settled = (i for i, proof in self._proofs.items() if proof.mine == mine)
        return min((i for i in settled if cells[i] == HIDDEN), default=None)


def _reason(position: Position, index: int, *, mine: bool) -> Reason:
    """Return the statement of the last clue if all clues that it builds on are needed.

    Otherwise some of them suffice for a proof, and the reason names those.
    """
    grid, proofs = position.grid, settle(position)
    if index not in proofs:  # the position is impossible, and earlier clues contradict this one
        return proven(position, index, mine=mine)
    proof = proofs[index]
    used = _used(position, proofs, proof.clue)
    reason = proven(position, index, mine=proof.mine, among=used)
    cells = tuple(grid.cell(i) for i in used)
    if set(reason.clues) != set(cells):
        return reason
    clue = position.cells[proof.clue]
    mines = [
        i
        for i in grid.neighbours(proof.clue)
        if position.cells[i] == MINE or (i in proofs and proofs[i].mine)
    ]
    where = called(position, proof.clue)
    if proof.mine:
        words = f"{where} needs {_needed(position, proofs, proof.clue)}"
    elif not mines:
        words = f"{where} touches no mine"
    else:
        its = "its mine" if clue == 1 else "all its mines"
        words = f"{where} already touches {its}, so its other neighbours are safe"
    return Reason("single-point", words, cells, tuple(grid.cell(i) for i in mines))


def _needed(position: Position, proofs: dict[int, Settled], clue: int) -> str:
    """Say which hidden neighbours of a clue it needs as mines."""
    near = position.grid.neighbours(clue)
    hidden = [i for i in near if HIDDEN <= position.cells[i] <= FLAGGED]
    if len(hidden) == 1:
        return "its only hidden neighbour as a mine"
    other = "other " if any(i in proofs and not proofs[i].mine for i in hidden) else ""
    return f"all its {other}hidden neighbours as mines"


def _used(position: Position, proofs: dict[int, Settled], clue: int) -> list[int]:
    """Return the clues that a deduction rests on, the last one first."""
    settled = {index: rank for rank, index in enumerate(proofs)}
    spoke: dict[int, int] = {}
    for index, proof in proofs.items():
        spoke.setdefault(proof.clue, settled[index])
    used, waiting = [clue], [clue]
    while waiting:
        here = waiting.pop()
        for i in position.grid.neighbours(here):
            if i in proofs and settled[i] < spoke[here] and proofs[i].clue not in used:
                used.append(proofs[i].clue)
                waiting.append(proofs[i].clue)
    return used
