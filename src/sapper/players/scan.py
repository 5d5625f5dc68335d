"""``scan``: single point as the report on logical agents scans it.

Open cells are looked at row by row; the first that settles its covered neighbours ends the scan:
with all its daggers found the neighbours are probed one after the other, with as many covered
neighbours as daggers to find they are marked. Marks are what later clues count with, so unlike
``single-point`` one scan makes one step of an argument. (The single point strategy, SPS, of the
coursework "Logical Agents: Daggers and Gold Sweeper", St Andrews 2018.)
"""

from __future__ import annotations

from functools import partial
from itertools import chain

from sapper.game import Chance, Position
from sapper.game.codes import FLAGGED, HIDDEN, MINE, UNGILDED
from sapper.players.decision import Decision, Pass, Reason
from sapper.players.marks import proven_flags
from sapper.players.proved import certain, proven


class Scan:
    """Opens or flags what the first clue that settles anything settles.

    Flags that are not proven to be mines count as covered cells, and stay as they are.
    """

    name = "scan"

    def __init__(self) -> None:
        self._at: int | None = None  # the clue that is being worked off

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """The next neighbour of the clue at work, or of the first clue with something to do."""
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
        return Pass(self.name, "no clue alone, with the marks so far, settles a covered cell")


def _reason(position: Position, clue: int, index: int, *, mine: bool) -> Reason:
    """What the clue says, or, where it builds upon marks, the clues that prove the cell."""
    marked = any(position.cells[i] == FLAGGED for i in position.grid.neighbours(clue))
    return proven(position, index, mine=mine, among=None if marked else [clue])
