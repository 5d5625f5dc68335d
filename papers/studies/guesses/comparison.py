"""Choices of two players in a set of guess positions, compared by the values of the set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bench.table import Gain, Table
from papers.studies import engine
from papers.studies.guesses.sets import Guess, GuessSet
from papers.studies.guesses.valuation import valuation
from papers.studies.playouts import cpu_seconds, guess_of
from sapper.errors import InputError
from sapper.game import Chance, Position
from sapper.game.deal import PLAYS
from sapper.players import Player

COLUMNS = (
    *("player", "than", "guesses of", "positions", "others", "won more a guess", "a game"),
    *("left to win a guess", "a game", "ms", "ms of than"),
)
NOTE = (
    "Percentage points with 95% intervals: how much more often swift wins after the player's"
    " guesses than after those of\nthe rival (than), and left to win: after the best candidate by"
    " one half of the playouts, valued by the other half.\nothers: positions where the two guess"
    " differently. ms: CPU time of a guess, asked as the first one of a new game."
)

Values = npt.NDArray[np.float64]  # by the first and by the second half of the playouts


@dataclass(frozen=True, eq=False)
class Compared:
    """What came out in each position of a set, in its order.

    - ``gains``: how much more often ``swift`` wins after the player's guess than after the rival's.
    - ``left``: how much more often after the best candidate by one half of the playouts, valued by
      the other half.
    - ``others``: whether the two guess differently.
    - ``games``: the number of games that the positions come from.
    - ``seconds``, ``than_seconds``: the CPU time of the player and of the rival.
    """

    gains: npt.NDArray[np.float64]
    left: npt.NDArray[np.float64]
    others: npt.NDArray[np.bool_]
    games: int
    seconds: float
    than_seconds: float


def compare(found: GuessSet, player: Player, than: Player) -> Compared:
    """Ask two players for their guesses in all positions of a set.

    A guess that is no candidate of the set is valued now, by the same playouts. Raises
    ``InputError`` if a player does not guess.
    """
    n = len(found.guesses)
    gains, left, others = np.zeros(n), np.zeros(n), np.zeros(n, bool)
    seconds = [0.0, 0.0]
    for i, (guess, position) in enumerate(zip(found.guesses, found.positions, strict=True)):
        cells = []
        for k, one in enumerate((player, than)):
            before = cpu_seconds(one)
            cells.append(guess_of(one, position, Chance(found.origin.seed, PLAYS, guess.luck)))
            seconds[k] += cpu_seconds(one) - before
        mine, rivals = (_values(found, guess, position, cell) for cell in cells)
        others[i] = cells[0] != cells[1]
        gains[i] = (mine - rivals).mean()
        left[i] = _left(np.array([rivals, *guess.values]))
    return Compared(gains, left, others, len(found.games), *seconds)


def _values(found: GuessSet, guess: Guess, position: Position, cell: int) -> Values:
    if cell in guess.candidates:
        return np.array(guess.values[guess.candidates.index(cell)])
    judge = valuation(found.origin)
    judge.take(position)
    return np.array(judge.values(cell, guess.luck))


def _left(values: npt.NDArray[np.float64]) -> float:
    """Return what the best choice by one half of the playouts gains by the other one, over the
    guess in the first row."""
    first, second = values.argmax(axis=0)
    return float(values[first, 1] - values[0, 1] + values[second, 0] - values[0, 0]) / 2


def table(recipe: str, than: str, sets: Iterable[GuessSet]) -> Table:
    """Return a table with a row for each level and first-move rule.

    Raises ``InputError`` for a recipe that cannot be read, and if there are no guesses.
    """
    player, rival = engine.player(recipe), engine.player(than)
    alike: dict[str, list[Compared]] = {}
    for found in sets:
        key = f"{found.origin.level}, {found.origin.first}"
        alike.setdefault(key, []).append(compare(found, player, rival))
    rows = [[recipe, than, key, *_row(compared)] for key, compared in alike.items()]
    return Table("Guesses of sets compared", COLUMNS, rows, NOTE)


def _row(compared: Sequence[Compared]) -> list[object]:
    gains, left = (
        np.concatenate([getattr(one, name) for one in compared]) for name in ("gains", "left")
    )
    n, games = len(gains), sum(one.games for one in compared)
    if not n:
        raise InputError("the sets have no guesses")
    won, could = Gain.of(gains), Gain.of(left)
    spent = (sum(getattr(one, name) for one in compared) for name in ("seconds", "than_seconds"))
    return [
        *(n, sum(int(one.others.sum()) for one in compared)),
        *(won, won.times(n / games), could, could.times(n / games)),
        *(1000 * seconds / n for seconds in spent),
    ]
