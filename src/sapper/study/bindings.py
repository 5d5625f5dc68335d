"""The keys of every screen: one table for the page, the terminal, their help and the docs.

``sapper world`` has a second one, ``study.keys``: there whole words are typed, and take arguments.
What both can do has the same name in both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Group = Literal["board", "play", "watch", "analyse", "all"]
View = Literal["play", "watch", "analyse"]

#: Which groups hold in a view; ``board`` are the keys that move its cursor.
VIEWS: dict[View, tuple[Group, ...]] = {
    "play": ("board", "play", "all"),
    "watch": ("watch", "all"),
    "analyse": ("board", "analyse", "all"),
}


@dataclass(frozen=True)
class Binding:
    """What some keys do in a group of views.

    ``keys`` are named as the DOM's ``KeyboardEvent.key`` has them: ``ArrowLeft``, ``Enter``, a
    blank, ``f``, and a capital where Shift is held. No two bindings of a view share a key or name.
    """

    name: str
    keys: tuple[str, ...]
    group: Group
    help: str

    @property
    def terminal(self) -> tuple[str, ...]:
        """The same keys as a terminal program calls them (those of Textual)."""
        return tuple(_TERMINAL.get(key, key) for key in self.keys)

    @property
    def shown(self) -> str:
        """The keys as people read them, ``← →`` or ``Enter, Space``."""
        return ", ".join(_SHOWN.get(key, key) for key in self.keys)


_CLUES = tuple(
    Binding(f"clue-{clue}", (str(clue),), "analyse", f"the cell shows the clue {clue}")
    for clue in range(9)
)

BINDINGS: tuple[Binding, ...] = (
    Binding("left", ("ArrowLeft",), "board", "cursor one cell to the left"),
    Binding("right", ("ArrowRight",), "board", "cursor one cell to the right"),
    Binding("up", ("ArrowUp",), "board", "cursor one cell up"),
    Binding("down", ("ArrowDown",), "board", "cursor one cell down"),
    Binding("row-start", ("Home",), "board", "cursor to the start of the row"),
    Binding("row-end", ("End",), "board", "cursor to the end of the row"),
    Binding("top", ("PageUp",), "board", "cursor to the top of the column"),
    Binding("bottom", ("PageDown",), "board", "cursor to the bottom of the column"),
    Binding("open", ("Enter", " "), "play", "open the cell; on an open clue: chord"),
    Binding("flag", ("f",), "play", "flag the cell, or take its flag off"),
    Binding("chord", ("c",), "play", "open all around a clue whose flags are set"),
    Binding("hint", ("h",), "play", "what the agent would do, and why"),
    Binding("agent", ("a",), "play", "the agent makes one move"),
    Binding("probabilities", ("p",), "play", "show or hide every mine probability"),
    Binding("why", ("w",), "play", "what the clues say of this cell"),
    Binding("undo", ("u",), "play", "take the last move back"),
    Binding("redo", ("r",), "play", "make it again"),
    Binding("instead", ("t",), "play", "another move tried here before, in turn"),
    Binding("new", ("n",), "play", "new game: the next deal"),
    Binding("save", ("s",), "play", "write the record of the game"),
    Binding("review", ("v",), "play", "step through this game from its start, reviewed"),
    Binding("examine", ("e",), "play", "this position in Analyse"),
    Binding("back", ("ArrowLeft",), "watch", "one move back"),
    Binding("step", ("ArrowRight",), "watch", "one move on; the agent decides a new one"),
    Binding("back-ten", ("PageUp",), "watch", "ten moves back"),
    Binding("step-ten", ("PageDown",), "watch", "ten moves on, as far as they are made"),
    Binding("start", ("Home",), "watch", "to the start"),
    Binding("end", ("End",), "watch", "to the last move made"),
    Binding("go", (" ",), "watch", "play on, or pause"),
    Binding("probabilities", ("p",), "watch", "show or hide every mine probability"),
    Binding("new", ("n",), "watch", "new game: the next deal"),
    Binding("save", ("s",), "watch", "write the record of the game"),
    Binding("review", ("v",), "watch", "what each guess risked and lost"),
    Binding("examine", ("e",), "watch", "this position in Analyse"),
    Binding("why", ("Enter", "w"), "analyse", "what the clues say of this cell, and which"),
    Binding("suggest", ("s",), "analyse", "a move, its reason, and who passed"),
    *_CLUES,
    Binding("hidden", ("x", "H", "Backspace", "Delete"), "analyse", "the cell is hidden"),
    Binding("flag", ("f",), "analyse", "the cell is flagged"),
    Binding("mine", ("m",), "analyse", "the cell is an open mine"),
    Binding("more-mines", ("+",), "analyse", "one mine more on the board"),
    Binding("fewer-mines", ("-",), "analyse", "one mine less"),
    Binding("probabilities", ("p",), "analyse", "show or hide every mine probability"),
    Binding("undo", ("u",), "analyse", "take the last change back"),
    Binding("redo", ("r",), "analyse", "make it again"),
    Binding("new", ("n",), "analyse", "an empty board of the same size"),
    Binding("view-play", ("P",), "all", "to Play"),
    Binding("view-watch", ("W",), "all", "to Watch"),
    Binding("view-analyse", ("A",), "all", "to Analyse"),
    Binding("view-learn", ("L",), "all", "to Learn, which is on the page"),
    Binding("view-compare", ("C",), "all", "to Compare, which is on the page"),
    Binding("settings", ("o",), "all", "board, player and luck; or a position as text"),
    Binding("read-on", (".",), "all", "read on, where the reasons are long"),
    Binding("read-back", (",",), "all", "read back"),
    Binding("stop", ("Escape",), "all", "stop what is being thought about"),
    Binding("help", ("?",), "all", "show or hide these keys"),
    Binding("quit", ("q",), "all", "leave"),
)

_TERMINAL = {
    "ArrowLeft": "left",
    "ArrowRight": "right",
    "ArrowUp": "up",
    "ArrowDown": "down",
    "Home": "home",
    "End": "end",
    "PageUp": "pageup",
    "PageDown": "pagedown",
    "Enter": "enter",
    " ": "space",
    "Backspace": "backspace",
    "Delete": "delete",
    "Escape": "escape",
    "?": "question_mark",
    "+": "plus",
    "-": "minus",
    ".": "full_stop",
    ",": "comma",
}
_SHOWN = {
    "ArrowLeft": "←",
    "ArrowRight": "→",
    "ArrowUp": "↑",
    "ArrowDown": "↓",
    "PageUp": "Page up",
    "PageDown": "Page down",
    " ": "Space",
    "-": "−",
    "Escape": "Esc",
}


def bindings_of(view: View) -> tuple[Binding, ...]:
    """The bindings that hold in a view, its cursor's first and those of every view last."""
    return tuple(b for group in VIEWS[view] for b in BINDINGS if b.group == group)


def rows(group: Group) -> list[tuple[str, str]]:
    """A group for people: keys and help, a row each; the nine clues are one row."""
    found: list[tuple[str, str]] = []
    for binding in BINDINGS:
        if binding.group != group or binding in _CLUES[1:]:
            continue
        if binding == _CLUES[0]:
            found.append(("0 … 8", "the cell shows this clue"))
        else:
            found.append((binding.shown, binding.help))
    return found


def markdown(groups: Sequence[Group]) -> str:
    """The table of some groups as the documentation has it."""
    lines = [f"| `{keys}` | {words} |" for group in groups for keys, words in rows(group)]
    return "\n".join(["| key | does |", "|---|---|", *lines])
