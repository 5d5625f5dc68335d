"""The best cells to open in a position, with figures that grow more precise with time.

Each candidate has its exact risk, its exact chance of progress, and its chance of winning:
``reviews.chances`` computes it exactly near the end of a game, and otherwise estimates it by
playouts in the same layouts for every candidate. All candidates take part in the first playouts,
and only the best few in the others.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf
from statistics import fmean
from typing import Any

from sapper.arguments import checked
from sapper.errors import BudgetError, InputError
from sapper.estimate import Estimate, Values, estimate_json, mean, percent
from sapper.game import Cell, Position
from sapper.game.codes import GOLD, HIDDEN, UNFLAGGED
from sapper.game.rules import leaves_room
from sapper.inference.counting import MAX_COUNT_STEPS, MAX_MEGABYTES, count, risks
from sapper.inference.kernel.counter import Counter
from sapper.players.kernel.lookahead import Lookahead
from sapper.reviews.chances import Chances, Try
from sapper.reviews.guesses import Risks, numbers

SHOWN_CANDIDATES = 5  #: the candidates shown
MAX_WEIGHED = 128  #: the candidates that are weighed one move ahead
MAX_TRIED = 10  #: the candidates that take part in the first playouts
FIRST_PLAYOUTS = 200  #: playouts of each, after which only the best go on
MAX_SAFE = 40  #: certain cells whose progress is compared
SLACK = 0.25  #: largest gap to the best one in the probability of surviving two moves
MAX_PLAYOUTS = 4_000  #: of each candidate, after which the figures are final
MAX_SECONDS = 10.0  #: seconds after which they are final as well
MIN_BATCH = 4  #: playouts of each in the first round
MAX_BATCH = 100  #: playouts of each in one call of ``refine``
ROUND_SECONDS = 0.15  #: seconds that a round should take at most
MAX_ENDING_CELLS = 60  #: hidden cells whose exact chances are compared

ONE_LIFE = "chances of winning are estimated only for games with one life and without gold"


@dataclass(frozen=True, eq=False)
class Candidate:
    r"""A hidden cell that may be opened.

    - ``risk``: the probability that it is a mine, None if it is too hard to count.
    - ``progress``: the probability that it is safe and either proves another cell safe or wins the
      game. None if it is too hard to count.
    - ``values``: the values of its playouts so far; ``exact``: the exact chance of winning, if
      known.

    >>> sapper.candidates("3x1x1\nH1H", playouts=20).tried[0].risk
    0.5
    """

    cell: Cell
    risk: float | None
    progress: float | None
    values: Values = ()
    exact: float | None = None

    def __repr__(self) -> str:
        chance = "?" if self.chance is None else percent(self.chance.value)
        risk = "?" if self.risk is None else percent(self.risk)
        return f"<Candidate: {list(self.cell)}, risk {risk}, wins {chance}>"

    @property
    def chance(self) -> Estimate | None:
        """The chance of winning after opening it; None if there is no estimate yet."""
        if self.exact is not None:
            return Estimate.exactly(self.exact)
        return mean(self.values) if len(self.values) else None

    def to_json(self) -> dict[str, object]:
        """Return plain values."""
        return {
            "cell": self.cell,
            "risk": self.risk,
            "progress": self.progress,
            **estimate_json("chance", self.chance),
        }


@dataclass(frozen=True, eq=False, repr=False)
class Candidates:
    r"""The candidates of a position, best first. ``note`` explains an empty list, or missing
    chances of winning; ``done`` says that the figures are final.

    >>> found = sapper.candidates("3x1x1\nH1H", playouts=20)
    >>> [(one.cell, one.risk) for one in found.tried]
    [((0, 0), 0.5), ((0, 2), 0.5)]
    """

    position: Position
    tried: tuple[Candidate, ...]
    done: bool = False
    note: str = ""

    @property
    def best(self) -> tuple[Candidate, ...]:
        """The candidates to show."""
        return self.tried[:SHOWN_CANDIDATES]

    @property
    def playouts(self) -> int:
        """The number of playouts of each candidate shown."""
        return max((len(one.values) for one in self.best), default=0)

    def __repr__(self) -> str:
        return f"<Candidates: {len(self.tried)}, {self.playouts:,} playouts of each of the best>"

    def _repr_svg_(self) -> str:
        """Return the board as notebooks show it: the best cells and their chances of winning."""
        from sapper.game.drawing import board, inline

        labels = {
            one.cell: f"{100 * one.chance.value:.0f}" for one in self.best if one.chance is not None
        }
        safe = [one.cell for one in self.best]
        return inline(board(self.position, safe=safe, labels=labels), repr(self)[1:-1])

    def rows(self) -> list[dict[str, Any]]:
        """Return the candidates as the rows of a table, such as ``pandas.DataFrame(rows)``.

        The columns are ``row``, ``column``, ``risk``, ``progress``, and ``chance`` with the ends of
        its interval, ``low`` and ``high``; None stands for an unknown number.
        """
        return [
            {
                "row": one.cell[0],
                "column": one.cell[1],
                "risk": one.risk,
                "progress": one.progress,
                "chance": one.chance and one.chance.value,
                "low": one.chance and one.chance.low,
                "high": one.chance and one.chance.high,
            }
            for one in self.tried
        ]

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "candidates": [one.to_json() for one in self.best],
            "playouts": self.playouts,
            "done": self.done,
            "note": self.note,
        }


def estimates(
    position: Position, playouts: int = MAX_PLAYOUTS, seconds: float = MAX_SECONDS
) -> Iterator[Candidates]:
    """Yield increasingly precise estimates of the candidates of a position, until each of the best
    has had ``playouts`` playouts or ``seconds`` have passed. The last ones are ``done``.

    Equal numbers of playouts give equal figures. Raises ``ImpossiblePositionError``.
    """
    until = time.monotonic() + seconds
    found, games = begin(position), MIN_BATCH
    chances = Chances(position.grid, position.mines, position.rules)
    while not found.done:
        yield found
        began = time.monotonic()
        found = more(found, min(games, playouts - found.playouts), chances)
        spent = time.monotonic() - began
        games = max(1, min(playouts, int(games * min(2.0, ROUND_SECONDS / max(spent, 1e-6)))))
        if found.playouts >= playouts or time.monotonic() >= until:
            found = replace(found, done=True)
    yield found


@checked
def candidates(
    position: Position | str, playouts: int = MAX_PLAYOUTS, seconds: float = inf
) -> Candidates:
    r"""Return the best cells to open in a position or its text.

    The result comes after ``playouts`` of each cell or after ``seconds``. At first ten cells are
    played out, then the best five. Without a time limit, equal numbers of playouts give equal
    figures. Raises ``ImpossiblePositionError``, and ``InputError`` unless there is at least one
    playout.

    >>> sapper.candidates("4x3x2\nHHHH\n1221\n0000", playouts=20).tried[0].cell
    (0, 0)
    """
    if playouts < 1:
        raise InputError(f"playouts: expected a whole number from 1, not {playouts}")
    return deque(estimates(Position.of(position), playouts, seconds), maxlen=1)[0]


def refine(found: Candidates) -> Candidates:
    """Return a more precise estimate after a short time, for interfaces that refresh their
    display."""
    games = max(MIN_BATCH, found.playouts // 2)
    after = more(found, min(games, MAX_PLAYOUTS - found.playouts, MAX_BATCH))
    return after if after.playouts < MAX_PLAYOUTS else replace(after, done=True)


def begin(position: Position) -> Candidates:
    """Return the candidates of a position with their exact figures, before any playouts.

    Raises ``ImpossiblePositionError``.
    """
    if position.outcome != "playing":
        return Candidates(position, (), True, f"the game is {position.outcome}")
    if not _ordinary(position):
        return Candidates(position, (), True, ONE_LIFE)
    if position.next_open_is_safe and position.rules.mines_known:
        found = _first_cells(position)
        note = "" if found else "no first cell leaves room for the mines"
        return Candidates(position, found, not found, note)
    counter = Counter(position.grid)
    try:
        count(counter, position, inf, MAX_MEGABYTES, MAX_COUNT_STEPS)
    except BudgetError as error:
        return Candidates(position, (), True, str(error))
    risk = risks(counter, position)
    ending = _ending(position, counter, risk)
    if ending:
        return Candidates(position, ending, True)
    tried = [
        _candidate(position, counter, risk, index)
        for index in _worth_a_look(position, counter, risk)
    ]
    tried.sort(key=lambda one: -(one.progress or 0.0) if one.risk == 0.0 else 1.0)
    note = "" if tried else "every hidden cell is flagged or certainly a mine"
    return Candidates(position, tuple(tried[:MAX_TRIED]), not tried, note)


def more(found: Candidates, games: int, chances: Chances | None = None) -> Candidates:
    """Return the candidates after further playouts of each, best first.

    Cells that are certainly safe share their playouts: opening one costs nothing, so each wins as
    often as the position. A position that is too hard to count has no chances. ``chances`` for the
    position's board keeps its playouts from call to call.
    """
    position = found.position
    chances = chances or Chances(position.grid, position.mines, position.rules)
    before = found.playouts
    few = before < FIRST_PLAYOUTS
    games = min(games, FIRST_PLAYOUTS - before) if few else games
    tried = found.tried if few else found.best
    cells = position.cells.translate(UNFLAGGED)
    played: list[Candidate] = []
    for one in tried:
        index = position.grid.index(one.cell)
        if played and one.risk == played[0].risk == 0.0 and not position.next_open_is_safe:
            played.append(replace(one, values=played[0].values))
            continue
        try:
            if position.next_open_is_safe:
                values = chances.first_values(index, games, before)
            else:
                values = chances.values(Try(cells, index, 1.0 - (one.risk or 0.0)), games, before)
        except BudgetError as error:
            return replace(found, done=True, note=str(error))
        played.append(replace(one, values=[*one.values, *values]))
    ranked = sorted(played, key=lambda one: -fmean(one.values))
    return replace(found, tried=tuple(ranked))


def _ordinary(position: Position) -> bool:
    rules = position.rules
    return (
        rules.lives == 1
        and rules.won_by == "opening"
        and rules.signs == "none"
        and GOLD not in position.cells
    )


def _worth_a_look(position: Position, counter: Counter, risk: Risks) -> list[int]:
    """Return the safe cells, followed by the guesses that look best one move ahead."""
    safe = [i for i in position.hidden_indices if position.cells[i] == HIDDEN and risk[i] == 0.0]
    if len(safe) >= SHOWN_CANDIDATES:
        return safe[:MAX_SAFE]
    weighed = Lookahead(position.grid, SLACK, MAX_WEIGHED).weigh(counter, position.cells)
    ranked = sorted((one for one in weighed if one[3] > 0.0), key=lambda one: -one[3])
    return [*safe, *(index for index, *_ in ranked if risk[index] > 0.0)][:MAX_TRIED]


def _ending(position: Position, counter: Counter, risk: Risks) -> tuple[Candidate, ...]:
    """Return the candidates near the end, best first; none if the end is not near enough."""
    hidden = [i for i in position.hidden_indices if position.cells[i] == HIDDEN and risk[i] < 1.0]
    if len(hidden) > MAX_ENDING_CELLS:
        return ()
    chances = Chances(position.grid, position.mines, position.rules)
    try:  # all before the counter is asked, which must stay as it is for the look ahead
        exact = [chances.of_opening(position, index).value for index in hidden]
    except BudgetError:
        return ()
    found = [
        replace(_candidate(position, counter, risk, index), exact=value)
        for index, value in zip(hidden, exact, strict=True)
    ]
    found.sort(key=lambda one: (-(one.exact or 0.0), -(one.progress or 0.0)))
    return tuple(found[:MAX_TRIED])


def _first_cells(position: Position) -> tuple[Candidate, ...]:
    """Return the first cells to compare: a corner, its neighbours, a side and the middle."""
    grid = position.grid
    middle = (grid.height // 2, grid.width // 2)
    places = [(0, 0), (0, 1), (1, 1), (0, middle[1]), (middle[0], 0), middle]
    return tuple(
        Candidate(cell, 0.0, None)
        for cell in dict.fromkeys(places)
        if cell[0] < grid.height
        and cell[1] < grid.width
        and position[cell] == HIDDEN
        and leaves_room(grid, position.mines, grid.index(cell), position.rules.first)
    )


def _candidate(position: Position, counter: Counter, risk: Risks, index: int) -> Candidate:
    shown = numbers(position, counter, risk, index, seconds=inf)
    progress = None if shown is None else shown.progress
    return Candidate(position.grid.cell(index), float(risk[index]), progress)
