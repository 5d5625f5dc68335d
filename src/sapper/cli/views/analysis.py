"""An analysis as text: the board with its mine probabilities, and the suggested move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from sapper.cli.views.board import MOVED, Face, drawn, faces, mark, room_of_signs
from sapper.cli.views.screen import coloured, screen
from sapper.game.codes import HIDDEN
from sapper.game.codes import MINE as MINED
from sapper.players import Decision, Pass
from sapper.study.findings import layouts
from sapper.study.prose import sentence
from sapper.study.screen.palette import SYMBOLS, TILE, heat

if TYPE_CHECKING:
    from sapper.inference import Analysis
    from sapper.study.findings import Findings

SAFE = "bold black on green3"
MINE = f"bold red1 {TILE}"


def show(findings: Findings, suggestion: Decision | Pass) -> None:
    """Print an analysis, the suggested move, and notes on whatever is odd about the position."""
    analysis = findings.analysis
    assert analysis is not None, "an impossible position is an error"
    console = screen()
    console.print(_head(analysis))
    board, legend = _board(console, analysis, suggestion)
    console.print(board, soft_wrap=True)
    console.print(Text(f"\n{legend}\n" if legend else "", "grey50"))
    console.print(_suggestion(analysis, suggestion))
    for note in findings.notes:
        console.print(Text(f"note: {note}", "yellow"))


def percent(probability: float, sign: str) -> str:
    """A mine probability in at most two digits; 0 and 100 only if it is certain."""
    if probability in (0.0, 1.0):
        return f"{100 * int(probability)}{sign}"
    if probability < 0.005:
        return f"<1{sign}"
    return f"{min(99, round(100 * probability))}{sign}"


def _head(analysis: Analysis) -> Text:
    position = analysis.position
    grid = position.grid
    mines = f"{position.mines_left} mine{'s' if position.mines_left != 1 else ''} to find"
    counted = f" · {layouts(analysis.log10_layouts)}" if analysis.exact else ""
    certain = f" · {len(analysis.safe)} safe · {len(analysis.certain_mines)} certain mines"
    return Text(f"{grid.width}x{grid.height} · {mines}{counted}{certain}\n", "bold")


def _board(console: Console, analysis: Analysis, suggestion: Decision | Pass) -> tuple[Text, str]:
    """The board with its mine probabilities, and a legend.

    Colours show certain cells; without colours every cell has its percentage.
    """
    grid = analysis.position.grid
    if coloured(console):
        label = len(str(grid.height - 1)) + 1
        signs = room_of_signs(faces(analysis.position))
        fits = [c for c in (4, 3, 2) if label + (c + signs) * grid.width <= console.width]
        cell = fits[0] if fits else 3
        found, legend = _tiles(analysis, "%" if cell >= 4 else "")
    else:
        cell, found, legend = 6, _percentages(analysis), ""
    if isinstance(suggestion, Decision):
        where = suggestion.move.cell
        if not coloured(console):
            found[grid.index(where)] = Face(f"[{found[grid.index(where)].text}]")
            legend = "[ ] marks the suggested cell"
        mark(found, grid, [where], MOVED)
    return drawn(grid, found, cell, console.width), legend


def _percentages(analysis: Analysis) -> list[Face]:
    found = faces(analysis.position)
    for index in analysis.position.hidden:
        risk = analysis.mine_probability[analysis.position.grid.cell(index)]
        found[index] = Face("?" if risk != risk else percent(risk, "%"))
    return found


def _tiles(analysis: Analysis, sign: str) -> tuple[list[Face], str]:
    """The faces of the cells in colour, and a legend for the cells that touch no clue: they are all
    equally risky."""
    position, grid = analysis.position, analysis.position.grid
    found = faces(position)
    away = None
    for index in position.hidden:
        risk = analysis.mine_probability[grid.cell(index)]
        if risk == 0:
            found[index] = Face(percent(0.0, sign), SAFE)
        elif risk == 1:
            found[index] = Face(SYMBOLS[MINED], MINE)
        elif risk != risk:
            found[index] = Face("?", f"grey58 {TILE}")
        elif any(position.cells[i] < HIDDEN for i in grid.neighbours(index)):
            found[index] = Face(percent(risk, sign), heat(risk))
        else:
            away = risk
    legend = "" if away is None else f"{SYMBOLS[HIDDEN]} away from all clues: {100 * away:.1f} %"
    return found, legend


def _suggestion(analysis: Analysis, suggestion: Decision | Pass) -> Text:
    if isinstance(suggestion, Pass):
        outcome = analysis.position.outcome
        if outcome != "playing":
            return Text(f"The game is {outcome}.", "bold")
        return Text(f"There is no move to suggest: {suggestion.words.rstrip('.')}.", "yellow")
    text = Text(str(suggestion.move), "bold")
    text.append(f"  {suggestion.strategy}", "not bold grey50")
    risk = analysis.mine_probability[suggestion.move.cell]
    if suggestion.move.action == "open" and risk > 0:
        text.append(f"  risk {100 * risk:.1f} %", "not bold dark_orange")
    text.append(f"\n{sentence(suggestion.reason.words)}", "not bold")
    return text
