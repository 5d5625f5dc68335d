"""The answer of ``sapper solve`` as text."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from sapper.arena import Solution
from sapper.cli.views.tables import board_text, screen
from sapper.errors import listed, plural
from sapper.game import Cell, Position
from sapper.terminal.board import BoardDrawing


def show(solution: Solution, *, proof: bool) -> None:
    """Print whether a board needs a guess, and why."""
    console = screen()
    where = list(solution.start)
    if solution.stuck is None:
        steps = solution.steps
        console.print(Text(f"From {where}, this board needs no guess.", "bold"))
        if steps:
            hardest = max(steps, key=lambda step: step.cost)
            made = f"{plural(len(steps), 'step')} in {plural(len(solution.rounds), 'round')}"
            console.print(Text(f"The proof has {made}. The hardest is: {hardest.words}"))
        for number, each in enumerate(solution.rounds if proof else (), start=1):
            console.print(Text(f"\nround {number}", "bold"))
            for line in each.lines():
                console.print(Text(line), soft_wrap=True)
        return
    console.print(
        Text(f"From {where}, this board needs a guess. No cell is certainly safe:", "bold")
    )
    _draw(console, solution.stuck, ())
    if solution.layouts is not None:
        console.print(Text("\nTwo boards that cannot be told apart here:", "bold"))
        for mines in solution.layouts:
            _draw(console, solution.stuck, mines)
    starts = [str(list(cell)) for cell in solution.other_starts]
    console.print(
        Text(
            f"\nFrom {listed(starts, 'or')}, it needs no guess."
            if starts
            else "\nIt needs a guess from every opening."
        )
    )


def _draw(console: Console, position: Position, mines: Iterable[Cell]) -> None:
    board = BoardDrawing(position)
    board.mines(map(position.grid.index, mines))
    console.print(Text())
    console.print(board_text(board.bands(console.width)), soft_wrap=True)
