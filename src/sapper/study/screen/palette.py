"""How cells look in every terminal interface: symbols and names of colours."""

from __future__ import annotations

from sapper.game.codes import BLOCKED, FLAGGED, GOLD, HIDDEN, MINE

#: Colours of the clues 0 to 8, close to the usual ones, readable on dark and light backgrounds.
CLUE_STYLES = (
    "grey50",
    "dodger_blue1",
    "green3",
    "red1",
    "medium_purple1",
    "dark_orange3",
    "dark_cyan",
    "magenta",
    "grey50",
)
SYMBOLS = {HIDDEN: "■", FLAGGED: "⚑", MINE: "✹", GOLD: "G", BLOCKED: " "}
STYLES = {HIDDEN: "grey58", FLAGGED: "red1", MINE: "bold white on red3", GOLD: "bold gold1"}
TILE = "on grey19"  #: background of hidden cells, so that percentages do not look like clues
#: Colours from nearly safe to nearly a mine, in equal steps of probability.
_HEAT = ("pale_green1", "khaki1", "gold1", "orange1", "dark_orange", "indian_red1")


def heat(risk: float) -> str:
    """The style of a hidden cell by its probability of a mine."""
    return f"{_HEAT[min(int(risk * len(_HEAT)), len(_HEAT) - 1)]} {TILE}"


def clue_style(clue: int) -> str:
    """The style of a clue; plain above 8."""
    return CLUE_STYLES[clue] if clue < len(CLUE_STYLES) else ""
