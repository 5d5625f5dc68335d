"""The result of a tour as text: two tables for every group of worlds."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from sapper.cli.views.tables import busiest, figures_table, screen
from sapper.errors import plural
from sapper.estimate import hundredths, interval_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.works.gold import GroupSummary, TourResult


def show(result: TourResult) -> None:
    """Print the results group by group. All figures but the share of games won are per game.

    ``worlds unprobed`` counts the worlds in which no game had a random probe.
    """
    console = screen()
    for group, found in groupby(result.summaries, lambda summary: summary.group):
        agents = list(found)
        games = max(summary.figures.games for summary in agents)
        worlds = plural(agents[0].worlds, "world")
        title = Text(f"{group} · {worlds} · {plural(games, 'game')} of each agent", "bold")
        title.append(" · all figures per game")
        if result.interrupted:
            title.append(" · interrupted", "bold red1")
        console.print(title)
        console.print(_figures(agents))
        console.print(_counts(agents))


def _figures(agents: Sequence[GroupSummary]) -> Table:
    table = figures_table(
        "agent",
        "won %",
        "95%\ninterval",
        "random\nprobes",
        "95%\ninterval",
        "worlds\nunprobed",
        "CPU\nms",
        narrowest=20,
        widest=32,
    )
    best = max(summary.figures.wins for summary in agents)
    for summary in agents:
        figures = summary.figures
        table.add_row(
            Text(summary.agent),
            Text(hundredths(figures.win_rate, 1), "bold green3" if figures.wins == best else ""),
            interval_text(figures.interval, 1),
            f"{summary.probes:.2f}",
            "–" if summary.probes_interval is None else _interval(*summary.probes_interval),
            str(summary.unprobed),
            _digits(1000 * figures.cpu_seconds / max(figures.games, 1)),
        )
    return table


def _counts(agents: Sequence[GroupSummary]) -> Table:
    table = figures_table("agent", "guesses", "lives\nlost", "gold\nfound", narrowest=20, widest=32)
    table.add_column("moves\nby strategy")
    for summary in agents:
        figures = summary.figures
        games = max(figures.games, 1)
        counts = figures.guesses, figures.lives_lost, figures.gold_found
        moves = (f"{name} {n / games:.2f}" for name, n in busiest(figures.decisions))
        means = (f"{count / games:.2f}" for count in counts)
        table.add_row(Text(summary.agent), *means, Text(" · ".join(moves)))
    return table


def _interval(low: float, high: float) -> str:
    return f"{low:.2f}–{high:.2f}"


def _digits(milliseconds: float) -> str:
    return f"{milliseconds:.1f}" if milliseconds < 100 else f"{milliseconds:,.0f}"
