"""Plots with matplotlib (the extra ``plot``): risk maps, chances of winning, win rates, reports.

Each function but that of reports draws into ``axes``, or into a new figure, and returns the axes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper.arena.match import MatchResult
from sapper.arguments import describe, instance, several
from sapper.errors import InputError, require
from sapper.estimate import percent
from sapper.game.codes import HIDDEN
from sapper.inference import Analysis
from sapper.reviews.findings import Review
from sapper_lab.report import ContestReport

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MAX_LABELS = 500  #: maximum number of cells of a risk map with figures


def risk_map(analysis: Analysis, axes: Axes | None = None) -> Axes:
    """Draw the clues and the risk of every hidden cell."""
    instance("Analysis", "analysis", analysis)
    axes = _axes(axes)
    position = analysis.position
    risk = np.full((position.grid.height, position.grid.width), np.nan)
    for cell, chance in analysis.risk.items():
        risk[cell] = chance
    shown = axes.imshow(risk, cmap="RdYlGn_r", vmin=0.0, vmax=1.0)
    axes.figure.colorbar(shown, ax=axes, label="mine probability", shrink=0.7)
    if position.grid.size <= MAX_LABELS:
        texts = {cell: percent(chance, 0, "") for cell, chance in analysis.risk.items()}
        clues = {cell: str(position[cell]) for cell in position if 0 < position[cell] < HIDDEN}
        for (row, column), text in (texts | clues).items():
            weight = "bold" if (row, column) in clues else "normal"
            axes.text(column, row, text, ha="center", va="center", fontsize=7, weight=weight)
    axes.locator_params(integer=True)
    axes.set_xlabel("column")
    axes.set_ylabel("row")
    axes.set_title(analysis.summary, fontsize=9)
    return axes


def chances(review: Review, axes: Axes | None = None) -> Axes:
    """Draw the chance of winning after every move of a game, with its 95% interval."""
    instance("Review", "review", review)
    axes = _axes(axes)
    points = [(one.step, one.chance) for one in review.curve if one.chance is not None]
    steps = [step for step, _ in points]
    axes.fill_between(
        steps,
        [100 * chance.low for _, chance in points],
        [100 * chance.high for _, chance in points],
        alpha=0.25,
        linewidth=0,
    )
    axes.plot(steps, [100 * chance.value for _, chance in points])
    axes.set_xlabel("move")
    axes.set_ylabel("chance of winning in %")
    axes.set_ylim(-2, 102)  # so that lines at 0 and 100 are not cut in half
    axes.set_title(f"{review.player}: {review.outcome}", fontsize=9)
    return axes


def win_rates(results: MatchResult | Sequence[MatchResult], axes: Axes | None = None) -> Axes:
    """Draw the win rate of every player with its 95% interval, for one match or several.

    For an experiment, pass ``[contest.result for contest in experiment.contests]``. Raises
    ``InputError`` if there are no results.
    """
    matches = [results] if isinstance(results, MatchResult) else several("results", results)
    for result in matches:
        instance("MatchResult", "results", result)
    if not matches:
        raise InputError("there are no results to draw")
    axes = _axes(axes)
    names = list(dict.fromkeys(one.player for result in matches for one in result.players))
    for place, result in enumerate(matches):
        shift = 0.6 * ((place + 0.5) / len(matches) - 0.5)
        rows = [(names.index(one.player), one) for one in result.players]
        rates = np.array([100 * one.win_rate for _, one in rows])
        ends = np.array([[100 * end for end in one.interval] for _, one in rows])
        axes.errorbar(
            rates,
            [number + shift for number, _ in rows],
            xerr=np.abs(ends.T - rates),
            fmt="o",
            capsize=3,
            label=f"{result.level}, first {result.first}, {result.games:,} games",
        )
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_xlabel("games won in % (95% interval)")
    axes.legend(fontsize=8)
    return axes


def contest(report: ContestReport) -> Figure | None:
    """Draw win rates, their differences, and win rates over CPU time, with 95% intervals.

    Return None for a contest without games. Budgets of one player are connected; a difference is
    filled where its p (Holm) is below 0.05.
    """
    require("matplotlib", "plot", "a plot")
    from matplotlib.figure import Figure

    players = [player for player in report.players if player.score.games]
    if not players:
        return None
    sizes = [1 + 0.3 * len(players), 1 + 0.5 * len(report.met), 4]
    figure = Figure(figsize=(9, sum(sizes)), layout="constrained")
    rates, differences, times = figure.subplots(3, height_ratios=sizes)
    _intervals(
        rates,
        [(p.score.player, p.score.win_rate, p.score.interval, True) for p in players],
        "games won in %",
    )
    pairs = [
        (f"{row.pair.a}\n− {row.pair.b}", row.pair.difference, row.pair.interval, row.p_holm < 0.05)
        for row in report.met
    ]
    _intervals(differences, pairs, "difference of games won in points")
    differences.axvline(0, color="grey", linewidth=1)
    points = {}
    for player in players:
        x, y = player.milliseconds or 0.0, 100 * player.score.win_rate
        points[player.score.player] = x, y
        errors = [[y - 100 * player.score.interval[0]], [100 * player.score.interval[1] - y]]
        times.errorbar([x], [y], yerr=errors, fmt="o", capsize=3)
        times.annotate(plain_label(player.score.player), (x, y), (6, 4), textcoords="offset points")
    for trend in report.trends:
        line = [points[name] for name in trend.family.players if name in points]
        times.plot(*zip(*line, strict=True), color="grey", linewidth=1)
    times.set_xscale("log" if all(x > 0 for x, _ in points.values()) else "linear")
    times.set_xlabel("CPU time per game in ms")
    times.set_ylabel("games won in %")
    return figure


def _intervals(
    axes: Axes, rows: Sequence[tuple[str, float, tuple[float, float], bool]], label: str
) -> None:
    """Draw shares in percent with their intervals, below each other, filled if they are sure."""
    for place, (_, value, (low, high), sure) in enumerate(rows):
        errors = [[100 * (value - low)], [100 * (high - value)]]
        fill = None if sure else "none"
        axes.errorbar([100 * value], [place], xerr=errors, fmt="o", capsize=3, mfc=fill)
    axes.set_yticks(range(len(rows)), [plain_label(name) for name, *_ in rows])
    axes.invert_yaxis()
    axes.set_xlabel(f"{label} (95% interval)")


def plain_label(name: str) -> str:
    """Return a name as matplotlib shows it: printable, and without mathematical notation."""
    letters = (letter if letter.isprintable() or letter == "\n" else "?" for letter in name)
    return "".join(letters).replace("$", r"\$")


def _axes(axes: Any) -> Any:
    """Return the axes, or those of a new figure. Raises ``InputError`` without matplotlib."""
    if axes is not None:
        if not callable(getattr(axes, "plot", None)):
            raise InputError(f"axes: expected those of matplotlib, not {describe(axes)}")
        return axes
    require("matplotlib", "plot", "a plot")
    from matplotlib import pyplot

    return pyplot.subplots()[1]
