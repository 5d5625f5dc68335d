"""The key bindings of the page and the terminal, from which their help is made, too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Group = Literal[
    "board",
    "play",
    "watch",
    "find",
    "mistakes",
    "learn",
    "present",
    "puzzles",
    "analyse",
    "tree",
    "all",
]
View = Literal["play", "watch", "mistakes", "learn", "puzzles", "analyse"]
#: Watch has other keys while it asks the viewer to find a move; only the page presents lessons.
KeyView = View | Literal["find", "present"]

#: What the keys of each group are for, in the order of the help: those of a view come first.
TITLES: dict[str, str] = {
    "play": "Playing",
    "watch": "Stepping through a game",
    "find": "Finding the move",
    "mistakes": "Retrying mistakes",
    "learn": "Doing a lesson",
    "present": "Presenting",
    "puzzles": "Solving puzzles",
    "analyse": "Analysing",
    "tree": "Using the list of moves",
    "board": "Moving the cursor",
    "all": "Everywhere",
}

#: The groups of keys in each view; ``board`` keys move the cursor. ``tree`` is in none: while the
#: list of moves is used, its keys act first.
VIEWS: dict[KeyView, tuple[Group, ...]] = {
    "play": ("board", "play", "all"),
    "watch": ("watch", "all"),
    "find": ("board", "find", "all"),
    "mistakes": ("board", "mistakes", "all"),
    "learn": ("board", "learn", "all"),
    "present": ("present", "all"),
    "puzzles": ("board", "puzzles", "all"),
    "analyse": ("board", "analyse", "all"),
}


@dataclass(frozen=True)
class Binding:
    """The action of some keys in a group of views.

    ``keys`` are named like ``KeyboardEvent.key`` in the DOM: ``ArrowLeft``, ``Enter``, a space,
    ``f``, or a capital letter with Shift. No two bindings of a view share a key or a name.
    """

    name: str
    keys: tuple[str, ...]
    group: Group
    help: str

    @property
    def terminal(self) -> tuple[str, ...]:
        """The same keys by their names in Textual."""
        return tuple(_NAMES.get(key, (key, key))[0] for key in self.keys)

    @property
    def shown(self) -> str:
        """The keys for people, for example ``←`` or ``Enter, Space``."""
        return ", ".join(_NAMES.get(key, (key, key))[1] for key in self.keys)


PAGE_ONLY = " (only on the page)"  #: ends the help of keys that the terminal lacks

_CLUES = tuple(
    Binding(f"clue-{clue}", (str(clue),), "analyse", f"show the clue {clue} in the cell")
    for clue in range(9)
)

BINDINGS: tuple[Binding, ...] = (
    Binding("left", ("ArrowLeft",), "board", "move the cursor left"),
    Binding("right", ("ArrowRight",), "board", "move the cursor right"),
    Binding("up", ("ArrowUp",), "board", "move the cursor up"),
    Binding("down", ("ArrowDown",), "board", "move the cursor down"),
    Binding("row-start", ("Home",), "board", "go to the start of the row"),
    Binding("row-end", ("End",), "board", "go to the end of the row"),
    Binding("top", ("PageUp",), "board", "go to the top of the column"),
    Binding("bottom", ("PageDown",), "board", "go to the bottom of the column"),
    Binding("open", ("Enter", " "), "play", "open the cell, or chord on an open clue"),
    Binding("flag", ("f",), "play", "set or remove a flag"),
    Binding("chord", ("c",), "play", "open all cells around a clue whose mines are flagged"),
    Binding("hint", ("h",), "play", "show a hint: the area, the numbers, then the move"),
    Binding("agent", ("a",), "play", "let a player make the next move for you"),
    Binding("probabilities", ("p",), "play", "show or hide the mine probabilities"),
    Binding("why", ("w",), "play", "show what the clues say about this cell"),
    Binding("clicks", ("k",), "play", "show which clicks open most: chords, flags, openings"),
    Binding("undo", ("u",), "play", "undo the last move"),
    Binding("redo", ("r",), "play", "redo the last move that was undone"),
    Binding("instead", ("t",), "play", "switch to another move that you tried here"),
    Binding("new", ("n",), "play", "start a new game with the next deal"),
    Binding("level-beginner", ("1",), "play", "start a new beginner game"),
    Binding("level-intermediate", ("2",), "play", "start a new intermediate game"),
    Binding("level-expert", ("3",), "play", "start a new expert game"),
    Binding("save", ("s",), "play", "save the record of the game"),
    Binding("review", ("v",), "play", "review this game from its start"),
    Binding("mistakes", ("m",), "play", "try the costly guesses of this game again"),
    Binding("examine", ("e",), "play", "open this position in Analyse"),
    Binding("back", ("ArrowLeft",), "watch", "go half a step back"),
    Binding("step", ("ArrowRight",), "watch", "show the reason for the next move, then the move"),
    Binding("back-ten", ("PageUp",), "watch", "go back ten moves"),
    Binding(
        "step-ten", ("PageDown",), "watch", "go forward ten moves, at most to the last one made"
    ),
    Binding("start", ("Home",), "watch", "go to the start"),
    Binding("end", ("End",), "watch", "go to the last move made"),
    Binding("go", (" ",), "watch", "play or pause"),
    Binding("find", ("y",), "watch", "find the moves yourself: pause before each one"),
    Binding("probabilities", ("p",), "watch", "show or hide the mine probabilities"),
    Binding("new", ("n",), "watch", "start a new game with the next deal"),
    Binding("save", ("s",), "watch", "save the record of the game"),
    Binding("review", ("v",), "watch", "review what each guess risked and lost"),
    Binding("mistakes", ("m",), "watch", "try the costly guesses of this game again"),
    Binding("examine", ("e",), "watch", "open this position in Analyse"),
    Binding("say-safe", ("Enter", " "), "find", "answer that the cell is safe"),
    Binding("say-mine", ("f",), "find", "answer that the cell is a mine"),
    Binding("reveal", ("g",), "find", "show the player's move and its reason"),
    Binding("find", ("y",), "find", "stop looking for the moves yourself"),
    Binding("try", ("Enter", " "), "mistakes", "try the cell in place of the guess"),
    Binding("solution", ("s",), "mistakes", "show the solution"),
    Binding("next", ("n",), "mistakes", "go to the next position"),
    Binding("back", ("v",), "mistakes", "go back to the review"),
    Binding("examine", ("e",), "mistakes", "open this position in Analyse"),
    Binding("try", ("Enter", " "), "learn", "pick the cell"),
    Binding("solution", ("s",), "learn", "show the solution"),
    Binding("next", ("n",), "learn", "go to the next position, or the next lesson"),
    Binding("back", ("v",), "learn", "go back to the list of lessons"),
    Binding("examine", ("e",), "learn", "open this position in Analyse"),
    Binding("step", (" ", "ArrowRight", "Enter"), "present", f"show the next step{PAGE_ONLY}"),
    Binding("back", ("ArrowLeft",), "present", f"go one step back{PAGE_ONLY}"),
    Binding("choose", ("Enter", " "), "puzzles", "select or deselect the cell"),
    Binding("check", ("c",), "puzzles", "check the chosen cells"),
    Binding("no", ("x",), "puzzles", "answer that no cell is certain"),
    Binding("solution", ("s",), "puzzles", "show the solution, after a warning"),
    Binding("next", ("n",), "puzzles", "go to the next puzzle"),
    Binding("streak", ("r",), "puzzles", "begin or end a streak: until the first mistake"),
    Binding("storm", ("t",), "puzzles", "begin or end a storm: three minutes"),
    Binding("daily", ("d",), "puzzles", "show the board and the puzzles of the day"),
    Binding("examine", ("e",), "puzzles", "open the position in Analyse once it is judged"),
    Binding("why", ("Enter", "w"), "analyse", "show what the clues say about this cell"),
    Binding("suggest", ("s",), "analyse", "suggest a move and explain it"),
    *_CLUES,
    Binding("hidden", ("x", "H", "Backspace", "Delete"), "analyse", "hide the cell"),
    Binding("flag", ("f",), "analyse", "flag the cell"),
    Binding("mine", ("m",), "analyse", "show an open mine in the cell"),
    Binding("draw", ("d",), "analyse", "draw mines; sapper fills in the clues"),
    Binding("circle", ("i",), "analyse", f"mark or unmark the cell{PAGE_ONLY}"),
    Binding("arrow", ("a",), "analyse", f"begin or end an arrow here{PAGE_ONLY}"),
    Binding("more-mines", ("+",), "analyse", "add a mine to the total"),
    Binding("fewer-mines", ("-",), "analyse", "remove a mine from the total"),
    Binding("probabilities", ("p",), "analyse", "show or hide the mine probabilities"),
    Binding("undo", ("u",), "analyse", "undo the last change"),
    Binding("redo", ("r",), "analyse", "redo the last change that was undone"),
    Binding("new", ("n",), "analyse", "hide all cells"),
    Binding("open-all", ("O",), "analyse", "open all cells, to draw mines on"),
    Binding("tree-back", ("ArrowLeft",), "tree", "go back one move"),
    Binding(
        "tree-forward", ("ArrowRight",), "tree", "go forward one move, along the line visited last"
    ),
    Binding("tree-before", ("ArrowUp",), "tree", "go to the previous variation"),
    Binding("tree-after", ("ArrowDown",), "tree", "go to the next variation"),
    Binding("tree-start", ("Home",), "tree", "go to the start"),
    Binding("tree-end", ("End",), "tree", "go to the end of the line"),
    Binding("tree-comment", ("c",), "tree", "comment on the move"),
    Binding("tree-promote", ("m",), "tree", "make this variation the main line"),
    Binding("tree-delete", ("d", "Delete"), "tree", "delete the move and everything after it"),
    Binding("tree-save", ("s",), "tree", "save the tree as text"),
    Binding("tree-leave", ("Enter", "Escape"), "tree", "go back to the board"),
    Binding("moves", ("l",), "all", "go to the list of moves, and back to the board"),
    Binding("view-play", ("P",), "all", "go to Play"),
    Binding("view-puzzles", ("Z",), "all", "go to Puzzles"),
    Binding("view-watch", ("W",), "all", "go to Watch"),
    Binding("view-analyse", ("A",), "all", "go to Analyse"),
    Binding("view-learn", ("L",), "all", "go to Learn"),
    Binding("view-machine", ("M",), "all", f"go to Machine learns{PAGE_ONLY}"),
    Binding("view-compare", ("C",), "all", f"go to Compare{PAGE_ONLY}"),
    Binding("view-variants", ("V",), "all", f"go to Variants{PAGE_ONLY}"),
    Binding("full", ("F",), "all", f"show the board full screen{PAGE_ONLY}"),
    Binding("preferences", ("B",), "all", f"open the preferences{PAGE_ONLY}"),
    Binding("view-history", ("Y",), "all", "show the history"),
    Binding("settings", ("o",), "all", "set up a game, or edit the position as text"),
    Binding("read-on", (".",), "all", "show the next step of the explanation"),
    Binding("read-back", (",",), "all", "show the previous step of the explanation"),
    Binding("stop", ("Escape",), "all", "stop the player or the analysis"),
    Binding("help", ("?",), "all", "show or hide these keys"),
    Binding("quit", ("q",), "all", "quit"),
)

#: The name of a key in Textual, and for people.
_NAMES = {
    "ArrowLeft": ("left", "←"),
    "ArrowRight": ("right", "→"),
    "ArrowUp": ("up", "↑"),
    "ArrowDown": ("down", "↓"),
    "Home": ("home", "Home"),
    "End": ("end", "End"),
    "PageUp": ("pageup", "Page up"),
    "PageDown": ("pagedown", "Page down"),
    "Enter": ("enter", "Enter"),
    " ": ("space", "Space"),
    "Backspace": ("backspace", "Backspace"),
    "Delete": ("delete", "Delete"),
    "Escape": ("escape", "Esc"),
    "?": ("question_mark", "?"),
    "+": ("plus", "+"),
    "-": ("minus", "−"),
    ".": ("full_stop", "."),
    ",": ("comma", ","),
}


def bindings_of(view: KeyView) -> tuple[Binding, ...]:
    """The bindings of a view: first the cursor's, last those that every view has."""
    return tuple(b for group in VIEWS[view] for b in BINDINGS if b.group == group)


def tree_bindings() -> tuple[Binding, ...]:
    """The bindings of the list of moves, which come before those of the view while it is used."""
    return tuple(b for b in BINDINGS if b.group == "tree")


def rows(group: Group) -> list[tuple[str, str]]:
    """Return the keys and help of a group, one row per binding; the nine clues share a row."""
    bindings: list[tuple[str, str]] = []
    for binding in BINDINGS:
        if binding.group != group or binding in _CLUES[1:]:
            continue
        if binding == _CLUES[0]:
            bindings.append(("0 … 8", "show this clue in the cell"))
        else:
            bindings.append((binding.shown, binding.help))
    return bindings
