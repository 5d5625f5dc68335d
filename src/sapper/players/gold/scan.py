"""``scan``: single clues, scanned row by row as in the report on logical agents.

The scan ends at the first open cell that settles its covered neighbours. If all its daggers are
found, the neighbours are probed one after the other; if as many neighbours are covered as daggers
are missing, they are marked. Later clues count with the marks, so one scan makes one step of an
argument, unlike ``single-point``, which makes them all. (The single point strategy, SPS, of the
coursework "Logical Agents: Daggers and Gold Sweeper", St Andrews 2018.)
"""

from __future__ import annotations

from functools import partial
from itertools import chain

from sapper.game import Chance, Position
from sapper.game.codes import FLAGGED, HIDDEN, MINE, UNGILDED
from sapper.players.decision import Decision, Pass, Reason
from sapper.players.gold.marks import proven_flags
from sapper.players.proved import certain, proven


class Scan:
    """Opens or flags the cells that the first clue to settle any settles.

    Flagged cells that are not proven mines count as covered, and their flags stay.
    """

    name = "scan"

    def __init__(self) -> None:
        self._at: int | None = None  # the clue whose neighbours are being opened or flagged

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Open or flag the next neighbour of the current clue, or of the first that has one."""
        marks = proven_flags(position)
        cells = position.cells.translate(UNGILDED)
        waiting = () if self._at is None else (self._at,)
        for clue in chain(waiting, range(len(cells))):
            code = cells[clue]
            if code >= HIDDEN:
                continue
            near = position.grid.neighbours(clue)
            mines = sum(cells[i] == MINE or i in marks for i in near)
            covered = [i for i in near if HIDDEN <= cells[i] <= FLAGGED and i not in marks]
            need = code - mines
            todo = next((i for i in covered if cells[i] == HIDDEN), None)
            if todo is not None and need in (0, len(covered)):
                self._at = clue
                why = partial(_reason, position, clue, todo, mine=need > 0)
                return certain(position, todo, self.name, mine=need > 0, why=why)
        self._at = None
        return Pass(self.name, "no single clue, with the marks so far, settles a hidden cell")


def _reason(position: Position, clue: int, index: int, *, mine: bool) -> Reason:
    """Return what the clue says or, where it builds on marks, a proof from the clues."""
    marked = any(position.cells[i] == FLAGGED for i in position.grid.neighbours(clue))
    return proven(position, index, mine=mine, among=None if marked else [clue])
