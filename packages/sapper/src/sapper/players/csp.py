"""``csp``: exact mine probabilities; a certain cell if there is one, otherwise one of least risk.

The constraint-satisfaction player of the literature (Studholme 2000; CSP-PGMS in Sebag & Teytaud
2012), with ties broken in favour of the likeliest 0, or uniformly as in the latter.
"""

from __future__ import annotations

from math import isnan
from typing import Literal

from sapper.errors import plural
from sapper.estimate import percent
from sapper.game import Chance, Move, Position
from sapper.game.codes import HIDDEN
from sapper.players.decision import Decision, Pass, Reason
from sapper.players.proved import Counting
from sapper.players.start import with_promise

TIE = 1e-9  #: risks closer than this are equal


class LeastRisk(Counting):
    """Opens proved cells first, then a cell of least mine probability.

    Ties go to the cells likeliest to show a 0, treating the risks of a cell's neighbours as
    independent, and among these are broken at random; with ``ties="uniform"``, all are broken at
    random. Passes where counting is too hard.
    """

    name = "csp"

    def __init__(self, *, ties: Literal["zero", "uniform"] = "zero") -> None:
        super().__init__()
        self._uniform = ties == "uniform"

    def _guess(self, position: Position, risk: list[float], chance: Chance) -> Decision | Pass:
        hidden = [i for i, code in enumerate(position.cells) if code == HIDDEN and risk[i] < 1.0]
        if not hidden:
            return Pass(self.name, "every hidden cell is flagged or certainly a mine")
        least = min(risk[i] for i in hidden)
        lowest = [i for i in hidden if risk[i] <= least + TIE]
        candidates = lowest if self._uniform else quietest(position, risk, lowest)
        index = chance.choice(candidates)
        considered = tuple(
            (position.grid.cell(i), risk[i]) for i in sorted(hidden, key=lambda i: (risk[i], i))[:5]
        )
        higher = min((risk[i] for i in hidden if risk[i] > least + TIE), default=None)
        words = _words(position, (least, higher), (len(hidden), len(lowest), len(candidates)))
        reason = Reason("least risk", words, considered=considered)
        return Decision(Move("open", position.grid.cell(index)), self.name, reason, risk[index])


def _words(
    position: Position, risks: tuple[float, float | None], numbers: tuple[int, int, int]
) -> str:
    """Say how a guess was chosen.

    ``risks`` are the two lowest risks, and ``numbers`` the numbers of all cells, of the cells of
    lowest risk, and of the likeliest 0s among these.
    """
    (least, higher), (hidden, lowest, candidates) = risks, numbers
    if position.next_open_is_safe:
        return with_promise(position, f"chosen at random from {plural(candidates, 'cell')}")
    words = f"{percent(least)} risk of a mine"
    if hidden == 1:
        return f"{words}, the only cell left"
    words += f", the lowest of {hidden} cells"
    words += "" if higher is None else f" (the next lowest: {percent(higher)})"
    if lowest == 1:
        return words
    if candidates == lowest:
        return f"{words}; a random one of the {lowest} with that risk"
    if candidates == 1:
        return f"{words}; of the {lowest} with that risk, the likeliest to be a 0"
    return f"{words}; of the {lowest} with that risk, one of the {candidates} likeliest to be a 0"


def quietest(position: Position, risk: list[float], cells: list[int]) -> list[int]:
    """Return the cells likeliest to be zeros, treating neighbours as independent."""

    def quiet(index: int) -> float:
        chance = 1.0
        for i in position.grid.neighbour_indices(index):
            if not isnan(risk[i]):
                chance *= 1.0 - risk[i]
        return chance

    best = -1.0
    likeliest: list[int] = []
    for index in cells:
        value = quiet(index)
        if value > best + TIE:
            best, likeliest = value, []
        if value >= best - TIE:
            likeliest.append(index)
    return likeliest
