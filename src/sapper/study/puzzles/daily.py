"""The board and the puzzles of a day, derived from the date and the same for everyone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import lru_cache

from sapper.errors import InputError, quoted
from sapper.game import LEVELS, Cell, Rules, World
from sapper.kernel.chance import Chance
from sapper.study.no_guess import no_guess
from sapper.study.puzzles.package import Collection, Puzzle

RULES = Rules("opening")
#: The level of each day of the week, from Monday on.
WEEK = (*("beginner",) * 2, *("intermediate",) * 3, *("expert",) * 2)
#: The kinds of the three puzzles, and their approximate ratings.
PUZZLES = (("safe", 1200), ("certain", 1450), ("ending", 1550))
PREFIX = "daily-"
STREAM = 3  #: of a date's seed, for the first cell and the puzzles


@dataclass(frozen=True)
class Daily:
    """The programme of a day: a board that needs no guess, starting at ``first``, and puzzles."""

    day: date
    level: str
    first: Cell
    puzzles: tuple[Puzzle, ...]

    @property
    def world(self) -> World:
        """The board, with its first cell open."""
        return board_of(self.day)


def today() -> date:
    """Return the date, which changes everywhere at once (UTC)."""
    return datetime.now(UTC).date()


def read_date(text: str) -> date:
    """Read a date, ``YYYY-MM-DD``. Raises ``InputError``."""
    try:
        if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text, re.ASCII):
            raise ValueError
        return date.fromisoformat(text)
    except ValueError:
        raise InputError(f"{quoted(text)} is not a date: expected YYYY-MM-DD") from None


def daily(day: date, among: Collection) -> Daily:
    """Return the board and the puzzles of a day."""
    chance, first = _start(day)
    chosen: list[Puzzle] = []
    for kind, rating in PUZZLES:
        chosen.append(among.chosen(rating, chance, kind, [puzzle.id for puzzle in chosen]))
    return Daily(day, WEEK[day.weekday()], first, tuple(chosen))


@lru_cache(maxsize=8)
def board_of(day: date) -> World:
    """Return the board of a day as a world: it needs no guess after its first cell, a hint."""
    _, first = _start(day)
    board = no_guess(LEVELS[WEEK[day.weekday()]], RULES, first, _seed(day))
    return World(f"{PREFIX}{day.isoformat()}", board.deal, RULES, (first,))


def result_line(
    day: date,
    seconds: float | None,
    clicks: int | None,
    solved: Sequence[bool | None],
    *,
    helped: bool = False,
) -> str:
    """Return the line to share: the time and clicks of the board if it was won, whether it was won
    with help (``helped``), and for each puzzle ``+`` if it was solved at the first try, ``-`` if
    not, and ``.`` if it was not tried."""
    if seconds is None:
        board = "board not won"
    else:
        whole = int(seconds)
        board = f"board in {whole // 60}:{whole % 60:02}"
        board += "" if clicks is None else f" with {clicks} clicks"
        board += ", with help" if helped else ""
    signs = "".join({True: "+", False: "-", None: "."}[right] for right in solved)
    puzzles = f"puzzles {signs.count('+')}/{len(solved)} {signs}"
    return f"Daily Minesweeper {day.isoformat()}: {board}, {puzzles}"


def _seed(day: date) -> int:
    return day.year * 10_000 + day.month * 100 + day.day


def _start(day: date) -> tuple[Chance, Cell]:
    """Return the random numbers of a day, and the first cell, which is not at the edge."""
    chance = Chance(_seed(day), STREAM)
    level = LEVELS[WEEK[day.weekday()]]
    return chance, (1 + chance.below(level.height - 2), 1 + chance.below(level.width - 2))
