"""What is asked for in a window of its own: a line, a text, or what a game is begun from."""

from __future__ import annotations

import re
from collections.abc import Callable
from secrets import randbelow
from typing import get_args

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.suggester import SuggestFromList
from textual.widgets import Input, Label, Static, TextArea

from sapper.errors import InputError, SapperError
from sapper.game.rules import First
from sapper.players import RECIPES
from sapper.study.setup import Setup, boards
from sapper.tui.story import plain

SEEDS = 1_000_000  #: a seed drawn by lot is short enough to type again


class Window(ModalScreen[None]):
    """A window; Escape leaves it, and what is refused is said in it."""

    DEFAULT_CSS = """
    Window { align: center middle; }
    Window > Vertical {
        width: 76; max-width: 100%; height: auto; max-height: 100%;
        padding: 0 2; border: round $primary; background: $surface; overflow-y: auto;
    }
    Window Input { height: 1; border: none; padding: 0 1; background: $boost; width: 1fr; }
    Window Input:focus { border: none; background: $primary 30%; }
    Window Horizontal { height: auto; }
    Window .name { width: 9; }
    Window .refusal { color: $warning; height: auto; }
    Window .help { color: $text-muted; height: auto; }
    Window TextArea { height: 14; border: none; padding: 0; }
    """

    def key_escape(self) -> None:
        """Leave it as it was."""
        self.dismiss()

    def attempt(self, act: Callable[[], None]) -> None:
        """Leave and do it; or, where it is refused, stay and say why."""
        try:
            act()
        except SapperError as error:
            self.query_one(".refusal", Static).update(Text(plain(str(error))))
            return
        self.dismiss()


class Ask(Window):
    """One line."""

    def __init__(self, words: str, value: str, chosen: Callable[[str], None]) -> None:
        super().__init__()
        self._words, self._value, self._chosen = words, value, chosen

    def compose(self) -> ComposeResult:
        """Words, a line, and room for a refusal."""
        with Vertical():
            yield Label(self._words)
            yield Input(self._value)
            yield Static(classes="refusal")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter chooses."""
        self.attempt(lambda: self._chosen(event.value.strip()))


class AskText(Window):
    """Several lines."""

    def __init__(self, words: str, value: str, chosen: Callable[[str], None]) -> None:
        super().__init__()
        self._words, self._value, self._chosen = words, value, chosen

    def compose(self) -> ComposeResult:
        """Words, a text, and room for a refusal."""
        with Vertical():
            yield Label(self._words, classes="help")
            yield TextArea(self._value)
            yield Static(classes="refusal")

    def on_mount(self) -> None:
        """All of it is selected: a paste replaces it."""
        self.query_one(TextArea).select_all()

    def key_ctrl_s(self) -> None:
        """Take it."""
        self.attempt(lambda: self._chosen(self.query_one(TextArea).text))


class SetupScreen(Window):
    """What a game is begun from."""

    def __init__(self, setup: Setup, chosen: Callable[[Setup], None]) -> None:
        super().__init__()
        self._setup, self._chosen = setup, chosen

    def compose(self) -> ComposeResult:
        """A line for each choice, with what there is to choose from."""
        setup = self._setup
        names = boards()
        fields = [
            ("board", setup.board, names),
            ("player", setup.player, [*RECIPES]),
            ("first", setup.first, [*get_args(First)]),
            ("seed", str(setup.seed), []),
            ("number", str(setup.number), []),
        ]
        with Vertical():
            for name, value, known in fields:
                with Horizontal():
                    yield Label(name, classes="name")
                    suggester = SuggestFromList(known, case_sensitive=False) if known else None
                    yield Input(value, id=name, suggester=suggester)
            yield Static(classes="refusal")
            yield Static(
                f"board: {', '.join(names)}, WIDTHxHEIGHTxMINES or a file of worlds\n"
                f"player: {', '.join(RECIPES)}, or strategies joined by ' > '\n"
                "first: what the first cell of a level promises – nothing (any), no mine (safe), "
                "none around it (opening)\n"
                "seed: which luck, empty for any; number: which deal of it\n"
                "Tab next · → completes · Enter begins · Esc leaves",
                classes="help",
            )

    def on_mount(self) -> None:
        """The board is what is changed most."""
        self.query_one("#board", Input).focus()

    def on_input_submitted(self, event: events.Event) -> None:
        """Enter chooses, in whichever line."""
        self.attempt(lambda: self._chosen(self._read()))

    def _read(self) -> Setup:
        text = {each.id: each.value.strip() for each in self.query(Input)}
        first = text["first"]
        if first not in get_args(First):
            raise InputError(f"first is {', '.join(get_args(First))}, not '{first[:20]}'")
        seed = text["seed"] or str(randbelow(SEEDS))
        return Setup(
            text["board"],
            text["player"],
            first,  # type: ignore[arg-type]
            _whole("seed", seed),
            _whole("number", text["number"] or "0"),
        )


def _whole(name: str, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,18}", text):
        raise InputError(f"{name} is a whole number, not '{text[:20]}'")
    return int(text)
