"""The plots of a report, with matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sapper.errors import require
from sapper.plot import plain_label
from sapper_lab.report import ContestReport

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


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
