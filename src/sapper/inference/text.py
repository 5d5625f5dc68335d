"""Analyses for people: probabilities and numbers of layouts as words, and the board as lines."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING

from sapper.errors import plural
from sapper.game.text import letter

if TYPE_CHECKING:
    from sapper.inference.analysis import Analysis


def percent(probability: float, unit: str = "%") -> str:
    """A mine probability in at most two digits; 0 and 100 only if it is certain, ``?`` for nan."""
    if probability != probability:
        return "?"
    if probability in (0.0, 1.0):
        return f"{100 * int(probability)}{unit}"
    if probability < 0.005:
        return f"<1{unit}"
    return f"{min(99, round(100 * probability))}{unit}"


def layouts(log10: float) -> str:
    """The number of layouts in words: exact below a thousand million."""
    if log10 < 9:
        count = round(10**log10)
        return f"{count:,} layout" + ("s" if count != 1 else "")
    power = floor(log10)
    digits = f"{10 ** (log10 - power):.2f}"
    return f"1.00e{power + 1} layouts" if digits == "10.00" else f"{digits}e{power} layouts"


def summary(analysis: Analysis) -> str:
    """The size of the board, its mines, and what is certain, in one line."""
    position, grid = analysis.position, analysis.position.grid
    parts = [f"{grid.width}x{grid.height}", f"{plural(position.mines_left, 'mine')} to find"]
    parts += [layouts(analysis.log10_layouts)] if analysis.exact else []
    parts += [f"{len(analysis.safe)} safe", f"{len(analysis.certain_mines)} certain mines"]
    return " · ".join(parts)


def board(analysis: Analysis) -> list[str]:
    """A line for each row: the probability of each hidden cell, and the letters of the others."""
    hidden, grid = set(analysis.position.hidden), analysis.position.grid
    risks = analysis.mine_probability.ravel()
    texts = [
        percent(float(risks[index])) if index in hidden else letter(code)
        for index, code in enumerate(analysis.position.cells)
    ]
    rows = (texts[start : start + grid.width] for start in range(0, grid.size, grid.width))
    return [" ".join(f"{text:>4}" for text in row) for row in rows]
