"""The history in the terminal: a list of games, one of which can be opened."""

from __future__ import annotations

from collections.abc import Callable
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
from sapper.history.game import game_json
from sapper.history.statistics import statistics
from sapper.history.store import History
from sapper.study.screen.cells import OUTCOME_STYLES

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
    """The wins of the levels played most."""
    if not counted["games"]:
        return [Text("No finished game of your own yet.")]
    found = []
    for row in counted["levels"][:LEVELS]:
        words = f"{row['level']}: {row['wins']} of {plural(row['games'], 'game')} won"
        words += f" ({interval_text(row['interval'], 0)}%)"
        best = row["best_seconds"]
        found.append(Text(words + ("" if best is None else f", best time {best:.2f} s")))
    return found


def _line(game: dict[str, Any]) -> Text:
    """A game on one line."""
    outcome, seconds, speed = game["outcome"], game["seconds"], game["bbbv_per_second"]
    at = datetime.fromtimestamp(game["at"]).strftime("%Y-%m-%d %H:%M")
    line = Text(f"{at}  {game['level']:<14} ", no_wrap=True)
    line.append(f"{outcome:<10}", OUTCOME_STYLES.get(outcome, ""))
    line.append("" if seconds is None else f" {seconds:8.2f} s")
    return line.append("" if speed is None else f"  3BV/s {speed:.2f}")
