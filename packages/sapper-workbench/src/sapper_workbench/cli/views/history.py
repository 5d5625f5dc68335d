"""The history for people: a table of games, and tables of statistics."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from rich.text import Text

from sapper.cli.views.tables import bare_table, numbers_table, screen
from sapper.errors import plural
from sapper.estimate import interval_text, percent
from sapper.terminal.board import OUTCOME_STYLES
from sapper_workbench.history.statistics import level_words


def games_table(games: Sequence[dict[str, Any]], total: int) -> None:
    """Print games, and the total number."""
    console = screen()
    if not games:
        console.print("No games." if total == 0 else f"{plural(total, 'game')}.")
        return
    table = bare_table()
    for title in (
        "number",
        "ended",
        "player",
        "level",
        "outcome",
        "time",
        "3BV/s",
        "efficiency",
        "note",
    ):
        table.add_column(
            title, justify="right" if title in NUMBER_COLUMNS else "left", no_wrap=True
        )
    for game in games:
        outcome = game["outcome"]
        table.add_row(
            str(game["id"]),
            datetime.fromtimestamp(game["at"]).strftime("%Y-%m-%d %H:%M"),
            Text(game["player"]),
            Text(game["level"]),
            Text(outcome, OUTCOME_STYLES.get(outcome, "")),
            _number(game["seconds"], 2),
            _number(game["bbbv_per_second"], 2),
            _number(game["ioe"], 2),
            _note(game),
        )
    console.print(table)
    if total > len(games):
        console.print(f"{total - len(games):,} more: see --most")


NUMBER_COLUMNS = {"number", "time", "3BV/s", "efficiency"}


def _note(game: dict[str, Any]) -> str:
    """Return the reason why the statistics leave a game out."""
    notes = [f"{plural(game['helped'], 'move')} made for you"] if game["helped"] else []
    return ", ".join([*notes, *(["board known"] if game["known"] else [])])


def statistics_tables(found: dict[str, Any]) -> None:
    """Print the statistics of a choice of games."""
    console = screen()
    left = found["left_out"]
    others = f", {plural(left, 'other')} left out" if left else ""
    console.print(f"{plural(found['games'], 'game')} counted{others}")
    if not found["games"]:
        return
    for what, name in (("levels", "level"), ("periods", "period")):
        titles = ["games", "wins", "share", "95%", "best time", "mean", "3BV/s", "efficiency"]
        titles += ["streak", "longest"] if what == "levels" else []
        table = numbers_table(name, *titles)
        for row in found[what]:
            cells = [
                f"{row['games']}",
                f"{row['wins']}",
                percent(row["win_rate"]),
                interval_text(row["interval"], 1),
                _number(row["best_seconds"], 2),
                _number(row["mean_seconds"], 1),
                _number(row["mean_bbbv_per_second"], 2),
                _number(row["mean_ioe"], 2),
            ]
            if what == "levels":
                cells += [str(row["streak"]), str(row["longest_streak"])]
            table.add_row(Text(level_words(row) if what == "levels" else row[name]), *cells)
        console.print(table)
    guesses = found["guesses"]
    if guesses["graded"]:
        grades = ", ".join(f"{number} {grade}" for grade, number in guesses["grades"].items())
        console.print(
            f"{plural(guesses['guesses'], 'guess')} in {plural(guesses['graded'], 'graded game')},"
            f" {guesses['avoidable']} of them avoidable: {grades}"
        )
    missed = sum(row["missed"] for row in guesses["motifs"])
    if missed:
        seen = ", ".join(
            f"{row['motif']} {row['missed']} ({percent(row['missed'] / missed, 0)})"
            for row in guesses["motifs"]
        )
        what = "guess was" if missed == 1 else "guesses were"
        console.print(f"{missed} {what} made although a cell was safe; to see it took: {seen}")
    if guesses["ungraded"]:
        console.print(f"{plural(guesses['ungraded'], 'game')} not graded yet: see --grade")


def records_table(levels: Sequence[dict[str, Any]]) -> None:
    """Print the records of each level, with their games and dates."""
    console = screen()
    if not levels:
        console.print("No games of yours are finished.")
        return
    table = numbers_table("level", "games", "wins", "record", "best", "game", "day")
    for row in levels:
        first = Text(level_words(row)), str(row["games"]), str(row["wins"])
        for record in row["records"] or [None]:
            shown = [""] * 4
            if record is not None:
                digits = 0 if record["name"] == "streak" else 2
                day = datetime.fromtimestamp(record["at"]).strftime("%Y-%m-%d")
                best = _number(record["value"], digits) + " s" * (record["name"] == "time")
                shown = [record["name"], best, str(record["game"]), day]
            table.add_row(*first, *shown)
            first = Text(""), "", ""
    console.print(table)


def _number(value: float | None, digits: int) -> str:
    return "" if value is None else f"{value:.{digits}f}"
