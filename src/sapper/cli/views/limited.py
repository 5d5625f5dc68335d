"""The result of ``sapper experiment limited-minesweeper`` as text: a table per configuration."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from sapper.arena.stats.statistics import wilson
from sapper.cli.views.screen import screen
from sapper.cli.views.tables import bare_table
from sapper.notation.demo_boards import CONFIGURATIONS

if TYPE_CHECKING:
    from sapper.works.limited.games import Row


def show(rows: list[Row]) -> None:
    """Print a table per configuration. All figures but the share of games won are means per
    game."""
    console = screen()
    deepest = max(row.agent.splits for row in rows)
    for name, found in groupby(rows, lambda row: row.configuration):
        agents = list(found)
        width, height, mines = CONFIGURATIONS[name]
        games = max(row.tally.games for row in agents)
        console.print(Text(f"{name}, {width}x{height}x{mines} · {games} boards", "bold"))
        console.print(_table(agents, deepest))


def _table(rows: list[Row], deepest: int) -> Table:
    table = bare_table()
    table.add_column("splits", justify="right")
    table.add_column("guess")
    levels = [f"level {level}" for level in range(deepest + 1)]
    for title in ("won %", "95 % interval", "CPU ms", *levels, "counted", "guesses"):
        table.add_column(title, justify="right", no_wrap=True)
    for row in rows:
        tally, games = row.tally, max(row.tally.games, 1)
        low, high = wilson(tally.wins, tally.games)
        own = range(row.agent.splits + 1)
        table.add_row(
            str(row.agent.splits),
            row.agent.guess,
            f"{100 * tally.wins / games:.1f}",
            f"{100 * low:.1f}–{100 * high:.1f}",
            f"{1000 * tally.cpu_seconds / games:.1f}",
            *(f"{tally.levels[k] / games:.2f}" if k in own else "–" for k in range(deepest + 1)),
            f"{tally.counted / games:.2f}" if row.agent.guess == "exact" else "–",
            f"{tally.guesses / games:.2f}",
        )
    return table
