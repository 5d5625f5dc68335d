"""A report for the terminal: a few tables for each contest."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sapper.arena.stats import p_value
from sapper.cli.views.tables import busiest, figures_table, screen
from sapper.estimate import hundredths, interval_text, percent
from sapper_lab.report import (
    PLACES,
    ContestReport,
    Losses,
    Place,
    PlayerReport,
    Report,
    printable_name,
    state_text,
)

UNKNOWN = "–"


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
            Text(
                hundredths(score.win_rate) if score.games else UNKNOWN,
                "bold green3" if score.win_rate == best else "",
            ),
            interval_text(score.interval) if score.games else UNKNOWN,
            UNKNOWN if player.guesses is None else f"{player.guesses:.2f}",
            _milliseconds(player.milliseconds),
        )
    return table


def _milliseconds(number: float | None) -> str:
    if number is None:
        return UNKNOWN
    return f"{number:.3f}" if number < 10 else f"{number:,.1f}"


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
            _points(pair.difference),
            _points_between(pair.interval),
            p_value(pair.p_value),
            Text(p_value(row.p_holm), "bold" if row.p_holm < 0.05 else "grey50"),
        )
    return table


def _points(difference: float) -> str:
    """Return a difference of shares in percentage points, with its sign."""
    shown = f"{100 * difference:+.2f}"
    return "0.00" if float(shown) == 0 else shown.replace("-", "−")


def _points_between(interval: tuple[float, float]) -> str:
    low, high = interval
    return f"{_points(low)} to {_points(high)}"


def _trends(contest: ContestReport) -> Table:
    table = figures_table("thinking", "budget", "points per\ndoubling", "95% interval", "p")
    for row in contest.trends:
        budgets, trend = row.family.budgets, row.trend
        table.add_row(
            Text(printable_name(row.family.recipe)),
            Text(f"{budgets[0]:g} to {budgets[-1]:g}"),
            Text(_points(trend.slope)),
            Text(UNKNOWN if trend.interval is None else _points_between(trend.interval)),
            Text(p_value(trend.p_value), "bold" if trend.p_value < 0.05 else "grey50"),
        )
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
    """A table of the shares of losses by place; ``unclear`` only if it has a game."""
    known = [player.losses for player in contest.players if player.losses is not None]
    unclear = any(losses.number("unclear") for losses in known)
    shown = [place for place in PLACES if place != "unclear" or unclear]
    table = figures_table("lost by", *(f"{place.replace(' ', chr(10))} %" for place in shown))
    table.add_column("lost games\nreplayed")
    for player in contest.players:
        cells = [*(_share(player.losses, place) for place in shown), _replayed(player)]
        table.add_row(printable_name(player.score.player), *map(Text, cells))
    return table


def _share(losses: Losses | None, place: Place) -> str:
    if losses is None or not losses.sample:
        return UNKNOWN
    interval = interval_text(losses.interval(place), 0)
    return f"{hundredths(losses.share(place), 0)} ({interval})"


def _replayed(player: PlayerReport) -> str:
    """Return the numbers of lost games replayed and of all, or why none was replayed."""
    losses = player.losses
    if losses is None:
        note = "not replayed" if player.lost else "no game was lost"
        return printable_name(player.note) or note
    changed = f", {losses.changed:,} more ended differently" if losses.changed else ""
    return f"{losses.sample:,} of {losses.lost:,}{changed}"
