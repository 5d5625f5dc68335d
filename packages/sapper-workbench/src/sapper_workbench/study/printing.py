"""Worksheets to print: exercises on the first pages, their solutions on the pages after them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape
from typing import Literal

from sapper.errors import plural
from sapper.explanations.letters import lettered, letters_of
from sapper.game import Cell
from sapper.game.drawing import CELL, STYLE, Piece, board
from sapper.reviews.position_report import sentence
from sapper_workbench.study.lessons.exercise import Answer, Exercise

Paper = Literal["A4", "letter"]
ON_A_PAGE = 6
MAX_WHOLE = 10  #: rows or columns up to which a whole board is printed
MARGIN = 2  #: cells around those that a solution names, on a part of a larger board
MAX_CELL_MM = 11.0  #: side of a printed cell
COLUMN_MM = 84.0  #: width of a column, on either paper
ROW_MM = 55.0  #: height of a board of which three stand on a page
#: Printers have no dark scheme.
BOARD_STYLE = STYLE.partition("@media")[0]
PAGE_STYLE = """
@page{margin:14mm 16mm}
body{font:11pt/1.35 system-ui,sans-serif;margin:0 auto;max-width:178mm;color:#000;background:#fff}
header{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 8mm}
h1{font-size:16pt;margin:0;flex:1}
h1+p{margin:0;white-space:pre}
.words{margin:2mm 0 4mm;flex-basis:100%}
section{break-before:page;padding-top:1mm}
section:first-of-type{break-before:auto}
ol{list-style:none;margin:0;padding:0;display:grid;grid-template-columns:1fr 1fr;gap:5mm 8mm}
li{break-inside:avoid}
li p{margin:0 0 1.5mm}
svg{display:block;max-width:100%;print-color-adjust:exact;-webkit-print-color-adjust:exact}
.few{color:#444}
"""


def worksheet(title: str, words: str, exercises: Sequence[Exercise], paper: Paper = "A4") -> str:
    """Return a worksheet as an HTML page to print: up to ``ON_A_PAGE`` exercises a page under a
    ``title`` and its ``words``, then as many solutions a page."""
    shown = [exercise.shown() for exercise in exercises]
    tasks = [
        _task(number, exercise, answer)
        for number, (exercise, answer) in enumerate(zip(exercises, shown, strict=True), 1)
    ]
    solved = [
        _solution(number, exercise, answer)
        for number, (exercise, answer) in enumerate(zip(exercises, shown, strict=True), 1)
    ]
    name = '<p>Name ______________________</p>\n<p class="words">'
    sheets = [
        *_pages(tasks, f"<h1>{escape(title)}</h1>{name}{escape(words)}</p>"),
        *_pages(solved, f"<h1>Solutions: {escape(title)}</h1>"),
    ]
    style = f"@page{{size:{paper}}}{PAGE_STYLE}{BOARD_STYLE}"
    title = escape(f"{title}: a worksheet")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title>\n<style>{style}</style></head>\n<body><main>\n"
        + "\n".join(sheets)
        + "\n</main></body></html>\n"
    )


def _pages(items: Sequence[str], head: str) -> list[str]:
    """Return items as sections of one page each."""
    parts = [items[i : i + ON_A_PAGE] for i in range(0, len(items), ON_A_PAGE)]
    return [
        f"<section><header>{head}</header>\n<ol>{''.join(part)}</ol></section>" for part in parts
    ]


def _task(number: int, exercise: Exercise, answer: Answer) -> str:
    letters = letters_of([], exercise.marks)
    task = lettered(exercise.task.replace("Pick ", "Mark "), letters)
    part = _part(exercise, answer)
    drawn = board(exercise.position, only=part, letters=letters)
    mines = exercise.position.mines
    left = "A part of a larger board." if part is not None else f"{plural(mines, 'mine')} in all."
    return (
        f"<li><p><b>{number}.</b> {escape(task)}"
        f' <span class="few">{left}</span></p>{_picture(drawn, part, f"Board {number}")}</li>'
    )


def _solution(number: int, exercise: Exercise, answer: Answer) -> str:
    lines = _lines(exercise, answer)
    letters = letters_of(lines, [*exercise.marks, answer.cell])
    found, ask = exercise.solution, exercise.ask
    safe, mines = found if ask == "safe" else (), found if ask == "mine" else ()
    within = () if safe or mines else found
    part = _part(exercise, answer)
    drawn = board(
        exercise.position, only=part, letters=letters, safe=safe, mines=mines, within=within
    )
    said = "".join(f"<p>{escape(lettered(line, letters))}</p>" for line in lines)
    picture = _picture(drawn, part, f"Solution {number}", scale=0.62)
    return f"<li><p><b>{number}.</b></p>{picture}{said}</li>"


def _lines(exercise: Exercise, answer: Answer) -> list[str]:
    """Return the sentences of a solution."""
    explanation = answer.explanation
    if exercise.ask in ("safe", "mine") and explanation is not None:
        lines = explanation.lines()
        lines = lines if len(lines) > 1 else [lines[0].removeprefix("1. ")]
        return [sentence(line) for line in lines]
    cell = list(answer.cell)
    return [answer.words.replace("This cell", f"The cell {cell}").replace("this cell", str(cell))]


def _part(exercise: Exercise, answer: Answer) -> Collection[Cell] | None:
    """Return the part of a large board that a solution needs; None for a whole board."""
    grid = exercise.position.grid
    if max(grid.width, grid.height) <= MAX_WHOLE:
        return None
    named = [*letters_of(_lines(exercise, answer), [*exercise.marks, answer.cell])]
    rows, columns = zip(*named, strict=True)
    return {
        (row, column)
        for row in range(max(0, min(rows) - MARGIN), min(grid.height, max(rows) + MARGIN + 1))
        for column in range(
            max(0, min(columns) - MARGIN), min(grid.width, max(columns) + MARGIN + 1)
        )
    }


def _picture(drawn: Piece, part: Collection[Cell] | None, title: str, scale: float = 1.0) -> str:
    """Return a board as SVG of the printed size, cut to a part of it."""
    left = top = 0.0
    width, height = drawn.width, drawn.height
    if part is not None:
        rows, columns = zip(*part, strict=True)
        left, top = min(columns) * CELL, min(rows) * CELL
        width = (max(columns) - min(columns) + 1) * CELL + 2
        height = (max(rows) - min(rows) + 1) * CELL + 2
    across = min(COLUMN_MM, MAX_CELL_MM * width / CELL, ROW_MM * width / height) * scale
    return (
        f'<svg role="img" aria-label="{title}" viewBox="{left:g} {top:g} {width:g} {height:g}"'
        f' width="{across:.1f}mm">{drawn.svg}</svg>'
    )
