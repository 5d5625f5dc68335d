"""How cells look in a terminal, the same in every face of it: symbols and names of colours."""

from __future__ import annotations

from sapper.game.codes import BLOCKED, FLAGGED, GOLD, HIDDEN, MINE

#: Colours of the clues 0 to 8, near those everybody knows, readable on dark and light.
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
TILE = "on grey19"  #: behind hidden cells, so that percentages are not taken for clues
#: Colours from nearly safe to nearly a mine, by equal steps of probability.
_HEAT = ("pale_green1", "khaki1", "gold1", "orange1", "dark_orange", "indian_red1")


def heat(risk: float) -> str:
    """The style of a hidden cell that may hold a mine."""
    return f"{_HEAT[min(int(risk * len(_HEAT)), len(_HEAT) - 1)]} {TILE}"


def clue_style(clue: int) -> str:
    """The style of a clue; plain beyond 8."""
    return CLUE_STYLES[clue] if clue < len(CLUE_STYLES) else ""
