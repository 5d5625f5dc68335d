"""``sapper experiment limited-minesweeper``: the limited-belief agent on the boards of its demo."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click
from click.exceptions import Exit

from sapper.cli.errors import INTERRUPTED
from sapper.cli.experiments.options import as_csv, csv_text, one_form
from sapper.cli.options import OneOf, Whole, as_json, games, seed, workers

if TYPE_CHECKING:
    from sapper.works.limited.games import Row

NAME = "limited-minesweeper"
CONFIGURATIONS = ("small", "medium", "large", "huge")
GUESSES = ("first", "random", "exact")
DEEPEST = 3
GAMES = 40
MAX_SEED = 2**31


@click.command(
    epilog=f"\b\nExample:\n  sapper experiment {NAME} --boards small --splits 2 --games 100",
)
@click.option(
    "--boards",
    "configurations",
    multiple=True,
    type=OneOf(CONFIGURATIONS),
    help="A configuration of the demo; can be given several times.  [default: all four]",
)
@click.option(
    "--splits",
    multiple=True,
    type=Whole(0, 9),
    metavar="K",
    help="The highest split level for a move; can be given several times."
    "  [default: 0, 1, 2 and 3]",
)
@click.option(
    "--guesses",
    multiple=True,
    type=OneOf(GUESSES),
    help="How the agent guesses: first (the first cell in the demo's numbering), random, or exact"
    " (the cell with the lowest risk by counting); can be given several times."
    "  [default: first and exact]",
)
@games("each agent in each configuration", GAMES)
@seed("the first board, in the demo's numbering", 1, MAX_SEED)
@workers
@as_json
@as_csv
def command(
    configurations: tuple[str, ...],
    splits: tuple[int, ...],
    guesses: tuple[str, ...],
    games: int,
    seed: int,
    workers: int,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Measure the limited-belief agent on the boards of its demo.

    Every agent plays the same boards from the same first cell, and has to flag every mine. The
    table shows games won, with a 95 % Wilson interval, CPU time, the moves decided at each split
    level, the moves that only exact counting made certain (for agents that guess by counting), and
    guesses. The first move of a game is not counted.

    With --json: experiment, games, seed and rows; --csv prints one line per row. Ctrl-C interrupts
    the experiment; finished games are printed.
    """
    one_form(as_json, as_csv)

    from sapper.cli.views.progress import progress
    from sapper.works.limited.games import Agent, Plan, play_all

    agents = tuple(
        Agent(level, guess)
        for guess in dict.fromkeys(guesses or ("first", "exact"))
        for level in sorted(set(splits) or range(DEEPEST + 1))
    )
    names = tuple(dict.fromkeys(configurations or CONFIGURATIONS))
    with progress() as report:
        rows, interrupted = play_all(Plan(names, agents, games, seed), workers, report)
    if as_json:
        output: dict[str, Any] = {"experiment": NAME, "games": games, "seed": seed}
        output |= {"interrupted": True} if interrupted else {}
        output["rows"] = [row.to_json() for row in rows]
        click.echo(json.dumps(output, indent=2, allow_nan=False))
    elif as_csv:
        click.echo(_csv(rows), nl=False)
    else:
        from sapper.cli.views.limited import show

        show(rows)
    if interrupted:
        played = sum(row.tally.games for row in rows)
        due = games * len(rows)
        click.echo(f"sapper: interrupted after {played} of {due} games", err=True)
        raise Exit(INTERRUPTED)


def _csv(rows: list[Row]) -> str:
    """The rows as CSV; levels that an agent does not have are empty."""
    deepest = max(row.agent.splits for row in rows)
    levels = [f"level{level}" for level in range(deepest + 1)]
    flat = []
    for row in rows:
        plain = row.to_json()
        low, high = plain.pop("interval")
        found = {f"level{level}": moves for level, moves in plain.pop("levels").items()}
        flat.append({**plain, "low": low, "high": high, **found})
    columns = [key for key in flat[0] if not key.startswith("level")] + levels
    return csv_text(flat, columns)
