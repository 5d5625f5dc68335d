"""An analysis as text: the board with its mine probabilities, and the suggested move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from sapper.cli.views.tables import board_text, coloured, screen
from sapper.estimate import percent
from sapper.game.codes import HIDDEN
from sapper.players import Decision, Pass
from sapper.reviews.position_report import sentence
from sapper.terminal.board import MOVED, SYMBOLS, BoardDrawing, Glyph, candidates_table

if TYPE_CHECKING:
    from sapper.inference import Analysis
    from sapper.reviews.candidates import Candidates
    from sapper.reviews.position_report import Findings


def show(findings: Findings, suggestion: Decision | Pass, compared: Candidates | None) -> None:
    """Print an analysis, the suggested move, the best cells if they were compared, and notes on
    anything unusual in the position."""
    analysis = findings.analysis
    assert analysis is not None, "an impossible position is an error"
    console = screen()
    console.print(Text(f"{analysis.summary}\n", "bold"))
    board, legend = _board(console, analysis, suggestion)
    console.print(board, soft_wrap=True)
    console.print(Text(f"\n{legend}\n" if legend else "", "grey50"))
    console.print(_suggestion(analysis, suggestion))
    notes = findings.notes
    if compared is not None:
        for number, line in enumerate(candidates_table(compared)):
            console.print(Text(line) if number else Text(f"\n{line}", "bold"))
        if compared.note and compared.position.outcome == "playing":
            notes += (compared.note,)
    for note in notes:
        console.print(Text(f"note: {note}", "yellow"))


def _board(console: Console, analysis: Analysis, suggestion: Decision | Pass) -> tuple[Text, str]:
    """The board with its mine probabilities, and a legend.

    Colours show certain cells; without colours every cell has its percentage.
    """
    board = BoardDrawing(analysis.position)
    legend = ""
    where = suggestion.move.cell if isinstance(suggestion, Decision) else None
    if coloured(console):
        columns = (console.width - board.label) // board.grid.width - board.sign_columns
        board.cell = min(columns, 4) if columns >= 2 else 3
        away = board.risks(analysis, "%" if board.cell >= 4 else "")
        if away is not None:
            legend = f"{SYMBOLS[HIDDEN]} away from all clues: {percent(away)}"
    else:
        board.cell = 6
        for cell, risk in analysis.risk.items():
            board.put([cell], Glyph(percent(risk, 0)))
        if where is not None:
            board.put([where], Glyph(f"[{board.at(where).text}]"))
            legend = "[ ] marks the suggested cell"
    if where is not None:
        board.mark([where], MOVED)
    return board_text(board.bands(console.width)), legend


def _suggestion(analysis: Analysis, suggestion: Decision | Pass) -> Text:
    if isinstance(suggestion, Pass):
        outcome = analysis.position.outcome
        if outcome != "playing":
            return Text(f"The game is {outcome}.", "bold")
        return Text(f"There is no move to suggest: {suggestion.words.rstrip('.')}.", "yellow")
    text = Text(str(suggestion.move), "bold")
    text.append(f"  {suggestion.strategy}", "not bold grey50")
    risk = analysis.risk.get(suggestion.move.cell, 0.0)
    if suggestion.move.action == "open" and risk > 0:
        text.append(f"  risk {percent(risk)}", "not bold dark_orange")
    text.append(f"\n{sentence(suggestion.reason.words)}", "not bold")
    return text
