"""Comparisons of guesses over many games, on several workers, with a log of the games played."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cache, partial
from math import sqrt
from pathlib import Path
from statistics import fmean, pstdev

from bench.table import Share, Table
from papers.studies import engine
from papers.studies.advantage.judge import SEED, Game, Judge, Swift, other, play
from papers.studies.playouts import play_numbers
from sapper.errors import InputError
from sapper.game import Deal, Level
from sapper.game.rules import First
from sapper.json_input import read_json
from sapper.players import Player

COLUMNS = (
    *("player", "than", "games of", "games", "won more, % (95%)", "guesses", "others"),
    *("won, % (95%)", "ms"),
)
NOTE = (
    "All values are for one game: guesses, those where the rival (than) guesses otherwise (others),"
    " and CPU time of\nthe player."
)


@dataclass(frozen=True)
class Comparison:
    """What is compared: recipes, the board, the first-move rule, and the playouts per guess."""

    player: str
    than: str
    level: str
    first: First
    playouts: int

    @cache  # noqa: B019 – a process compares few
    def prepared(self) -> tuple[Level, Player, Judge]:
        """Return the board, the player and the judge; made once in a process.

        Raises ``InputError`` for a recipe or a level that cannot be read.
        """
        level = Level.parse(self.level)
        than = Swift(level.grid) if self.than == "swift" else other(engine.player(self.than))
        judge = Judge(than, level.grid, level.mines, self.playouts)
        return level, engine.player(self.player), judge


@dataclass(frozen=True)
class Entry:
    """A game of a comparison, as a line of a log has it."""

    comparison: Comparison
    game: Game


def play_games(comparison: Comparison, numbers: Sequence[int]) -> list[Game]:
    """Play a batch; this may run in any process."""
    level, player, judge = comparison.prepared()
    deals = (Deal.seeded(level.grid, level.mines, SEED, number) for number in numbers)
    return [
        play(judge, player, comparison.first, deal, number)
        for deal, number in zip(deals, numbers, strict=True)
    ]


class Log:
    """A file with a line of JSON for each game, to which games are added as they are finished."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def entries(self) -> list[Entry]:
        """Return the games of the file, without a last line that was not written to its end.

        Raises ``InputError`` for a file that is not such a log or cannot be read.
        """
        try:
            lines = self._path.read_bytes().splitlines(keepends=True)
        except OSError as error:
            raise InputError(f"{self._path}: {error.strerror}") from None
        found = []
        for number, line in enumerate(lines, start=1):
            if line.endswith(b"\n"):
                try:
                    found.append(read_json(line, Entry, "a game"))
                except InputError as error:
                    raise InputError(f"{self._path}, line {number}: {error}") from None
        return found

    def resume(self) -> list[Entry]:
        """Return the games of the file, if there is one, and remove a line that is incomplete."""
        if not self._path.exists():
            return []
        entries = self.entries()
        written = self._path.read_bytes()
        if not written.endswith(b"\n"):
            self._path.write_bytes(written[: written.rfind(b"\n") + 1])
        return entries

    def add(self, entries: Iterable[Entry]) -> None:
        """Write games to the end of the file."""
        with self._path.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(asdict(entry)) + "\n" for entry in entries)


def resume(
    parts: Sequence[tuple[Comparison, range]],
    log: Log | None,
    workers: int,
    show: Callable[[int, int], object],
) -> tuple[list[Entry], bool]:
    """Play the deals of several comparisons in turn, except those that a log has already.

    Returns all games of the comparisons, and whether they are complete: Ctrl-C ends the run after
    the games finished by then. ``show`` is called with the numbers of finished and of all games.
    """
    wanted = {(comparison, number) for comparison, numbers in parts for number in numbers}
    entries = [
        entry
        for entry in (log.resume() if log else ())
        if (entry.comparison, entry.game.number) in wanted
    ]
    have = {(entry.comparison, entry.game.number) for entry in entries}

    def report(comparison: Comparison, games: list[Game]) -> None:
        finished = [Entry(comparison, game) for game in games]
        entries.extend(finished)
        if log:
            log.add(finished)
        show(len(entries), len(wanted))

    for comparison, numbers in parts:
        missing = [number for number in numbers if (comparison, number) not in have]
        play = partial(play_games, comparison)
        if not play_numbers(missing, play, workers, partial(report, comparison)):
            return entries, False
    return entries, True


def table(entries: Iterable[Entry]) -> Table:
    """Return a table with a row for each comparison. A deal that was played twice counts once."""
    games: dict[Comparison, dict[int, Game]] = {}
    for entry in entries:
        games.setdefault(entry.comparison, {}).setdefault(entry.game.number, entry.game)
    rows = [_row(comparison, list(played.values())) for comparison, played in games.items()]
    playouts = sorted({comparison.playouts for comparison in games})
    note = f"{NOTE} Playouts of a guess: {', '.join(f'{n:,}' for n in playouts)}."
    return Table(f"Guesses compared, deals of seed {SEED}", COLUMNS, rows, note)


def _row(comparison: Comparison, games: Sequence[Game]) -> tuple[object, ...]:
    gains, wins = [game.gain for game in games], sum(game.won for game in games)
    mean, half = fmean(gains), 1.96 * pstdev(gains) / sqrt(len(games))
    return (
        *(comparison.player, comparison.than, f"{comparison.level}, {comparison.first}"),
        *(len(games), Share(mean, mean - half, mean + half)),
        *(fmean(game.guesses for game in games), fmean(game.others for game in games)),
        Share.of(wins, len(games)),
        1000 * fmean(game.seconds for game in games),
    )
