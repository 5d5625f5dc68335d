"""Statistics of the history: wins by level and over time, efficiency, best times, guesses."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sapper.arena.stats.statistics import wilson
from sapper.history.choice import Choice
from sapper.history.database import History
from sapper.study.review.grades import GRADES

DAYS = 62  #: a longer time is shown by months
_READ = "level, at, outcome, seconds, solved, left + right + chord, graded"


def statistics(history: History, choice: Choice) -> dict[str, Any]:
    """Return the statistics of a choice of games as plain values.

    They count the user's own games, as ``Choice`` defines them; ``left_out`` says how many others
    there are.
    """
    own = replace(choice, own=True)
    where, values = own.where()
    rows = history.rows(f"SELECT {_READ} FROM game WHERE {where} ORDER BY at, id", values)
    levels: dict[str, list[tuple[Any, ...]]] = {}
    for row in rows:
        levels.setdefault(row[0], []).append(row)
    return {
        "games": len(rows),
        "left_out": history.count(choice) - len(rows),
        "levels": [
            {"level": level, **_played(found), **_streaks(found)}
            for level, found in sorted(levels.items(), key=lambda item: -len(item[1]))
        ],
        "periods": _periods(rows),
        "guesses": _guesses([row[6] for row in rows]),
    }


def _played(rows: Sequence[tuple[Any, ...]]) -> dict[str, Any]:
    """The games, the wins, the times and the efficiency of some games."""
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
    """The wins in a row until now, and the most there were."""
    now = longest = 0
    for row in rows:
        now = now + 1 if row[2] == "won" else 0
        longest = max(longest, now)
    return {"streak": now, "longest_streak": longest}


def _periods(rows: Sequence[tuple[Any, ...]]) -> list[dict[str, Any]]:
    """The games day by day, or month by month if they were played over a longer time."""
    if not rows:
        return []
    days = (rows[-1][1] - rows[0][1]) / 86_400
    form = "%Y-%m-%d" if days <= DAYS else "%Y-%m"
    found: dict[str, list[tuple[Any, ...]]] = {}
    for row in rows:
        found.setdefault(datetime.fromtimestamp(row[1]).strftime(form), []).append(row)
    return [{"period": period, **_played(games)} for period, games in found.items()]


def _guesses(kept: Sequence[str | None]) -> dict[str, Any]:
    """The guesses of the games that are graded."""
    found = [json.loads(text) for text in kept if text is not None]
    grades: Counter[str] = Counter()
    for each in found:
        grades.update(each["grades"])
    accuracies = [each["accuracy"] for each in found if each.get("accuracy") is not None]
    return {
        "graded": len(found),
        "ungraded": len(kept) - len(found),
        "guesses": sum(each["guesses"] for each in found),
        "avoidable": sum(each["avoidable"] for each in found),
        "missed": sum(each["missed"] for each in found),
        "grades": {grade: grades[grade] for grade in GRADES},
        "accuracy": _mean(accuracies),
    }


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
