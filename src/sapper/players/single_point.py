"""``single-point``: deductions from one clue at a time, repeated until nothing new follows.

If all mines of a clue are known, its other hidden neighbours are safe. If as many of its hidden
neighbours are undecided as mines are missing, they are all mines.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import partial

from sapper.game import Chance, Position
from sapper.game.codes import FLAGGED, HIDDEN, MINE, UNGILDED
from sapper.inference.conflict import called
from sapper.players.decision import Decision, Pass, Reason
from sapper.players.proved import certain, proven


@dataclass(frozen=True)
class Settled:
    """The value of a cell, and the index of the clue that settled it."""

    mine: bool
    clue: int


def settle(position: Position) -> dict[int, Settled]:
    """Return every hidden cell (by index) that single clues settle, with its proof.

    In an impossible position clues may disagree about a cell; then the first deduction is kept.
    """
    grid, cells = position.grid, position.cells.translate(UNGILDED)
    hidden = set(position.hidden)
    clues = [i for i, code in enumerate(cells) if code < HIDDEN]
    proofs: dict[int, Settled] = {}
    waiting = deque(clues)
    while waiting:
        clue = waiting.popleft()  # first come, first served: short arguments before long ones
        near = grid.neighbours(clue)
        unknown = [i for i in near if i in hidden and i not in proofs]
        if not unknown:
            continue
        known = sum(cells[i] == MINE or (i in proofs and proofs[i].mine) for i in near)
        need = cells[clue] - known
        if need not in (0, len(unknown)):
            continue
        for i in unknown:
            proofs[i] = Settled(need > 0, clue)
            waiting.extend(j for j in grid.neighbours(i) if cells[j] < HIDDEN)
    return proofs


class SinglePoint:
    """Opens the first cell that single clues prove safe; flags mines where a win needs flags."""

    name = "single-point"

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Open the lowest cell proved safe, or flag the lowest mine where a win needs all flags."""
        proofs = settle(position)
        open_now = (i for i in sorted(proofs) if not proofs[i].mine and position.cells[i] == HIDDEN)
        index = next(open_now, None)
        if index is not None:
            return self._decision(position, proofs, index)
        if position.rules.won_by == "flagging":
            to_flag = (i for i in sorted(proofs) if proofs[i].mine and position.cells[i] == HIDDEN)
            index = next(to_flag, None)
            if index is not None:
                return self._decision(position, proofs, index)
        return Pass(self.name, "no single clue proves a hidden cell safe")

    def _decision(self, position: Position, proofs: dict[int, Settled], index: int) -> Decision:
        why = partial(_reason, position, proofs, index)
        return certain(position, index, self.name, mine=proofs[index].mine, why=why)


def _reason(position: Position, proofs: dict[int, Settled], index: int) -> Reason:
    """Return what the last clue says, if all clues that it built on are needed.

    Otherwise some of them are enough for a proof, and the reason names those.
    """
    grid, proof = position.grid, proofs[index]
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
    """Return the clues that a deduction rests on: the last one first, then those it built on."""
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
