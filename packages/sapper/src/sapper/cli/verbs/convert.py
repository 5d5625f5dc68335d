"""``sapper convert``: from one notation to another."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING

import click

from sapper.cli.options import FIRST_RULES, OneOf, Whole, as_json
from sapper.errors import InputError, plural
from sapper.files import is_file, write_file

if TYPE_CHECKING:
    from sapper.game import Position
    from sapper.game.rules import First
    from sapper.records.files import Readable

FORMATS = ("text", "link", "mbf", "rawvf", "evf", "record")


@click.command(
    epilog="\b\nExample:\n  sapper convert '?b=1&m=041004000042gh10g' --to mbf -o board.mbf"
)
@click.argument("source", metavar="FILE|LINK|-")
@click.option("--to", "form", type=OneOf(FORMATS), required=True, help="The notation to write.")
@click.option("-o", "--output", metavar="FILE", help="Write to a file instead of standard output.")
@click.option(
    "--step",
    type=Whole(0),
    help="Write the position of a game after N moves; 0 is the position before the first.",
)
@click.option(
    "--first",
    type=FIRST_RULES,
    default="safe",
    show_default=True,
    help="First-move rule of a link that has a seed, as such links do not contain it.",
)
@as_json
def command(
    source: str, form: str, output: str | None, step: int | None, first: First, as_json: bool
) -> None:
    """Convert a position, a board or a game to another notation.

    FILE contains a position as text, a record written by sapper, an MBF board, or a replay in
    RAWVF, AVF, EVF, MVF or RMV. LINK is a share link of a Minesweeper page.

    A game can be converted to any notation, a board (its mines) to text, link or mbf, and a
    position to text or link. With --json: read ("record", "position" or "board"), to, and content,
    in base64 for mbf and evf.
    """
    from sapper.records.files import BINARIES, TEXTS

    read = _read(source, first)
    thing = read if step is None else _after(read, step)
    if form in BINARIES:
        data = BINARIES[form](thing)
        content = base64.b64encode(data).decode()
    else:
        content = TEXTS[form](thing)
        data = f"{content}\n".encode()
    if as_json:
        found = {"read": _kind(read), "to": form, "content": content}
        data = f"{json.dumps(found)}\n".encode()
    if output is None:
        click.echo(data, nl=False)
        return
    write_file(output, data)


def _read(source: str, first: First) -> Readable:
    """The content of a file or, if there is no file of that name, of a link."""
    from sapper.notation.links.links import is_link, read_link
    from sapper.records.files import read_file

    if is_link(source) and not is_file(source):
        return read_link(source, first)
    return read_file(source)


def _after(thing: Readable, step: int) -> Position:
    """The position of a game after ``step`` moves."""
    from sapper.records import Record

    if not isinstance(thing, Record):
        raise InputError("--step needs a game, but this is a position or a board")
    positions = list(thing.positions())
    if step >= len(positions):
        raise InputError(f"--step {step}: the game has {plural(len(thing.steps), 'move')}")
    return positions[step]


def _kind(thing: Readable) -> str:
    from sapper.game import Position
    from sapper.records import Record

    if isinstance(thing, Record):
        return "record"
    return "position" if isinstance(thing, Position) else "board"
