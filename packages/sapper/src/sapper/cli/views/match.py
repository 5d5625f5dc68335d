"""The result of a match as text: a table of players and a table of pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from sapper.arena.stats import p_value
from sapper.cli.views.tables import busiest, figures_table, screen
from sapper.errors import plural
from sapper.estimate import hundredths, interval_text, percent

if TYPE_CHECKING:
    from sapper.arena.match import MatchResult, PlayerScore


def show(result: MatchResult, title: str | None = None) -> None:
    """Print both tables under a title; without one it is the level and the first-move rule."""
    console = screen()
    title = title or f"{result.level} · first move {result.first}"
    games = plural(result.games, "game")
    console.print(Text(f"{title} · {games}", "bold"), end="")
    console.print(Text(" · interrupted", "bold red1") if result.interrupted else "")
    console.print(_players(result))
    if result.pairs:
        console.print(_pairs(result))
    for words in result.warnings:
        console.print(Text(words, "bold red1"))


def _players(result: MatchResult) -> Table:
    table = figures_table(
        "player", "won %", "95% interval", "guesses\nper game", "CPU ms\nper game"
    )
    table.add_column("\ndecisions", no_wrap=True)
    best = max(score.wins for score in result.players)
    for score in result.players:
        games = max(score.games, 1)
        table.add_row(
            Text(score.player),
            Text(hundredths(score.win_rate), "bold green3" if score.wins == best else ""),
            interval_text(score.interval),
            f"{score.guesses / games:.2f}",
            _digits(1000 * score.cpu_seconds / games),
            Text(_decisions(score)),
        )
    return table


def _pairs(result: MatchResult) -> Table:
    table = figures_table(
        *("first  |  second", "both", "only\nfirst", "only\nsecond", "neither"),
        *("difference", "95% interval", "p"),
    )
    for pair in result.pairs:
        table.add_row(
            Text(f"{pair.a}  |  {pair.b}"),
            *pair.cells()[1:-1],
            Text(p_value(pair.p_value), "bold" if pair.p_value < 0.05 else "grey50"),
        )
    return table


def _decisions(score: PlayerScore) -> str:
    """The share of the decisions that each strategy made, the largest first."""
    total = sum(score.decisions.values())
    return "\n".join(
        f"{percent(count / total):>5}  {name}" for name, count in busiest(score.decisions)
    )


def _digits(milliseconds: float) -> str:
    return f"{milliseconds:.3f}" if milliseconds < 10 else f"{milliseconds:,.1f}"
