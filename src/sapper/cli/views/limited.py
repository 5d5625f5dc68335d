"""Answers of ``sapper believe``, and the tables of ``sapper experiment limited-minesweeper``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from sapper.cli.views.tables import bare_table, screen
from sapper.estimate import hundredths, interval_text
from sapper.notation.demo_boards import CONFIGURATIONS

if TYPE_CHECKING:
    from sapper.limited.session import Result
    from sapper.works.limited import AgentRow, LimitedResult


#: The message for inconsistent knowledge.
INCONSISTENT = "the knowledge contradicts itself, so everything is believed at some level"


def lines(result: Result, *, why: bool, numbered: bool = True) -> Iterator[str]:
    """The lines that show a question and its answer; ``why`` adds the explanation."""
    answer, ask = result.answer, result.ask
    head = f"line {ask.line}: " if numbered else ""
    if answer is None:
        yield f"{head}open  {ask.formula}: {result.words}"
        return
    word = "yes" if answer.holds else "no"
    level = f"   (level {answer.level})" if answer.holds and result.searched else ""
    note = "" if result.as_expected else "   – not as expected"
    yield f"{head}{word:4}  {ask.formula}{level}{note}"
    if why:
        yield from answer.lines("    ")


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
