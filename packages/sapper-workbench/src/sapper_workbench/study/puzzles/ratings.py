"""Ratings, first tries and repetitions of players, kept in a file on this machine.

Ratings are those of Glicko-2 (M. E. Glickman 2013, "Example of the Glicko-2 system", whose steps
and symbols are used here). A puzzle plays against everyone who tries it: it wins if it is not
solved. A part of the answer is a part of a win. One puzzle moves a rating by at most ``MAX_STEP``,
and lowers that of a player by at most ``MAX_LOSS``. A puzzle that was not solved comes back after a
day and, as long as it is solved, after three, seven and 21 days more; then it is learned. Only the
first try of a puzzle is rated.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from math import exp, log, pi, sqrt
from pathlib import Path
from typing import Any, Literal, get_args

from sapper.errors import InputError
from sapper.kernel.chance import Chance
from sapper_lab.sqlite import FileKind, transaction
from sapper_workbench.study.puzzles.package import Collection, Puzzle

SCALE = 173.7178  #: of a rating to the internal scale
TAU = 0.5  #: the change of volatilities over time
VOLATILITY_TOLERANCE = 1e-6  #: of the new volatility
MAX_DEVIATION = 350.0  #: the deviation of an unknown player


@dataclass(frozen=True)
class Rating:
    """A rating with its deviation (the standard error of the rating) and its volatility."""

    value: float = 1500.0
    deviation: float = MAX_DEVIATION
    volatility: float = 0.06


def expected(own: Rating, other: Rating) -> float:
    """Return the expected score of ``own`` against ``other``: its chance of winning."""
    return _expected((own.value - 1500) / SCALE, *_scaled(other))


def rated(own: Rating, results: Iterable[tuple[Rating, float]]) -> Rating:
    """Return a rating after a period with these results: opponents, and scores from 0 to 1.

    Without results only the deviation grows, up to that of an unknown player.
    """
    mu, phi = _scaled(own)
    scaled = [(_scaled(other), score) for other, score in results]
    if not scaled:
        wider = sqrt(phi * phi + own.volatility**2)
        return replace(own, deviation=min(MAX_DEVIATION, SCALE * wider))
    chances = [_expected(mu, *other) for other, _ in scaled]
    weights = [_weight(phi_j) for (_, phi_j), _ in scaled]
    variance = 1 / sum(g * g * e * (1 - e) for g, e in zip(weights, chances, strict=True))
    gained = sum(g * (score - e) for g, e, (_, score) in zip(weights, chances, scaled, strict=True))
    volatility = _volatility(phi, own.volatility, variance, variance * gained)
    wider = sqrt(phi * phi + volatility * volatility)
    after = 1 / sqrt(1 / wider**2 + 1 / variance)
    return Rating(1500 + SCALE * (mu + after * after * gained), SCALE * after, volatility)


def moved(own: Rating, other: Rating, score: float, most_lost: float | None = None) -> Rating:
    """Return a rating after one result, at most ``MAX_STEP`` from the one before, and at most
    ``most_lost`` below it: while a rating is uncertain, Glicko-2 alone lets a single slip cost
    hundreds of points."""
    after = rated(own, [(other, score)])
    lost = MAX_STEP if most_lost is None else most_lost
    step = max(-lost, min(MAX_STEP, after.value - own.value))
    return replace(after, value=own.value + step)


def _scaled(rating: Rating) -> tuple[float, float]:
    return (rating.value - 1500) / SCALE, rating.deviation / SCALE


def _weight(phi: float) -> float:
    """Return g(phi), the weight of a result against an opponent of this deviation."""
    return 1 / sqrt(1 + 3 * phi * phi / pi**2)


def _expected(mu: float, other: float, phi: float) -> float:
    return 1 / (1 + exp(-_weight(phi) * (mu - other)))


def _volatility(phi: float, volatility: float, variance: float, change: float) -> float:
    """Return the new volatility by the Illinois algorithm (step 5 of the paper)."""
    a = log(volatility**2)

    def f(x: float) -> float:
        e = exp(x)
        spread = phi * phi + variance + e
        return e * (change * change - spread) / (2 * spread * spread) - (x - a) / TAU**2

    low = a
    if change * change > phi * phi + variance:
        high = log(change * change - phi * phi - variance)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        high = a - k * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > VOLATILITY_TOLERANCE:
        between = low + (low - high) * f_low / (f_high - f_low)
        f_between = f(between)
        if f_between * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = between, f_between
    return exp(low / 2)


RATINGS_FILE = "puzzles.sqlite"
ME = "me"  #: the player of this machine, on the page and in the terminal
DAY_SECONDS = 86_400.0
REPETITION_SECONDS = (DAY_SECONDS, 3 * DAY_SECONDS, 7 * DAY_SECONDS, 21 * DAY_SECONDS)
MAX_STEP = 40.0  #: that one puzzle moves a rating
MAX_LOSS = 20.0  #: that one puzzle lowers the rating of a player
FIRST_RATING = Rating(1200.0, 250.0)  #: of a player without a try: easy puzzles first
PUZZLE_DEVIATION = (
    120.0  #: the deviation of a puzzle that nobody has tried: its rating is an estimate
)
#: The themes of a newcomer's first puzzles, the easiest of each.
FIRST_THEMES = ("1-1", "1-1", "1-2", "1-2-1", "hole", "mines left")
MAX_PLAYERS = 1_000  #: players kept; those absent longest are removed first

TABLES = """
CREATE TABLE players (
    name TEXT PRIMARY KEY, rating REAL, deviation REAL, volatility REAL, last REAL
);
CREATE TABLE puzzles (
    id TEXT PRIMARY KEY, rating REAL, deviation REAL, volatility REAL
);
CREATE TABLE tries (
    player TEXT, puzzle TEXT, at REAL, solved INTEGER, PRIMARY KEY (player, puzzle)
);
CREATE TABLE repetitions (
    player TEXT, puzzle TEXT, step INTEGER, due REAL, PRIMARY KEY (player, puzzle)
);
"""
#: A table that older files lack: it is created at the first write.
RUNS_TABLE = """
CREATE TABLE IF NOT EXISTS runs (
    player TEXT, mode TEXT, best INTEGER, PRIMARY KEY (player, mode)
)
"""
RATINGS_KIND = FileKind(
    "file of ratings",
    mark=0x73617072,  # "sapr"
    version=1,
    tables=TABLES,
    private=True,
)


#: Runs of puzzles: ``streak`` until the first mistake, and ``storm`` as many as fit into three
#: minutes.
Mode = Literal["streak", "storm"]


@dataclass(frozen=True)
class Standing:
    """A player's rating, and the numbers of puzzles tried, solved at the first try, due for
    repetition now, and waiting for repetition; and the most puzzles solved in a run of each
    mode."""

    rating: Rating
    tried: int
    solved: int
    due: int
    waiting: int
    bests: dict[Mode, int]

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "rating": round(self.rating.value),
            "deviation": round(self.rating.deviation),
            "tried": self.tried,
            "solved": self.solved,
            "due": self.due,
            "waiting": self.waiting,
            "bests": self.bests,
        }


class PuzzleStore:
    """The file, which is created with its folder at the first write."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def next(
        self,
        player: str,
        among: Collection,
        chance: Chance,
        theme: str | None = None,
        columns: int | None = None,
        now: float | None = None,
        rating: float | None = None,
        *,
        again: bool = False,
    ) -> Puzzle:
        """Return the next puzzle of a player: one to repeat today, or else a new one.

        - ``player``: the name of the player.
        - ``among``: the puzzles to choose from.
        - ``chance``: the source of random numbers.
        - ``theme``: a kind or a theme; any by default.
        - ``columns``: the largest width wanted.
        - ``now``: the current time, in seconds since the epoch.
        - ``rating``: the rating of a new puzzle, which is then none to repeat.
        - ``again``: only a puzzle to repeat.

        By default, a new puzzle has about the rating of the player minus its deviation. The first
        ones are easy examples of one pattern each, unless a ``theme`` is requested. Raises
        ``InputError`` for an unknown theme, or if no puzzle is to repeat ``again``.
        """
        now = time.time() if now is None else now
        with self._reading() as file:
            due = file.execute(
                "SELECT puzzle FROM repetitions WHERE player = ? AND due <= ? ORDER BY due",
                (player, now),
            )
            for (name,) in due.fetchall() if rating is None else ():
                puzzle = among.by_id.get(name)
                if puzzle is not None and (theme is None or theme in (puzzle.kind, *puzzle.themes)):
                    return puzzle
            tried = {
                name
                for (name,) in file.execute("SELECT puzzle FROM tries WHERE player = ?", (player,))
            }
            own = _rating_of(file, "players", "name", player, FIRST_RATING)
        if again:
            raise InputError("no puzzle is due for repetition: missed ones come back after a day")
        if rating is not None:
            return among.chosen(rating, chance, theme, tried, columns)
        strength = own.value - own.deviation
        if (
            theme is None
            and len(tried) < len(FIRST_THEMES)
            and FIRST_THEMES[len(tried)] in among.themes
        ):
            theme, strength = FIRST_THEMES[len(tried)], 0.0
        return among.chosen(strength, chance, theme, tried, columns)

    def add(
        self, player: str, puzzle: Puzzle, score: float, now: float | None = None
    ) -> tuple[Rating, Rating]:
        """Record a try; return the player's rating before and after it.

        The puzzle is solved if the ``score``, the share of the answer that is right, is 1.
        """
        solved = score == 1.0
        now = time.time() if now is None else now
        with self._open() as file:
            before = _rating_of(file, "players", "name", player, FIRST_RATING)
            own = Rating(float(puzzle.rating), PUZZLE_DEVIATION)
            theirs = _rating_of(file, "puzzles", "id", puzzle.id, own)
            again = file.execute(
                "SELECT 1 FROM tries WHERE player = ? AND puzzle = ?", (player, puzzle.id)
            ).fetchone()
            after = before
            if again is None:
                after = moved(before, theirs, score, MAX_LOSS)
                changed = moved(theirs, before, 1.0 - score)
                _keep_rating(file, "puzzles", "id", puzzle.id, changed)
                tried = (player, puzzle.id, now, int(solved))
                file.execute("INSERT INTO tries VALUES (?, ?, ?, ?)", tried)
            _keep_rating(file, "players", "name", player, after)
            file.execute("UPDATE players SET last = ? WHERE name = ?", (now, player))
            self._repeat(file, player, puzzle.id, solved, now)
            self._forget(file)
        return before, after

    def standing(self, player: str, now: float | None = None) -> Standing:
        """Return the standing of a player."""
        now = time.time() if now is None else now
        with self._reading() as file:
            rating = _rating_of(file, "players", "name", player, FIRST_RATING)
            tried, solved = file.execute(
                "SELECT count(*), coalesce(sum(solved), 0) FROM tries WHERE player = ?", (player,)
            ).fetchone()
            waiting, due = file.execute(
                "SELECT count(*), coalesce(sum(due <= ?), 0) FROM repetitions WHERE player = ?",
                (now, player),
            ).fetchone()
            bests = dict.fromkeys(get_args(Mode), 0)
            if file.execute("SELECT 1 FROM sqlite_schema WHERE name = 'runs'").fetchone():
                query = "SELECT mode, best FROM runs WHERE player = ?"
                bests |= dict(file.execute(query, (player,)).fetchall())
        return Standing(rating, tried, solved, due, waiting, bests)

    def add_run(self, player: str, mode: Mode, solved: int) -> None:
        """Record the number of puzzles solved in a run, of which the best is kept."""
        with self._open() as file:
            file.execute(RUNS_TABLE)
            file.execute(
                "INSERT INTO runs VALUES (?, ?, ?) ON CONFLICT (player, mode)"
                " DO UPDATE SET best = max(best, excluded.best)",
                (player, mode, solved),
            )

    def first_tries(self, player: str, of: Sequence[Puzzle]) -> list[bool | None]:
        """Return whether a player solved each of some puzzles at the first try, None if untried."""
        with self._reading() as file:
            tries = [
                file.execute(
                    "SELECT solved FROM tries WHERE player = ? AND puzzle = ?", (player, puzzle.id)
                ).fetchone()
                for puzzle in of
            ]
        return [None if row is None else bool(row[0]) for row in tries]

    def rating(self, puzzle: Puzzle) -> Rating:
        """Return the rating of a puzzle."""
        with self._reading() as file:
            known = Rating(float(puzzle.rating), PUZZLE_DEVIATION)
            return _rating_of(file, "puzzles", "id", puzzle.id, known)

    @staticmethod
    def _repeat(file: sqlite3.Connection, player: str, name: str, solved: bool, now: float) -> None:
        """Schedule the next repetition of a puzzle, or mark it as learned."""
        row = file.execute(
            "SELECT step, due FROM repetitions WHERE player = ? AND puzzle = ?", (player, name)
        ).fetchone()
        if solved and row is None:
            return
        step = 0 if not solved else row[0] + (row[1] <= now)
        if step == len(REPETITION_SECONDS):
            file.execute("DELETE FROM repetitions WHERE player = ? AND puzzle = ?", (player, name))
            return
        due = now + REPETITION_SECONDS[step] if not solved or row[1] <= now else row[1]
        file.execute(
            "INSERT OR REPLACE INTO repetitions VALUES (?, ?, ?, ?)", (player, name, step, due)
        )

    @staticmethod
    def _forget(file: sqlite3.Connection) -> None:
        """Forget players beyond the limit."""
        old = "SELECT name FROM players ORDER BY last DESC LIMIT -1 OFFSET ?"
        for (name,) in file.execute(old, (MAX_PLAYERS,)).fetchall():
            for table, column in (("players", "name"), ("tries", "player")):
                file.execute(f"DELETE FROM {table} WHERE {column} = ?", (name,))
            file.execute("DELETE FROM repetitions WHERE player = ?", (name,))
            if file.execute("SELECT 1 FROM sqlite_schema WHERE name = 'runs'").fetchone():
                file.execute("DELETE FROM runs WHERE player = ?", (name,))

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """Open the file for reading, which works on a full disk, too; before it exists, nothing is
        rated. Raises ``InputError`` if that fails."""
        with RATINGS_KIND.errors_named(self._path), closing(RATINGS_KIND.read(self._path)) as file:
            yield file

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """Open the file for one transaction. Raises ``InputError`` if that fails."""
        with (
            RATINGS_KIND.errors_named(self._path),
            closing(RATINGS_KIND.connect(self._path)) as file,
            transaction(file),
        ):
            yield file


def _rating_of(
    file: sqlite3.Connection, table: str, column: str, name: str, otherwise: Rating
) -> Rating:
    row = file.execute(
        f"SELECT rating, deviation, volatility FROM {table} WHERE {column} = ?", (name,)
    ).fetchone()
    return otherwise if row is None else Rating(*row)


def _keep_rating(
    file: sqlite3.Connection, table: str, column: str, name: str, rating: Rating
) -> None:
    file.execute(
        f"INSERT INTO {table} ({column}, rating, deviation, volatility) VALUES (?, ?, ?, ?)"
        f" ON CONFLICT ({column}) DO UPDATE SET rating = excluded.rating,"
        " deviation = excluded.deviation, volatility = excluded.volatility",
        (name, rating.value, rating.deviation, rating.volatility),
    )
