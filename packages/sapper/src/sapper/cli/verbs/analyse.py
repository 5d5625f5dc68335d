"""``sapper analyse``: the mine probabilities of a position, and a move to make."""

from __future__ import annotations

import sys
from math import inf
from typing import TYPE_CHECKING

import click

from sapper.cli.errors import end_if, interruption
from sapper.cli.options import (
    Whole,
    as_json,
    echo_json,
    megabytes,
    player,
    row_column,
    start,
    strategies,
    time_limit,
)
from sapper.cli.views.progress import progress

if TYPE_CHECKING:
    from sapper.game import Position
    from sapper.reviews.candidates import Candidates


@click.command(epilog="\b\nExample:\n  printf '4x3x2\\nHHHH\\n1221\\n0000' | sapper analyse")
@click.argument("file", default="-", metavar="[FILE|-]")
@as_json
@player("The player that suggests a move")
@strategies
@time_limit("exact counting", 10)
@megabytes("exact counting", 512)
@click.option(
    "--mines",
    type=Whole(0, 1_000_000),
    metavar="N",
    help="Number of mines, if FILE does not state it.  [default: that of the level of this size]",
)
@click.option(
    "--playouts",
    type=Whole(1, 1_000_000_000),
    metavar="N",
    help="Compare the best cells: open each in N games, which swift then finishes.",
)
@click.option(
    "--cell",
    type=row_column,
    metavar="ROW,COLUMN",
    help="Only explain this hidden cell: why it is safe or a mine, or how good a guess it is.",
)
@click.option("--why", is_flag=True, help="Explain the suggested move step by step.")
@click.option("--dimacs", is_flag=True, help="Only print the position in DIMACS CNF.")
def command(
    file: str,
    as_json: bool,
    recipe: str,
    seconds: float,
    megabytes: int,
    mines: int | None,
    playouts: int | None,
    cell: tuple[int, int] | None,
    why: bool,
    dimacs: bool,
) -> None:
    """Show how likely each cell is to be a mine, and suggest a move.

    FILE contains a position: a first line WIDTHxHEIGHTxMINES, then one line per row, with 0 to 8
    for clues, H for hidden cells and F for flagged ones. Without FILE, or with -, the position is
    read from standard input. Boards as people paste them are read too, with any letters, with or
    without the first line, and as CSV, JSON or a link; so is a screenshot of a board in PNG. A note
    says what the clues decided, what was assumed, and which cells may have been misread. If the
    number of mines is not known, only what the clues alone make certain is shown.

    With --json: width, height, mines, consistent, log10_layouts (the logarithm of the number of
    layouts), mine_probability (by row; null for open cells), safe, certain_mines and suggestion.
    Before the first move there is also a promise, if the first-move rule makes one: whichever cell
    you open first is then safe, whatever its mine_probability. If the position is too hard to count
    within the limits, there are also "exact": false and a note. A position that no layout fits is
    an error (exit code 2).

    With --cell, only the explanation of this cell is printed, with letters for the cells on a small
    board below it; with --json: cell, verdict (safe, mine or guess), difficulty, steps and words.
    --why also prints the explanation of the suggested move (with --json: explanation), and names a
    cell that is easier to prove, if there is one.

    With --playouts, up to five cells are listed, best first, with their risk, the chance that
    opening them proves another cell safe, and the chance of winning, with a 95% interval; 200
    playouts of ten cells select these five. With --json they are candidates (cell, risk, progress,
    chance, chance_interval, chance_playouts; near the end of a game chances are exact, after 0
    playouts), with a note if no cell is listed. Ctrl-C ends the playouts: the results so far are
    printed, with "interrupted": true.

    With --dimacs, only the clues, the number of mines and the signs of gold are printed, in DIMACS
    CNF for other SAT solvers; comments say which cell a variable stands for.
    """
    from sapper.notation import load_position
    from sapper.players import Decision, player
    from sapper.reviews import explain
    from sapper.reviews.position_report import advised, find, findings_json

    if cell is not None and playouts is not None:
        raise click.UsageError("--cell explains one cell, --playouts compares several: give one")
    if dimacs and (cell is not None or playouts is not None or as_json or why):
        raise click.UsageError("--dimacs prints nothing else: leave out the other options")
    chosen = player(recipe)
    if file == "-" and sys.stdin.isatty():
        click.echo("Type a position; Ctrl-D ends it.", err=True)
    read = load_position(file, mines)
    position = read.position
    if read.words:
        click.echo(f"note: {read.words}", err=True)
    if dimacs or cell is not None:
        _print_only(position, cell, as_json=as_json)
        return
    findings = find(position, start().left(seconds), megabytes)
    suggestion = advised(findings, chosen)
    found = None if playouts is None or findings.fault else _compared(position, playouts)
    if as_json:
        ended = {"interrupted": True} if found and not found.done else {}
        known = findings_json(findings, suggestion, found) | ended
        if why and isinstance(suggestion, Decision):
            known["explanation"] = explain(position, suggestion.move.cell).to_json()
        echo_json(known)
    if findings.fault is not None:
        raise findings.fault
    if not as_json:
        from sapper.cli.views.analysis import show

        show(findings, suggestion, found)
    if why and isinstance(suggestion, Decision) and not as_json:
        _show_why(position, suggestion.move.cell)
    end_if(found is not None and not found.done)


def _show_why(position: Position, cell: tuple[int, int]) -> None:
    """Print the explanation of a move, and a cell that is easier to prove, if there is one."""
    from sapper.explanations import easiest
    from sapper.reviews import explain
    from sapper.terminal.board import explanation_lines

    own = explain(position, cell)
    click.echo("\n".join(["", *explanation_lines(own)]))
    easy = easiest(position) if own.steps else None
    if easy is not None and (easy.difficulty or 0) < (own.difficulty or 0):
        click.echo(f"\n{list(easy.cell)} is easier to prove. {easy.words}")


def _print_only(position: Position, cell: tuple[int, int] | None, *, as_json: bool) -> None:
    """Print the explanation of a cell, or without one the position in DIMACS CNF."""
    from sapper.inference import dimacs
    from sapper.reviews import explain
    from sapper.terminal.board import explanation_lines

    if cell is None:
        click.echo(dimacs(position))
    elif as_json:
        echo_json(explain(position, cell).to_json())
    else:
        click.echo("\n".join(explanation_lines(explain(position, cell))))


def _compared(position: Position, playouts: int) -> Candidates:
    """The best cells; not ``done`` if Ctrl-C ended the playouts."""
    from sapper.reviews.candidates import estimates

    with interruption() as interrupted, progress("playouts of each") as show:
        for found in estimates(position, playouts, inf):
            show(found.playouts, playouts)
            if interrupted:
                break
    return found
