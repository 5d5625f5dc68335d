"""Statistics of the history: wins by level and over time, efficiency, best times, and the grades of
guesses."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

from sapper.arena.stats import wilson
from sapper.records import Record
from sapper.reviews.guess import GRADES
from sapper_workbench.history.database import DAILY, Choice, History, place
from sapper_workbench.history.entry import HistoryGame
from sapper_workbench.study.lessons.lesson import lesson, lesson_of_motif

MAX_DAILY_GAMES = 1_000  #: the latest games on daily boards that are counted
MAX_DAYS_BY_DAY = 62  #: longer periods are shown by month
MAX_TIMES = 200  #: the latest games of a level whose times and shares of wins are listed
SHARE_GAMES = 20  #: the latest games of which a share is won
_COLUMNS = "level, at, outcome, seconds, solved, left + right + chord, graded, no_guess, id, origin"


def statistics(history: History, choice: Choice) -> dict[str, Any]:
    """Return the statistics of a choice of games as plain values.

    They count the user's own games, as ``Choice`` defines them; ``left_out`` is the number of
    others.
    """
    own = replace(choice, own=True)
    where, values = own.where()
    rows = history.rows(f"SELECT {_COLUMNS} FROM game WHERE {where} ORDER BY at, id", values)
    levels: dict[tuple[str, bool], list[tuple[Any, ...]]] = {}
    for row in rows:
        levels.setdefault((row[0], bool(row[7])), []).append(row)
    return {
        "games": len(rows),
        "left_out": history.count(choice) - len(rows),
        "levels": [
            {
                "level": level,
                "no_guess": no_guess,
                **_played(games),
                **_streaks(games),
                **_records(games),
            }
            for (level, no_guess), games in sorted(levels.items(), key=_place)
        ],
        "periods": _periods(rows),
        "guesses": _guesses([row[6] for row in rows]),
    }


def _place(item: tuple[tuple[str, bool], Sequence[object]]) -> tuple[int, int]:
    """Return the place of a level: the named ones from the easiest on, the daily boards, and then
    the others by their number of games."""
    (level, _), games = item
    return place(level), -len(games)


def _played(rows: Sequence[tuple[Any, ...]]) -> dict[str, Any]:
    """Return the numbers of games and wins, the times and the efficiency of some games."""
    won = [row for row in rows if row[2] == "won"]
    times = [row[3] for row in won if row[3]]
    speeds = [row[4] / row[3] for row in won if row[3] and row[4] is not None]
    efficiencies = [row[4] / row[5] for row in won if row[5] and row[4] is not None]
    return {
        "games": len(rows),
        "wins": len(won),
        "win_rate": len(won) / len(rows) if rows else 0.0,
        "interval": list(wilson(len(won), len(rows))),
        "best_seconds": min(times, default=None),
        "mean_seconds": _mean(times),
        "best_bbbv_per_second": max(speeds, default=None),
        "mean_bbbv_per_second": _mean(speeds),
        "best_ioe": max(efficiencies, default=None),
        "mean_ioe": _mean(efficiencies),
    }


def _streaks(rows: Iterable[tuple[Any, ...]]) -> dict[str, int]:
    """Return the current and the longest streak of wins among the games played here: imported ones
    may be a selection."""
    streaks = list(_running(rows))
    return {
        "streak": streaks[-1][0] if streaks else 0,
        "longest_streak": max((streak for streak, _ in streaks), default=0),
    }


def _running(rows: Iterable[tuple[Any, ...]]) -> Iterable[tuple[int, tuple[Any, ...]]]:
    """Yield the streak after each game played here, and the game."""
    now = 0
    for row in rows:
        if row[9] != "import":
            now = now + 1 if row[2] == "won" else 0
            yield now, row


def _records(rows: Sequence[tuple[Any, ...]]) -> dict[str, Any]:
    """Return the number of the fastest win and the best of each figure with its game and date; and
    in order, the times of the latest wins and the shares of the games before them that were won."""
    won = [row for row in rows if row[2] == "won" and row[3]]
    wins = [float(row[2] == "won") for row in rows]
    shares = [
        sum(latest) / len(latest)
        for end in range(1, len(wins) + 1)
        if (latest := wins[max(0, end - SHARE_GAMES) : end])
    ]
    figures: dict[str, list[tuple[float, tuple[Any, ...]]]] = {
        "time": [(row[3], row) for row in won],
        "3BV/s": [(row[4] / row[3], row) for row in won if row[4] is not None],
        "efficiency": [
            (row[4] / row[5], row)
            for row in rows
            if row[2] == "won" and row[5] and row[4] is not None
        ],
        "streak": [(streak, row) for streak, row in _running(rows) if streak],
    }
    records = []
    for name, found in figures.items():
        if found:
            best = min if name == "time" else max
            value, row = best(found, key=lambda one: one[0])
            records.append({"name": name, "value": value, "game": row[8], "at": row[1]})
    return {
        "best_game": records[0]["game"] if won else None,
        "records": records,
        "times": [row[3] for row in won[-MAX_TIMES:]],
        "shares": shares[-MAX_TIMES:],
    }


def level_words(row: dict[str, Any]) -> str:
    """Return the name of a level in statistics: boards that need no guess count for themselves."""
    return f"{row['level']}, no guess" if row["no_guess"] else str(row["level"])


def pace(record: Record) -> tuple[list[tuple[float, float]], list[list[int]]]:
    """Return the pace of a game: after each step that opened cells, the seconds since the first
    step and the share of the safe cells that were open; and the indices of the cells it opened."""
    grid = record.deal.grid
    safe = grid.size - record.deal.mines
    points: list[tuple[float, float]] = []
    cells: list[list[int]] = []
    seconds, opened = 0.0, 0
    for step in record.steps:
        seconds += step.decision.seconds
        opened += len(step.opened)
        if step.opened:
            points.append((round(seconds, 3), min(1.0, opened / safe)))
            cells.append([grid.index(cell) for cell in step.opened])
    return points, cells


def game_of_day(history: History, day: date) -> tuple[int, HistoryGame] | None:
    """Return the number and the finished game by which the board of a day counts, None if there is
    none: the fastest win without help, as in ``days_won``, else the best of the others."""
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()
    found = [
        (number, game)
        for number, game, _ in history.games(Choice(level=DAILY), 0, MAX_DAILY_GAMES)
        if game.outcome != "unfinished"
        and game.at >= midnight
        and history.record(number).world == f"{DAILY}-{day.isoformat()}"
    ]

    def rank(one: tuple[int, HistoryGame]) -> tuple[bool, bool, float]:
        _, game = one
        return game.helped > 0 or game.known, game.outcome != "won", game.seconds or 0.0

    return min(found, key=rank, default=None)


def days_won(history: History) -> tuple[dict[str, float | None], list[str]]:
    """Return the fastest time, in seconds, in which the user won each daily board without help,
    None for a lost board, and the days whose boards were won on the day itself (UTC)."""
    where, values = Choice(level=DAILY, own=True).where()
    rows = history.rows(f"SELECT id, outcome, seconds, at FROM game WHERE {where}", values)
    times: dict[str, float | None] = {}
    in_time: set[str] = set()
    for number, outcome, seconds, at in rows[-MAX_DAILY_GAMES:]:
        day = (history.record(number).world or "").removeprefix(f"{DAILY}-")
        best = times.setdefault(day, None)
        if outcome != "won" or seconds is None:
            continue
        if best is None or seconds < best:
            times[day] = seconds
        if datetime.fromtimestamp(at, UTC).date().isoformat() == day:
            in_time.add(day)
    return times, sorted(in_time)


def _periods(rows: Sequence[tuple[Any, ...]]) -> list[dict[str, Any]]:
    """Return the games by day, or by month for longer periods."""
    if not rows:
        return []
    days = (rows[-1][1] - rows[0][1]) / 86_400
    form = "%Y-%m-%d" if days <= MAX_DAYS_BY_DAY else "%Y-%m"
    periods: dict[str, list[tuple[Any, ...]]] = {}
    for row in rows:
        periods.setdefault(datetime.fromtimestamp(row[1]).strftime(form), []).append(row)
    return [{"period": period, **_played(games)} for period, games in periods.items()]


def _guesses(texts: Sequence[str | None]) -> dict[str, Any]:
    """Return the guesses of the graded games."""
    found = (json.loads(text) for text in texts if text is not None)
    graded = [game for game in found if "motifs" in game or not game["missed"]]
    grades, motifs = Counter[str](), Counter[str]()
    for game in graded:
        grades.update(game["grades"])
        motifs.update(game.get("motifs", {}))
    accuracies = [game["accuracy"] for game in graded if game.get("accuracy") is not None]
    return {
        "graded": len(graded),
        "ungraded": len(texts) - len(graded),
        "guesses": sum(game["guesses"] for game in graded),
        "avoidable": sum(game["avoidable"] for game in graded),
        "missed": sum(game["missed"] for game in graded),
        "motifs": [
            {"motif": motif, "missed": missed, **lesson_for(motif)}
            for motif, missed in motifs.most_common()
        ],
        "grades": {grade: grades[grade] for grade in GRADES},
        "accuracy": _mean(accuracies),
    }


def lesson_for(motif: str) -> dict[str, str]:
    """Return the id and the title of the lesson that teaches to see a motif."""
    taught = lesson(lesson_of_motif(motif))
    return {"lesson": taught.id, "title": taught.title}


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
