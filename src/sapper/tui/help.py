"""The help window: the keys of a view, from the table of keys."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from sapper.study.screen.bindings import VIEWS, Group, KeyView, rows

NAMES = {"find": "Watch, finding moves"}  #: titles of views that are not simply their names
LAST: tuple[Group, ...] = ("tree",)
SCROLLS = ("up", "down", "pageup", "pagedown", "home", "end")


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
        for group in (own, *(g for g in VIEWS[self._view] if g != own), *LAST):
            if group in LAST:
                table.add_row(Text(), Text("In the list of moves", "bold"))
            for keys, words in rows(group):
                table.add_row(Text(keys, "bold"), Text(words))
        with VerticalScroll() as box:
            name = NAMES.get(self._view, self._view.capitalize())
            box.border_title = f"Keys in {name} – ↑ ↓ scroll, any other key closes this"
            yield Static(table)

    def on_key(self, event: events.Key) -> None:
        """Close the window."""
        if event.key not in SCROLLS:
            event.stop()
            event.prevent_default()
            self.dismiss()
