"""Dialogs for the board and puzzles of the day, and for the history."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from sapper.errors import plural
from sapper.estimate import interval_text
from sapper.history.choice import Choice
from sapper.history.database import History
from sapper.history.entry import HistoryGame, game_json
from sapper.history.statistics import level_words, statistics
from sapper.players import player
from sapper.study.puzzles.daily import Daily, result_line
from sapper.study.puzzles.package import TASKS
from sapper.study.screen.cells import OUTCOME_STYLES
from sapper.study.session.decider import Decide
from sapper.study.session.session import Session
from sapper.tui import story


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


class DailyDialog(ModalScreen[None]):
    """The board and the puzzles of the day; Enter chooses one, Escape closes the list.

    ``chosen`` gets the place of the chosen puzzle, or None for the board.
    """

    DEFAULT_CSS = """
    DailyDialog { align: center middle; }
    DailyDialog > Vertical {
        width: 78; max-width: 100%; height: auto; max-height: 100%;
        padding: 0 2; border: round $primary; background: $surface;
    }
    DailyDialog OptionList { height: auto; border: none; padding: 0; margin-bottom: 1; }
    DailyDialog OptionList:focus { border: none; }
    DailyDialog Static { height: auto; }
    """

    def __init__(self, state: DayState, chosen: Callable[[int | None], None]) -> None:
        super().__init__()
        self._state, self._chosen = state, chosen

    def compose(self) -> ComposeResult:
        """Create the list and the line to share."""
        state = self._state
        with Vertical() as box:
            box.border_title = f"Daily {state.day.day} – Enter chooses, Esc closes this"
            yield OptionList(
                _board(state), *map(_puzzle, range(len(state.solved)), _puzzles(state))
            )
            yield Static("To share:")
            yield Static(Text(state.line, "bold"))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open the board or the puzzle."""
        self.dismiss()
        self._chosen(None if event.option_index == 0 else event.option_index - 1)

    def key_escape(self) -> None:
        """Close the list."""
        self.dismiss()


def _board(state: DayState) -> Option:
    words = f"{state.day.level} board that needs no guess"
    outcome = (
        {"unfinished": "begun"}.get(state.game.outcome, state.game.outcome) if state.game else ""
    )
    return Option(_row("Board", words, outcome))


def _puzzles(state: DayState) -> list[tuple[str, bool | None]]:
    pairs = zip(state.day.puzzles, state.solved, strict=True)
    return [(TASKS[puzzle.kind], solved) for puzzle, solved in pairs]


def _puzzle(at: int, puzzle: tuple[str, bool | None]) -> Option:
    words, solved = puzzle
    result = "" if solved is None else "solved" if solved else "not solved"
    return Option(_row(f"Puzzle {at + 1}", words, result))


def _row(name: str, words: str, result: str) -> Text:
    line = Text(f"{name:<10}{result:<12}", no_wrap=True, overflow="ellipsis")
    return line.append(story.prose(words), "" if not result else story.FADED)


MOST = 200  #: games in the list
LEVELS = 4  #: levels whose wins are shown


class HistoryDialog(ModalScreen[None]):
    """The latest games and the wins by level; Enter opens a game, Escape closes the list."""

    DEFAULT_CSS = """
    HistoryDialog { align: center middle; }
    HistoryDialog > Vertical {
        width: 78; max-width: 100%; height: auto; max-height: 100%;
        padding: 0 2; border: round $primary; background: $surface;
    }
    HistoryDialog OptionList { height: auto; max-height: 16; border: none; padding: 0; }
    HistoryDialog OptionList:focus { border: none; }
    HistoryDialog Static { height: auto; margin-bottom: 1; }
    """

    def __init__(self, history: History, chosen: Callable[[int], None]) -> None:
        super().__init__()
        self._chosen = chosen
        self._games = [game_json(*row) for row in history.games(Choice(), 0, MOST)]
        self._counted = statistics(history, Choice())

    def compose(self) -> ComposeResult:
        """Create the statistics and the list."""
        with Vertical() as box:
            box.border_title = "History – Enter opens a game, Esc closes this"
            yield Static(Text("\n").join(_levels(self._counted)))
            yield OptionList(*(Option(_line(game), str(game["id"])) for game in self._games))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open the game."""
        self.dismiss()
        self._chosen(int(str(event.option.id)))

    def key_escape(self) -> None:
        """Close the list."""
        self.dismiss()


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
