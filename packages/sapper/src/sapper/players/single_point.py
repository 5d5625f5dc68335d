"""Deductions from one clue at a time: ``single-point``, ``naive-single-point``, ``double-set``.

If all mines of a clue are known, its other hidden neighbours are safe. If a clue has as many
undecided neighbours as it still needs mines, they are all mines. ``single-point`` repeats this
until nothing new follows.

The other two use single clues once or keep them for later. Both are from D. Becerra (2015,
"Algorithmic Approaches to Playing Minesweeper", Harvard, sections 5.2 and 5.3). A set S holds
cells that are safe to open. A clue with all its mines marked adds its other hidden neighbours to S;
a clue with as many unmarked hidden neighbours as missing mines marks them. Marks are proved, and
independent of flags. S is first in, first out, and cells that a 0 opens are treated like cells
opened from S, in index order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from heapq import heappop, heappush
from typing import Literal

from sapper.errors import plural
from sapper.game import Chance, Move, Position
from sapper.game.codes import FLAGGED, HIDDEN, MINE, UNGILDED
from sapper.inference.constraints import PositionTracker
from sapper.inference.proof import called
from sapper.players.decision import Decision, Pass, Reason
from sapper.players.proved import certain, first_certain, proven
from sapper.players.start import with_promise


@dataclass(frozen=True)
class Settled:
    """The value of a cell, and the index of the clue that settled it."""

    mine: bool
    clue: int


def settle(position: Position, until: int | None = None) -> dict[int, Settled]:
    """Return every hidden cell (by index) that single clues settle, with its proof.

    In an impossible position, clues may disagree about a cell; the first deduction then stands.
    With ``until``, cells that are settled only after this one may be missing.
    """
    proofs: dict[int, Settled] = {}
    _settle(position, proofs, range(position.grid.size), until)
    return proofs


def _settle(
    position: Position,
    proofs: dict[int, Settled],
    cells: Iterable[int],
    until: int | None = None,
) -> list[int]:
    """Extend the proofs by what follows from the clues among these cells, and from all
    consequences. Return the cells that are newly settled."""
    settled: list[int] = []
    neighbours, codes = position.grid.neighbour_indices, position.cells.translate(UNGILDED)
    waiting = deque(i for i in cells if codes[i] < HIDDEN)
    while waiting and until not in proofs:
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
        self._opened = PositionTracker()
        self._proofs: dict[int, Settled] = {}
        self._safe: list[int] = []  # a heap of the cells proved safe; some may be open

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Open the lowest cell proved safe, or flag the lowest mine where a win needs all flags."""
        follows, opened = self._opened.advance(position)
        if follows:  # the clues around an opened cell have one undecided neighbour less
            near = position.grid.neighbour_indices
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
    grid, proofs = position.grid, settle(position, index)
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
        for i in grid.neighbour_indices(proof.clue)
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
    near = position.grid.neighbour_indices(clue)
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
        for i in position.grid.neighbour_indices(here):
            if i in proofs and settled[i] < spoke[here] and proofs[i].clue not in used:
                used.append(proofs[i].clue)
                waiting.append(proofs[i].clue)
    return used


class _Prober:
    """The common base of ``naive-single-point`` and ``double-set``.

    If S is empty, they guess among the unmarked cells: at ``random``, or with the fewest neighbours
    first (``corners``, then edges, then the others). With ``guess=False`` they pass.
    """

    name = ""

    def __init__(self, guess: Literal["random", "corners", False] = "random") -> None:
        self._guesses = guess
        self._opened = PositionTracker()
        self._forget()

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Open the next cell of S, flag a marked mine where a win needs flags, or guess."""
        goes_on, opened = self._opened.advance(position)
        if not goes_on:
            self._forget()
        for i in opened:
            self._safe.pop(i, None)
            self._mines.discard(i)
        self._look(position, [i for i in opened if position.cells[i] != MINE])
        if all(position.cells[i] != HIDDEN for i in self._safe):
            self._look_again(position)
        decision = first_certain(position, self._safe, sorted(self._mines), self.name)
        if decision is not None:
            return decision
        if not self._guesses:
            return Pass(self.name, "no clue that it reads proves a hidden cell safe")
        return self._guess(position, chance)

    def _forget(self) -> None:
        """Start a new game."""
        self._safe: dict[int, None] = {}  # S: a set that keeps its order
        self._mines: set[int] = set()  # marked and still hidden

    def _look(self, position: Position, clues: list[int]) -> None:
        """Read newly opened clues."""
        raise NotImplementedError

    def _look_again(self, position: Position) -> None:
        """Read older clues again, as S is empty."""

    def _around(self, position: Position, clue: int) -> tuple[int, list[int]]:
        """Return the mines that a clue still needs, and its unmarked hidden neighbours."""
        cells = position.cells.translate(UNGILDED)
        missing = cells[clue]
        unmarked = []
        for i in position.grid.neighbour_indices(clue):
            if i in self._mines or cells[i] == MINE:
                missing -= 1
            elif HIDDEN <= cells[i] <= FLAGGED:
                unmarked.append(i)
        return missing, unmarked

    def _frees(self, position: Position, clue: int) -> bool:
        """Add the other neighbours of a clue to S if all its mines are marked; return whether they
        are."""
        missing, unmarked = self._around(position, clue)
        if missing == 0:
            self._safe.update(dict.fromkeys(unmarked))
        return missing == 0

    def _fills(self, position: Position, clue: int) -> bool:
        """Mark the unmarked neighbours of a clue if all must be mines; return whether they are."""
        missing, unmarked = self._around(position, clue)
        if missing == len(unmarked):
            self._mines.update(unmarked)
        return missing == len(unmarked)

    def _guess(self, position: Position, chance: Chance) -> Decision | Pass:
        hidden = (i for i, code in enumerate(position.cells) if code == HIDDEN)
        unmarked = [i for i in hidden if i not in self._mines]
        if not unmarked:
            return Pass(self.name, "every hidden cell is marked or flagged")
        kind, cells = "random", unmarked
        words = f"chosen at random from {plural(len(cells), 'unmarked cell')}"
        if self._guesses == "corners":
            near = {i: len(position.grid.neighbour_indices(i)) for i in unmarked}
            fewest = min(near.values())
            kind, cells = "fewest neighbours", [i for i in unmarked if near[i] == fewest]
            words = (
                f"chosen at random from {plural(len(cells), 'unmarked cell')} with"
                f" {plural(fewest, 'neighbour')}, the fewest of any"
            )
        move = Move("open", position.grid.cell(chance.choice(cells)))
        reason = Reason(kind, with_promise(position, words))
        return Decision(move, self.name, reason, None)


class NaiveSinglePoint(_Prober):
    """Uses each clue only once, when it is opened, and misses what it would prove later."""

    name = "naive-single-point"

    def _look(self, position: Position, clues: list[int]) -> None:
        for clue in clues:
            if not self._frees(position, clue):
                self._fills(position, clue)


class DoubleSet(_Prober):
    """Keeps the clues that add nothing to S in a second set, Q, and uses them when S is empty.

    They first mark mines and then, with the new marks, add cells to S. So it finds everything that
    single clues prove.
    """

    name = "double-set"

    def _forget(self) -> None:
        super()._forget()
        self._kept: list[int] = []

    def _look(self, position: Position, clues: list[int]) -> None:
        self._kept += [clue for clue in clues if not self._frees(position, clue)]

    def _look_again(self, position: Position) -> None:
        self._kept = [clue for clue in self._kept if not self._fills(position, clue)]
        self._kept = [clue for clue in self._kept if not self._frees(position, clue)]
