"""The result of ``sapper experiment limited-minesweeper`` as text: a table per configuration."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from sapper.cli.views.screen import screen
from sapper.cli.views.tables import bare_table
from sapper.estimate import hundredths, interval_text
from sapper.notation.demo_boards import CONFIGURATIONS

if TYPE_CHECKING:
    from sapper.works.limited.games import AgentRow, LimitedResult


def show(result: LimitedResult) -> None:
    """Print a table per configuration. All figures but the share of games won are means per
    game."""
    console = screen()
    deepest = max(row.agent.splits for row in result.rows)
    for name, found in groupby(result.rows, lambda row: row.configuration):
        agents = list(found)
        width, height, mines = CONFIGURATIONS[name]
        games = max(row.sums.games for row in agents)
        console.print(Text(f"{name}, {width}x{height}x{mines} · {games} boards", "bold"))
        console.print(_table(agents, deepest))


def _table(rows: list[AgentRow], deepest: int) -> Table:
    table = bare_table()
    table.add_column("splits", justify="right")
    table.add_column("guess")
    levels = [f"level {level}" for level in range(deepest + 1)]
    for title in ("won %", "95% interval", "CPU ms", *levels, "counted", "guesses"):
        table.add_column(title, justify="right", no_wrap=True)
    for row in rows:
        sums, games = row.sums, max(row.sums.games, 1)
        own = range(row.agent.splits + 1)
        table.add_row(
            str(row.agent.splits),
            row.agent.guess,
            hundredths(sums.wins / games, 1),
            interval_text(sums.interval, 1),
            f"{1000 * sums.cpu_seconds / games:.1f}",
            *(f"{sums.levels[k] / games:.2f}" if k in own else "–" for k in range(deepest + 1)),
            f"{sums.counted / games:.2f}" if row.agent.guess == "exact" else "–",
            f"{sums.guesses / games:.2f}",
        )
    return table
