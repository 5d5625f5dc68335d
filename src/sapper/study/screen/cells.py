"""Cells in every terminal interface: symbols, styles and marks; and the best cells as a table."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sapper.estimate import percent
from sapper.game.codes import BLOCKED, FLAGGED, GOLD, HIDDEN, MINE
from sapper.study.candidates import Candidates

SYMBOLS = {HIDDEN: "■", FLAGGED: "⚑", MINE: "✹", GOLD: "G", BLOCKED: " "}
#: The letters of the coursework, for terminals without Unicode. With them a 0 is shown as 0.
LETTERS = {HIDDEN: "C", FLAGGED: "M", MINE: "D", GOLD: "G", BLOCKED: " "}

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
STYLES = {HIDDEN: "grey58", FLAGGED: "red1", MINE: "bold white on red3", GOLD: "bold gold1"}
SIGN = "bold gold1"  #: the gold sign of a clue
NUMBER = "grey50"  #: the numbers of rows and columns
TILE = "on grey19"  #: background of hidden cells, so that percentages do not look like clues
OPENED = "on grey27"  #: background of cells that the last move opened
OUTCOME_STYLES = {"won": "bold green3", "lost": "bold red1"}
SAFE = "bold black on green3"
CERTAIN_MINE = f"bold red1 {TILE}"
#: Colours from nearly safe to nearly a mine, in equal steps of probability.
_HEAT = ("pale_green1", "khaki1", "gold1", "orange1", "dark_orange", "indian_red1")

#: The marks: the last move, a clue and a mine that its reason relies on, a clue at fault, and a
#: suggested move.
MOVED, CLUE, COUNTED, WRONG, ADVISED = ">", "=", "!", "x", "?"
MARK_STYLES = {
    MOVED: "bold black on gold1",
    CLUE: "bold black on dark_turquoise",
    COUNTED: "bold red1",
    WRONG: "bold white on red3",
    ADVISED: "bold black on green3",
}


@dataclass(frozen=True)
class Glyph:
    """The appearance of a cell: its text with a mark before it and a sign of gold after it."""

    text: str
    style: str = ""
    sign: str = ""
    mark: str = ""


def glyph(code: int, sign: str = "", symbols: dict[int, str] = SYMBOLS) -> Glyph:
    """Return the glyph of a cell with this code."""
    if code >= HIDDEN:
        return Glyph(symbols[code], STYLES.get(code, ""))
    style = CLUE_STYLES[code] if code < len(CLUE_STYLES) else ""
    return Glyph(str(code) if code or sign or symbols is LETTERS else "·", style, sign)


def risk_glyph(risk: float, unit: str, *, marks: bool) -> Glyph:
    """Return the glyph of a hidden cell with this mine probability; nan is an unknown one.

    With ``marks``, certain cells are recognizable without colours.
    """
    if risk == 0:
        return Glyph("ok", f"green1 {TILE}") if marks else Glyph(percent(0.0, 0, unit), SAFE)
    if risk == 1:
        return Glyph("!" if marks else SYMBOLS[MINE], CERTAIN_MINE)
    if risk != risk:
        return Glyph("?", f"grey58 {TILE}")
    return Glyph(
        percent(risk, 0, unit), f"{_HEAT[min(int(risk * len(_HEAT)), len(_HEAT) - 1)]} {TILE}"
    )


def tight_glyph(wide: Glyph, risk: float) -> Glyph:
    """Return the glyph of a risk in two columns: ``ok``, or tenths such as ``.2``, whose point
    takes the place of a mark."""
    if not 0.0 <= risk < 1.0:
        return wide
    mark, text = ("o", "k") if risk == 0.0 else (".", str(int(10 * risk)))
    return replace(wide, text=text, mark=mark)


HEADING = "best cells      mine  progress  wins"


def candidates_table(found: Candidates) -> list[str]:
    """Return the heading and a line for each of the best cells: its risk, its chance of progress
    and its chance of winning, with an interval; no lines if there are no candidates."""
    if not found.best:
        return []
    lines = [HEADING]
    for one in found.best:
        cell, chance = f"[{one.cell[0]}, {one.cell[1]}]", str(one.chance or "")
        lines.append(
            f"{cell:<12}{_share(one.risk):>8}{_share(one.progress):>10}  {chance}".rstrip()
        )
    return lines


def _share(share: float | None) -> str:
    return "–" if share is None else percent(share)
