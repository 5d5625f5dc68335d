"""``sapper daily``: the board and the puzzles of the day."""

from __future__ import annotations

import json
from pathlib import Path

import click

from sapper.cli.options import as_json


@click.command(epilog="\b\nExample:\n  sapper daily --date 2026-11-22 --json")
@click.option("--date", "date_text", metavar="YYYY-MM-DD", help="Another day.  [default: today]")
@click.option(
    "--data", metavar="DIR", help="The folder for ratings.  [default: the user's data directory]"
)
@as_json
def command(date_text: str | None, data: str | None, as_json: bool) -> None:
    """Solve the three puzzles of the day, and see its board.

    They are made from the date (UTC), so they are the same for everybody. The board needs no guess;
    it is shown with its first cell open: play it on the page of sapper serve, under Daily, or in
    sapper tui (keys Z and d). The puzzles are asked one by one, and at the end there is a line to
    share.

    With --json: date, level, first, board (the position) and puzzles (id, kind and position).
    """
    from sapper.game import Referee
    from sapper.study.puzzles.daily import daily, read_date, result_line, today
    from sapper.study.puzzles.package import TASKS, puzzles

    found = daily(today() if date_text is None else read_date(date_text), puzzles())
    world = found.world
    position = Referee(world.deal, world.rules).open(found.first)
    if as_json:
        listed = [
            {"id": one.id, "kind": one.kind, "task": TASKS[one.kind], "position": str(one.position)}
            for one in found.puzzles
        ]
        about = {"date": found.day.isoformat(), "level": found.level, "first": found.first}
        click.echo(json.dumps({**about, "board": str(position), "puzzles": listed}))
        return

    from sapper.cli.verbs.puzzle import PLAYER
    from sapper.cli.views.puzzles import ask, show_board
    from sapper.folders import data_folder
    from sapper.study.puzzles.store import FILE, PuzzleStore

    click.echo(f"{found.day.isoformat()}: a board of {found.level} that needs no guess")
    show_board(position)
    store = PuzzleStore((Path(data) if data else data_folder()) / FILE)
    for at, puzzle in enumerate(found.puzzles):
        click.echo(f"\nPuzzle {at + 1} of {len(found.puzzles)}")
        verdict = ask(puzzle, lambda: input("› "))
        if verdict is None:
            break
        store.add(PLAYER, puzzle, verdict.right)
    solved = store.first_tries(PLAYER, found.puzzles)
    click.echo(f"\n{result_line(found.day, None, None, solved)}")
