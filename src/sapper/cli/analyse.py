"""``sapper analyse``: what a position implies, and what to do."""

from __future__ import annotations

import json
import sys

import click

from sapper.cli.options import as_json, player, time_limit, whole


@click.command(epilog="\b\nExample:\n  printf '4x3x2\\\\nHHHH\\\\n1221\\\\n0000' | sapper analyse")
@click.argument("file", default="-", metavar="[FILE|-]")
@as_json
@player("Who suggests the next move")
@time_limit("exact counting", 10)
@click.option(
    "--megabytes",
    metavar="N",
    callback=whole(1, 1_000_000),
    default="512",
    show_default=True,
    help="Memory for exact counting.",
)
def command(file: str, as_json: bool, recipe: str, seconds: float, megabytes: int) -> None:
    """Say how likely each hidden cell is a mine, and suggest a move.

    FILE holds a position: a first line WIDTHxHEIGHTxMINES, then a line for each row, with 0 to 8
    for clues, H for hidden and F for flagged cells. Without FILE, or with -, it is read from the
    standard input.

    With --json: width, height, mines, consistent, log10_layouts (of the number of layouts),
    mine_probability (rows; null where open), safe, certain_mines and suggestion. A position too
    hard to count within the budget adds "exact": false and a note. A position that no layout
    fits is an error, exit code 2.
    """
    from sapper.notation.files import load_position
    from sapper.players import player
    from sapper.study.findings import find, suggest
    from sapper.study.findings_json import findings_json

    chosen = player(recipe)
    if file == "-" and sys.stdin.isatty():
        click.echo("Type a position; Ctrl-D ends it.", err=True)
    findings = find(load_position(file), seconds, megabytes)
    suggestion = suggest(findings, chosen)
    if as_json:
        click.echo(json.dumps(findings_json(findings, suggestion), allow_nan=False))
    if findings.fault is not None:
        raise findings.fault
    if not as_json:
        from sapper.cli.analysis_view import show

        show(findings, suggestion)
