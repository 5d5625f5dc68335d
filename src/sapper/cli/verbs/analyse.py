"""``sapper analyse``: the mine probabilities of a position, and a move to make."""

from __future__ import annotations

import json
import sys

import click

from sapper.cli.options import Whole, as_json, megabytes, player, strategies, time_limit


@click.command(epilog="\b\nExample:\n  printf '4x3x2\\\\nHHHH\\\\n1221\\\\n0000' | sapper analyse")
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
    help="Number of mines, if FILE is a picture.  [default: that of the level with its size]",
)
def command(
    file: str, as_json: bool, recipe: str, seconds: float, megabytes: int, mines: int | None
) -> None:
    """Show how likely each cell is a mine, and suggest a move.

    FILE contains a position: a first line WIDTHxHEIGHTxMINES, then one line per row, with 0 to 8
    for clues, H for hidden cells and F for flagged ones. Without FILE, or with -, the position is
    read from standard input. FILE may also be a screenshot of a board in PNG; cells that may have
    been read wrongly are listed first.

    With --json: width, height, mines, consistent, log10_layouts (the logarithm of the number of
    layouts), mine_probability (by row; null for open cells), safe, certain_mines and suggestion. If
    the position is too hard to count within the limits, there are also "exact": false and a note.
    A position that no layout fits is an error (exit code 2).
    """
    from sapper.notation.pictures.files import load_position_or_picture
    from sapper.players import player
    from sapper.study.findings import find, suggest
    from sapper.study.findings_json import findings_json

    chosen = player(recipe)
    if file == "-" and sys.stdin.isatty():
        click.echo("Type a position; Ctrl-D ends it.", err=True)
    position, doubt = load_position_or_picture(file, mines)
    if doubt:
        click.echo(f"note: {doubt}", err=True)
    findings = find(position, seconds, megabytes)
    suggestion = suggest(findings, chosen)
    if as_json:
        click.echo(json.dumps(findings_json(findings, suggestion), allow_nan=False))
    if findings.fault is not None:
        raise findings.fault
    if not as_json:
        from sapper.cli.views.analysis import show

        show(findings, suggestion)
