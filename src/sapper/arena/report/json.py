"""A report as plain values, for ``sapper report --json`` and the web page."""

from __future__ import annotations

from typing import Any

from sapper.arena.report.losses import PLACES, Losses
from sapper.arena.report.parts import ContestReport, PairReport, PlayerReport, TrendReport


def contest_json(contest: ContestReport) -> dict[str, Any]:
    """Return a contest as plain values; docs/report.md describes every field."""
    entry = contest.entry
    played = entry.contest
    return {
        "plan": played.plan,
        "title": played.title,
        "level": played.level,
        "first": played.rules.first,
        "width": played.grid.width,
        "height": played.grid.height,
        "mines": played.mines,
        "grid": played.grid.kind,
        "seed": played.seed,
        "deals": None if played.deals is None else played.deals.path,
        "planned": entry.planned,
        "complete": contest.complete,
        "stopped": None if entry.verdict is None else entry.verdict.games,
        "verdict": None if entry.verdict is None else entry.verdict.words,
        "started": entry.run.started,
        "machine": entry.run.machine,
        "command": entry.run.command,
        "versions": list(entry.versions),
        "players": [_player(row) for row in contest.players],
        "pairs": [_pair(row) for row in contest.pairs],
        "trends": [_trend(row) for row in contest.trends],
    }


def _player(row: PlayerReport) -> dict[str, Any]:
    return {
        **row.score.to_json(),
        "lost": row.lost,
        "passed": row.passed,
        "cpu_ms_a_game": row.milliseconds,
        "losses": None if row.losses is None else _losses(row.losses),
        "note": row.note,
    }


def _losses(losses: Losses) -> dict[str, Any]:
    return {
        "lost": losses.lost,
        "sample": losses.sample,
        "changed": losses.changed,
        "skipped": losses.skipped,
        "places": [
            {
                "place": place,
                "games": losses.number(place),
                "share": losses.share(place),
                "interval": list(losses.interval(place)),
            }
            for place in PLACES
        ],
    }


def _pair(row: PairReport) -> dict[str, Any]:
    return {
        **row.pair.to_json(),
        "deals": row.counts.deals,
        "difference": row.counts.difference,
        "interval": list(row.interval),
        "p_holm": row.p_holm,
    }


def _trend(row: TrendReport) -> dict[str, Any]:
    trend = row.trend
    return {
        "recipe": row.family.recipe,
        "option": row.family.option,
        "budgets": list(row.family.budgets),
        "players": list(row.family.players),
        "deals": row.deals,
        "slope": trend.slope,
        "interval": None if trend.interval is None else list(trend.interval),
        "p_value": trend.p_value,
    }
