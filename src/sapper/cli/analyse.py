"""``sapper analyse``: what a position implies, and what to do."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from sapper.cli.options import as_json, whole
from sapper.cli.options import seconds as read_seconds
from sapper.errors import ImpossiblePositionError

if TYPE_CHECKING:
    from sapper.game import Position
    from sapper.inference import Analysis
    from sapper.players import Decision, Player


@click.command(epilog="\b\nExample:\n  printf '4x3x2\\\\nHHHH\\\\n1221\\\\n0000' | sapper analyse")
@click.argument("file", default="-", metavar="[FILE|-]")
@as_json
@click.option(
    "--player",
    "recipe",
    default="swift",
    show_default=True,
    metavar="RECIPE",
    help="Who suggests the next move.",
)
@click.option(
    "--seconds",
    metavar="S",
    callback=read_seconds,
    default="10",
    show_default=True,
    help="Time that exact counting may take.",
)
@click.option(
    "--megabytes",
    metavar="N",
    callback=whole(1, 1_000_000),
    default="512",
    show_default=True,
    help="Memory that exact counting may take.",
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
    from sapper.inference import analyse
    from sapper.notation.files import load_position
    from sapper.players import player

    chosen = player(recipe)
    if file == "-" and sys.stdin.isatty():
        click.echo("Type a position; Ctrl-D ends it.", err=True)
    position = load_position(file)
    try:
        analysis = analyse(position, seconds=seconds, megabytes=megabytes)
    except ImpossiblePositionError as error:
        if as_json:
            click.echo(json.dumps(impossible_json(position, error)))
        raise
    suggestion = suggest(analysis, chosen)
    if as_json:
        click.echo(json.dumps(analysis_json(analysis, suggestion), allow_nan=False))
    else:
        from sapper.cli.analysis_view import show

        show(analysis, suggestion)


def suggest(analysis: Analysis, player: Player) -> Decision | None:
    """The player's move; None where the game is over or every strategy passes.

    Players count without regard to time. Where counting was too hard they are not asked: a cell
    proved safe is suggested, if there is one.
    """
    from sapper.game import Chance, Move
    from sapper.game.codes import HIDDEN
    from sapper.players import Decision, Reason

    position = analysis.position
    if position.outcome != "playing":
        return None
    if analysis.counted:
        decision = player.begin(Chance(0))(position)
        return decision if isinstance(decision, Decision) else None
    cell = next((cell for cell in analysis.safe if position[cell] == HIDDEN), None)
    if cell is None:
        return None
    return Decision(Move("open", cell), "sat", Reason("proved", "no layout has a mine there"), 0.0)


def analysis_json(analysis: Analysis, suggestion: Decision | None) -> dict[str, Any]:
    """The JSON of an analysis, strict: null where there is no number."""
    position = analysis.position
    found: dict[str, Any] = {
        "width": position.grid.width,
        "height": position.grid.height,
        "mines": position.mines,
        "consistent": True,
        "log10_layouts": _number(analysis.log10_layouts),
        "mine_probability": [
            [_number(p) for p in row] for row in analysis.mine_probability.tolist()
        ],
        "safe": analysis.safe,
        "certain_mines": analysis.certain_mines,
        "suggestion": None,
    }
    if suggestion is not None:
        found["suggestion"] = {
            "action": suggestion.move.action,
            "cell": suggestion.move.cell,
            "strategy": suggestion.strategy,
            "reason": suggestion.reason.words,
        }
    if not analysis.exact:
        found |= {"exact": False, "note": analysis.note}
    return found


def impossible_json(position: Position, error: ImpossiblePositionError) -> dict[str, Any]:
    """The JSON of a position that no layout fits: the same keys, and the clues at fault."""
    return {
        "width": position.grid.width,
        "height": position.grid.height,
        "mines": position.mines,
        "consistent": False,
        "log10_layouts": None,
        "mine_probability": None,
        "safe": [],
        "certain_mines": [],
        "suggestion": None,
        "clues": error.clues,
        "note": str(error),
    }


def _number(value: float) -> float | None:
    return value if value == value else None
