"""The answer of ``sapper solve`` as text."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from sapper.arena import Solution
from sapper.cli.views.tables import board_text, screen
from sapper.errors import listed
from sapper.game import Cell, Position
from sapper.reviews.position_report import sentence
from sapper.terminal.board import BoardDrawing, lettered_lines


def show(solution: Solution, *, proof: bool) -> None:
    """Print whether a board needs a guess, and why."""
    console = screen()
    console.print(Text(sentence(solution.words), "bold"))
    if solution.stuck is None:
        if solution.steps:
            hardest = max(solution.steps, key=lambda step: step.cost)
            console.print(Text(f"The hardest step: {hardest.words}"))
        for number, each in enumerate(solution.rounds if proof else (), start=1):
            console.print(Text(f"\nround {number}", "bold"))
            for line in lettered_lines(each):
                console.print(Text(line), soft_wrap=True)
        return
    console.print(Text("\nNo cell is certainly safe here:"))
    _draw(console, solution.stuck, ())
    cells = listed([str(list(cell)) for cell in solution.differing], "and")
    console.print(Text(f"\nTwo boards that cannot be told apart, which differ in {cells}:"))
    for mines in solution.layouts or ():
        _draw(console, solution.stuck, mines)


def _draw(console: Console, position: Position, mines: Iterable[Cell]) -> None:
    board = BoardDrawing(position)
    board.mines(map(position.grid.index, mines))
    console.print(Text())
    console.print(board_text(board.bands(console.width)), soft_wrap=True)
