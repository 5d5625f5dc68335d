"""A report for the terminal: a few tables for each contest."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sapper.arena.stats import p_value
from sapper.cli.views.tables import busiest, figures_table, screen
from sapper.estimate import percent
from sapper_lab.report import (
    ContestReport,
    Report,
    loss_cells,
    mean_text,
    milliseconds_text,
    places_shown,
    points_interval_text,
    points_text,
    printable_name,
    state_text,
    trend_cells,
    win_interval_text,
    win_rate_text,
)


def show(report: Report) -> None:
    """Print the tables of all contests."""
    console = screen()
    for contest in report.contests:
        _contest(console, contest)


def _contest(console: Console, contest: ContestReport) -> None:
    console.print(Text(title_of(contest), "bold"))
    console.print(Text(state_text(contest), "" if contest.complete else "yellow3"))
    for table in tables(contest):
        console.print(table)
    for player in contest.players:
        if player.score.warning:
            console.print(Text(printable_name(player.score.warning), "bold red1"))


def title_of(contest: ContestReport) -> str:
    """Return the name of the plan with that of the contest."""
    played = contest.entry.contest
    return f"{printable_name(played.plan)} · {printable_name(played.title)}"


def tables(contest: ContestReport) -> list[Table]:
    """Return the tables of a contest that have rows."""
    chosen = (
        (_players, True),
        (_pairs, contest.met),
        (_trends, contest.trends),
        (_decisions, contest.strategies),
        (_losses, any(player.losses or player.note for player in contest.players)),
    )
    return [table(contest) for table, wanted in chosen if wanted]


def _players(contest: ContestReport) -> Table:
    table = figures_table(
        "player", "games", "won %", "95% interval", "guesses\nper game", "CPU ms\nper game"
    )
    best = max((player.score.win_rate for player in contest.players), default=0)
    for player in contest.players:
        score = player.score
        table.add_row(
            Text(printable_name(score.player)),
            f"{score.games:,}",
            Text(win_rate_text(player), "bold green3" if score.win_rate == best else ""),
            win_interval_text(player),
            mean_text(player.guesses),
            milliseconds_text(player.milliseconds),
        )
    return table


def _pairs(contest: ContestReport) -> Table:
    table = figures_table(
        "first,\nsecond",
        "won by\none only",
        "difference\nin points",
        "95% interval",
        "p",
        "p\n(Holm)",
    )
    for row in contest.met:
        pair = row.pair
        table.add_row(
            Text(f"{printable_name(pair.a)}\n{printable_name(pair.b)}"),
            f"{pair.only_a:,} : {pair.only_b:,}",
            points_text(row.pair.difference),
            points_interval_text(row.pair.interval),
            p_value(pair.p_value),
            Text(p_value(row.p_holm), "bold" if row.p_holm < 0.05 else "grey50"),
        )
    return table


def _trends(contest: ContestReport) -> Table:
    table = figures_table("thinking", "budget", "points per\ndoubling", "95% interval", "p")
    for row in contest.trends:
        *cells, p = map(Text, trend_cells(row))
        p.stylize("bold" if row.trend.p_value < 0.05 else "grey50")
        table.add_row(*cells, p)
    return table


def _decisions(contest: ContestReport) -> Table:
    """A table of the share of the moves that each strategy made, the largest first."""
    table = figures_table("moves by strategy")
    table.add_column()
    for player in contest.players:
        decisions = player.score.decisions
        total = sum(decisions.values())
        shares = (f"{printable_name(name)} {percent(n / total)}" for name, n in busiest(decisions))
        table.add_row(Text(printable_name(player.score.player)), Text(" · ".join(shares)))
    return table


def _losses(contest: ContestReport) -> Table:
    shown = places_shown(contest)
    table = figures_table("lost by", *(f"{place.replace(' ', chr(10))} %" for place in shown))
    table.add_column("lost games\nreplayed")
    for player in contest.players:
        table.add_row(printable_name(player.score.player), *map(Text, loss_cells(player, shown)))
    return table
