"""Formats the figures and names of a report, for the terminal and the page."""

from __future__ import annotations

from collections.abc import Sequence

from sapper.arena.stats import p_value
from sapper.estimate import hundredths, interval_text
from sapper_lab.report import PLACES, ContestReport, Losses, Place, PlayerReport, TrendReport


def name(text: str) -> str:
    """Return a name from a file without unprintable characters, which could move the cursor."""
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )


def points(difference: float) -> str:
    """Return a difference of shares in percentage points, with its sign."""
    shown = f"{100 * difference:+.2f}"
    return "0.00" if float(shown) == 0 else shown.replace("-", "−")


def points_between(interval: tuple[float, float]) -> str:
    """Return an interval of differences in percentage points."""
    low, high = interval
    return f"{points(low)} to {points(high)}"


def won(player: PlayerReport) -> str:
    """Return the win rate in percent."""
    return hundredths(player.score.win_rate) if player.score.games else "–"


def won_between(player: PlayerReport) -> str:
    """Return the interval of the win rate in percent."""
    return interval_text(player.score.interval) if player.score.games else "–"


def milliseconds(number: float | None) -> str:
    """Return a CPU time in milliseconds."""
    if number is None:
        return "–"
    return f"{number:.3f}" if number < 10 else f"{number:,.1f}"


def a_game(number: float | None) -> str:
    """Return a mean per game."""
    return "–" if number is None else f"{number:.2f}"


def state(contest: ContestReport) -> str:
    """Return the numbers of games played and planned, the verdict, and former players."""
    entry = contest.entry
    former = [player for player in entry.contest.players if player not in entry.wanted]
    if not entry.wanted:
        return f"{_played(contest)}; no longer in the plan"
    names = ", ".join(f"'{name(player)}'" for player in former)
    return _played(contest) + (f"; no longer in the plan: {names}" if former else "")


def _played(contest: ContestReport) -> str:
    games = [player.score.games for player in contest.players]
    least, most = min(games, default=0), max(games, default=0)
    verdict = contest.entry.verdict
    played = f"{most:,}" if least == most else f"{least:,} to {most:,}"
    if verdict is not None:
        return f"{played} games of each player, stopped: {name(verdict.words)}"
    if contest.complete:
        return f"{played} games of each player"
    return f"{played} of {contest.entry.planned:,} games of each player"


def trend(found: TrendReport) -> list[str]:
    """Return the cells of a trend: recipe, budgets, slope, interval, p."""
    budgets, interval = found.family.budgets, found.trend.interval
    return [
        name(found.family.recipe),
        f"{budgets[0]:g} to {budgets[-1]:g}",
        points(found.trend.slope),
        "–" if interval is None else points_between(interval),
        p_value(found.trend.p_value),
    ]


def lost_at(player: PlayerReport, places: Sequence[Place]) -> list[str]:
    """Return the cells of a player's losses: the share at each place in percent with its interval,
    and the number of games replayed."""
    losses = player.losses
    if losses is None:
        return ["–" for _ in places] + [unknown(player)]
    if not losses.sample:
        return ["–" for _ in places] + [looked_at(losses)]
    shares = (
        f"{hundredths(losses.share(place), 0)} ({interval_text(losses.interval(place), 0)})"
        for place in places
    )
    return [*shares, looked_at(losses)]


def looked_at(losses: Losses) -> str:
    """Return the numbers of lost games replayed and of all lost games."""
    words = f"{losses.sample:,} of {losses.lost:,}"
    if losses.changed:
        words += f", {losses.changed:,} more ended differently"
    return words


def unknown(player: PlayerReport) -> str:
    """Return the reason why a player's losses are unknown."""
    if player.note:
        return name(player.note)
    return "not replayed" if player.lost else "no game was lost"


def places(contest: ContestReport) -> tuple[Place, ...]:
    """Return the places that a table of losses needs; ``unclear`` only if it has a game."""
    known = [player.losses for player in contest.players if player.losses is not None]
    unclear = any(losses.number("unclear") for losses in known)
    return tuple(place for place in PLACES if place != "unclear" or unclear)
