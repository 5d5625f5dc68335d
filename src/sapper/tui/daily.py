"""Dialogs for the board and puzzles of the day, and for the history."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rich.text import Text

from sapper.errors import plural
from sapper.estimate import interval_text
from sapper.history.database import Choice, History
from sapper.history.entry import HistoryGame, game_json
from sapper.history.statistics import level_words, statistics
from sapper.players import player
from sapper.study.puzzles.daily import Daily, result_line
from sapper.study.puzzles.package import TASKS
from sapper.study.screen.board import OUTCOME_STYLES
from sapper.study.session.decider import Decide
from sapper.study.session.session import Session
from sapper.tui import story
from sapper.tui.dialogs import ListDialog


@dataclass(frozen=True)
class DayState:
    """A player's results of a day: the ``number`` and the ``game`` of its board in the history, if
    begun, and whether each puzzle was solved at the first try (None: not tried)."""

    day: Daily
    number: int | None
    game: HistoryGame | None
    solved: Sequence[bool | None]

    @classmethod
    def of(cls, day: Daily, history: History | None, solved: Sequence[bool | None]) -> DayState:
        """Return the state on a day; without a history, its board is always new."""
        number = None if history is None else history.number_of(key_of(day))
        game = None if history is None or number is None else history.find(number)[0]
        return cls(day, number, game, solved)

    @property
    def line(self) -> str:
        """The line to share."""
        game = self.game
        won = game is not None and game.outcome == "won"
        hints = 1  # the cell that is open from the start is a step, but not a click
        seconds, clicks = (game.seconds, game.moves - hints) if game and won else (None, None)
        helped = game is not None and game.helped > 0
        return result_line(self.day.day, seconds, clicks, self.solved, helped=helped)


def key_of(day: Daily) -> str:
    """Return the key of the day's board in the history: it counts when it is played first."""
    return f"terminal:{day.world.name}"


def session_of_day(day: Daily, recipe: str, decide: Decide) -> Session:
    """Return the game on the board of a day, with a player to ask."""
    return Session(day.world, player(recipe), decide=decide)


class DailyDialog(ListDialog):
    """The board and the puzzles of the day; ``chosen`` gets the place of the chosen puzzle, or None
    for the board."""

    DEFAULT_CSS = "DailyDialog OptionList { margin-bottom: 1; }"

    def __init__(self, state: DayState, chosen: Callable[[int | None], None]) -> None:
        super().__init__(
            f"Daily {state.day.day} – Enter chooses",
            [_board(state), *_puzzles(state)],
            lambda at: chosen(at - 1 if at else None),
            below=[Text("To share:"), Text(state.line, "bold")],
        )


def _board(state: DayState) -> Text:
    words = f"{state.day.level} board that needs no guess"
    outcome = state.game.outcome if state.game else ""
    return _row("Board", words, "begun" if outcome == "unfinished" else outcome)


def _puzzles(state: DayState) -> Iterator[Text]:
    results = {None: "", True: "solved", False: "not solved"}
    for at, (puzzle, solved) in enumerate(zip(state.day.puzzles, state.solved, strict=True), 1):
        yield _row(f"Puzzle {at}", TASKS[puzzle.kind], results[solved])


def _row(name: str, words: str, result: str) -> Text:
    line = Text(f"{name:<10}{result:<12}", no_wrap=True, overflow="ellipsis")
    return line.append(story.prose(words), "" if not result else story.FADED)


MOST = 200  #: games in the list
LEVELS = 4  #: levels whose wins are shown


class HistoryDialog(ListDialog):
    """The latest games and the wins by level; ``chosen`` gets the number of a game."""

    DEFAULT_CSS = """
    HistoryDialog OptionList { max-height: 16; }
    HistoryDialog Static { margin-bottom: 1; }
    """

    def __init__(self, history: History, chosen: Callable[[int], None]) -> None:
        games = [game_json(*row) for row in history.games(Choice(), 0, MOST)]
        super().__init__(
            "History – Enter opens a game",
            list(map(_line, games)),
            lambda at: chosen(games[at]["id"]),
            above=[Text("\n").join(_levels(statistics(history, Choice())))],
        )


def _levels(counted: dict[str, Any]) -> list[Text]:
    """Return the wins at the levels played most."""
    if not counted["games"]:
        return [Text("No finished game of your own yet.")]
    lines = []
    for row in counted["levels"][:LEVELS]:
        words = f"{level_words(row)}: {row['wins']} of {plural(row['games'], 'game')} won"
        words += f" ({interval_text(row['interval'], 0)}%)"
        best = row["best_seconds"]
        lines.append(Text(words + ("" if best is None else f", best time {best:.2f} s")))
    return lines


def _line(game: dict[str, Any]) -> Text:
    """Return a game on one line."""
    outcome, seconds, speed = game["outcome"], game["seconds"], game["bbbv_per_second"]
    at = datetime.fromtimestamp(game["at"]).strftime("%Y-%m-%d %H:%M")
    line = Text(f"{at}  {game['level']:<14} ", no_wrap=True)
    line.append(f"{outcome:<10}", OUTCOME_STYLES.get(outcome, ""))
    line.append("" if seconds is None else f" {seconds:8.2f} s")
    return line.append("" if speed is None else f"  3BV/s {speed:.2f}")
