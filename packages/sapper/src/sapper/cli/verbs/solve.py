"""``sapper solve``: whether a board needs a guess."""

from __future__ import annotations

import click

from sapper.cli.options import as_json, echo_json, row_column
from sapper.files import is_file


@click.command(epilog="\b\nExample:\n  sapper solve '9x9:4,4,m00b7d48a3e0231c419200'")
@click.argument("board", metavar="BOARD|FILE|-")
@click.option(
    "--from",
    "start",
    type=row_column,
    metavar="ROW,COLUMN",
    help="The first cell.  [default: that of BOARD, or one from which it needs no guess]",
)
@click.option("--proof", is_flag=True, help="Also print the steps of the whole proof.")
@as_json
def command(board: str, start: tuple[int, int] | None, proof: bool, as_json: bool) -> None:
    """Say whether a board needs a guess from its first cell, and prove it.

    BOARD is a game ID of Simon Tatham's Mines or a link to it, a share link of a Minesweeper page,
    or a map of the mines, with / between its rows: one letter for mines (*), another for safe cells
    (.), perhaps with clues. FILE contains one of these, a replay, a game, a deals file or an MBF
    board; - is standard input. What follows from the clues and the number of mines is no guess.

    If no guess is needed, the number of steps is printed, and the hardest one. Otherwise: the
    position in which no cell is certain, two boards that look like it, and the first cells from
    which this board needs no guess, one of each opening.

    With --json: guess_needed, from, steps (their number), hardest (its technique), stuck (the
    position as text, or null), layouts (the mines of the two boards, or null) and other_starts;
    with --proof also proof, the steps of each round.
    """
    from sapper.arena import solve
    from sapper.notation import read_board
    from sapper.records.files import load_board

    if board == "-" or is_file(board):
        read = load_board(board)
    else:
        read = read_board(board if ":" in board or "=" in board else board.replace("/", "\n"))
    if read.words:
        click.echo(f"note: {read.words}", err=True)
    solution = solve(read.deal, start or read.start)
    if as_json:
        rounds = [[step.to_json() for step in each.steps] for each in solution.rounds]
        echo_json(solution.to_json() | ({"proof": rounds} if proof else {}))
    else:
        from sapper.cli.views.solution import show

        show(solution, proof=proof)
