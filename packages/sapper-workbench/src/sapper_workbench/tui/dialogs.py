"""Dialogs that ask for input, the help window with the keys of a view, and the lists of the day and
of the history."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from secrets import randbelow
from typing import Any, get_args

from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.suggester import SuggestFromList
from textual.widgets import Input, Label, OptionList, Static, TextArea
from textual.widgets.option_list import Option

from sapper.arguments import MAX_SEED, MAX_WHOLE, ranged
from sapper.errors import InputError, SapperError, listed, plural
from sapper.estimate import interval_text
from sapper.game.rules import First
from sapper.players.recipes import known_players
from sapper.terminal.board import OUTCOME_STYLES
from sapper_workbench import narration
from sapper_workbench.history.database import Choice, History
from sapper_workbench.history.entry import HistoryGame, game_json
from sapper_workbench.history.statistics import game_of_day, level_words, statistics
from sapper_workbench.keys import VIEWS, Group, KeyView, rows
from sapper_workbench.narration import prose
from sapper_workbench.study.puzzles.package import TASKS, Daily, result_line
from sapper_workbench.study.setup import GameSetup, boards

RANDOM_SEEDS = 1_000_000  #: a random seed is below this, so it is short enough to type again


class Dialog(ModalScreen[None]):
    """A dialog; Escape closes it, and an error message appears in it."""

    DEFAULT_CSS = """
    Dialog { align: center middle; }
    Dialog > Vertical {
        width: 76; max-width: 100%; height: auto; max-height: 100%;
        padding: 0 2; border: round $primary; background: $surface; overflow-y: auto;
    }
    Dialog Input { height: 1; border: none; padding: 0 1; background: $boost; width: 1fr; }
    Dialog Input:focus { border: none; background: $primary 30%; }
    Dialog Horizontal { height: auto; }
    Dialog .name { width: 9; }
    Dialog .refusal { color: $warning; height: auto; }
    Dialog .help { color: $text-muted; height: auto; }
    Dialog TextArea { height: 14; border: none; padding: 0; }
    """

    def key_escape(self) -> None:
        """Close the dialog without a change."""
        self.dismiss()

    def attempt(self, act: Callable[[], None]) -> None:
        """Perform an action and close the dialog; if it is refused, stay and say why."""
        try:
            act()
        except SapperError as error:
            self.query_one(".refusal", Static).update(Text(prose(str(error))))
            return
        self.dismiss()


class InputDialog(Dialog):
    """A dialog that asks for ``words``, with a ``value`` to edit in a ``field``."""

    field: type[Input | TextArea]

    def __init__(self, words: str, value: str, chosen: Callable[[str], None]) -> None:
        super().__init__()
        self._words, self._value, self._chosen = words, value, chosen

    def compose(self) -> ComposeResult:
        """Create a label, the field and a place for errors."""
        with Vertical():
            yield Label(self._words, classes=None if self.field is Input else "help")
            yield self.field(self._value)
            yield Static(classes="refusal")


class LineDialog(InputDialog):
    """A dialog that asks for one line."""

    field = Input

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Accept the line on Enter."""
        self.attempt(lambda: self._chosen(event.value.strip()))


class TextDialog(InputDialog):
    """A dialog that asks for a text."""

    field = TextArea

    def on_mount(self) -> None:
        """Select everything, so that a paste replaces it."""
        self.query_one(TextArea).select_all()

    def key_ctrl_s(self) -> None:
        """Accept the text."""
        self.attempt(lambda: self._chosen(self.query_one(TextArea).text))


class SetupDialog(Dialog):
    """A dialog that asks for the setup of a game."""

    def __init__(self, setup: GameSetup, chosen: Callable[[GameSetup], None]) -> None:
        super().__init__()
        self._setup, self._chosen = setup, chosen

    def compose(self) -> ComposeResult:
        """Create an input line for each choice, and help on the choices."""
        setup = self._setup
        names, players = boards(), known_players()
        fields = [
            ("board", setup.board, names),
            ("player", setup.player, [*players]),
            ("first", setup.first, [*get_args(First)]),
            ("seed", str(setup.seed), []),
            ("number", str(setup.number), []),
            ("no guess", "yes" if setup.no_guess else "no", ["yes", "no"]),
        ]
        with Vertical():
            for name, value, known in fields:
                with Horizontal():
                    yield Label(name, classes="name")
                    suggester = SuggestFromList(known, case_sensitive=False) if known else None
                    yield Input(value, id=name.replace(" ", "-"), suggester=suggester)
            yield Static(classes="refusal")
            yield Static(
                f"board: {', '.join(names)}, WIDTHxHEIGHTxMINES or a file of worlds\n"
                f"player: {', '.join(players)}, or strategies joined by ' > '\n"
                "first: the first cell may be a mine (any), is never a mine (safe), or touches "
                "none either (opening)\n"
                "seed: a whole number, empty for a random seed; number: which deal of the seed\n"
                "no guess: whether to deal a board that needs no guess after the first cell\n"
                "Tab: next line · →: complete · Enter: start · Esc: cancel",
                classes="help",
            )

    def on_mount(self) -> None:
        """Put the focus on the board, which is changed most often."""
        self.query_one("#board", Input).focus()

    def on_input_submitted(self, event: events.Event) -> None:
        """Accept the setup on Enter in any line."""
        self.attempt(lambda: self._chosen(self._read()))

    def _read(self) -> GameSetup:
        text = {each.id: each.value.strip() for each in self.query(Input)}
        first = text["first"]
        if first not in get_args(First):
            raise InputError(f"first: expected {listed(get_args(First), 'or')}, got '{first[:20]}'")
        if text["no-guess"] not in ("yes", "no"):
            raise InputError(f"no guess: expected yes or no, got '{text['no-guess'][:20]}'")
        seed = text["seed"] or str(randbelow(RANDOM_SEEDS))
        return GameSetup(
            text["board"],
            text["player"],
            first,  # type: ignore[arg-type]
            _whole("seed", seed, MAX_SEED),
            _whole("number", text["number"] or "0"),
            text["no-guess"] == "yes",
        )


def _whole(name: str, text: str, most: int = MAX_WHOLE) -> int:
    if not re.fullmatch("[0-9]{1,39}", text):
        raise InputError(f"{name}: expected a whole number, got '{text[:20]}'")
    return ranged(name, int(text), 0, most)


class ListDialog(Dialog):
    """A list under a title, with lines ``above`` and ``below`` it; Enter chooses a row, whose place
    ``chosen`` gets, and Escape closes the list."""

    DEFAULT_CSS = """
    ListDialog > Vertical { width: 78; }
    ListDialog OptionList { height: auto; border: none; padding: 0; }
    ListDialog OptionList:focus { border: none; }
    ListDialog Static { height: auto; }
    """

    def __init__(
        self,
        title: str,
        rows: Sequence[Text],
        chosen: Callable[[int], None],
        *,
        above: Sequence[Text] = (),
        below: Sequence[Text] = (),
    ) -> None:
        super().__init__()
        self._head, self._rows, self._chosen = title, rows, chosen
        self._above, self._below = above, below

    def compose(self) -> ComposeResult:
        """Create the list and the lines around it."""
        with Vertical() as box:
            box.border_title = f"{self._head}, Esc closes this"
            yield from map(Static, self._above)
            yield OptionList(*map(Option, self._rows))
            yield from map(Static, self._below)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose the row."""
        self.dismiss()
        self._chosen(event.option_index)


VIEW_TITLES = {"find": "Watch, finding moves"}  #: titles of views that are not simply their names
LAST_GROUPS: tuple[Group, ...] = ("tree",)
SCROLL_KEYS = ("up", "down", "pageup", "pagedown", "home", "end")


class Help(ModalScreen[None]):
    """The keys of a view; any key except those that scroll closes the window."""

    DEFAULT_CSS = """
    Help { align: center middle; }
    Help > VerticalScroll {
        width: 78; max-width: 100%; height: auto; max-height: 100%;
        padding: 0 2; border: round $primary; background: $surface;
    }
    """

    def __init__(self, view: KeyView) -> None:
        super().__init__()
        self._view = view

    def compose(self) -> ComposeResult:
        """Create a row for every key."""
        table = Table.grid(padding=(0, 2))
        own: Group = self._view
        for group in (own, *(g for g in VIEWS[self._view] if g != own), *LAST_GROUPS):
            if group in LAST_GROUPS:
                table.add_row(Text(), Text("Using the list of moves", "bold"))
            for keys, words in rows(group):
                table.add_row(Text(keys, "bold"), Text(words))
        with VerticalScroll() as box:
            name = VIEW_TITLES.get(self._view, self._view.capitalize())
            box.border_title = f"Keys in {name} – ↑ ↓ scroll, any other key closes this"
            yield Static(table)

    def on_key(self, event: events.Key) -> None:
        """Close the window."""
        if event.key not in SCROLL_KEYS:
            event.stop()
            event.prevent_default()
            self.dismiss()


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
        if history is None:
            return cls(day, None, None, solved)
        if (finished := game_of_day(history, day.day)) is not None:
            return cls(day, *finished, solved)
        number = history.number_of(key_of(day))
        game = None if number is None else history.find(number)[0]
        return cls(day, number, game, solved)

    @property
    def line(self) -> str:
        """The line to share."""
        game = self.game
        won = game is not None and game.outcome == "won"
        seconds, moves = (game.seconds, game.moves) if game and won else (None, None)
        helped = game is not None and game.helped > 0
        return result_line(self.day.day, seconds, moves, self.solved, helped=helped)


def key_of(day: Daily) -> str:
    """Return the key of the day's board in the history: it counts when it is played first."""
    return f"terminal:{day.world.name}"


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
    return line.append(narration.prose(words), "" if not result else narration.FADED)


MAX_GAMES = 200  #: games in the list
MAX_LEVELS = 4  #: levels whose wins are shown


class HistoryDialog(ListDialog):
    """The latest games and the wins by level; ``chosen`` gets the number of a game."""

    DEFAULT_CSS = """
    HistoryDialog OptionList { max-height: 16; }
    HistoryDialog Static { margin-bottom: 1; }
    """

    def __init__(self, history: History, chosen: Callable[[int], None]) -> None:
        games = [game_json(*row) for row in history.games(Choice(), 0, MAX_GAMES)]
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
    fewest = sorted((row["games"] for row in counted["levels"]), reverse=True)[:MAX_LEVELS][-1]
    for row in [row for row in counted["levels"] if row["games"] >= fewest][:MAX_LEVELS]:
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
