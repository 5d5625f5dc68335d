"""Plots with matplotlib (the extra ``plot``): risk maps, chances of winning and win rates.

Each function draws into ``axes``, or into a new figure, and returns the axes.
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

if TYPE_CHECKING:
    from matplotlib.axes import Axes

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
