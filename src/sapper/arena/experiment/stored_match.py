"""A match whose games are kept in a store: an experiment whose plan has one contest."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sapper.arena.experiment.experiment import Progress, experiment
from sapper.arena.experiment.result import ExperimentResult, match_of
from sapper.arena.match.match import survey
from sapper.arena.match.result import MatchResult
from sapper.arena.plan.plan import Plan
from sapper.arena.runner.runner import Interrupted
from sapper.arena.store.store import open_store
from sapper.errors import InputError
from sapper.game import Rules
from sapper.notation.deals import open_deals

PLAN = "match"  #: the plan of all matches in a store


def stored_match(
    players: Sequence[str],
    level: str | None,
    rules: Rules,
    games: int | None,
    store: str | Path,
    *,
    seed: int = 0,
    deals: str | None = None,
    workers: int = 1,
    command: str = "",
    progress: Progress | None = None,
) -> MatchResult:
    """Play the games of a match that a store lacks, and return the result of the whole match.

    Matches on the same deals under the same rules are one contest in the store. Games that an
    earlier match played are not played again, and its players stay in the contest.

    Raises ``InputError`` for a match that cannot be played, ``StoreError`` for a store that cannot
    be used, and ``Interrupted`` with the games finished so far on Ctrl-C.
    """
    repeated = next((recipe for recipe in players if players.count(recipe) > 1), None)
    if repeated is not None:
        raise InputError(f"player '{repeated[:60]}' is given twice: a store keeps each player once")
    if deals is not None:
        *_, games = survey(open_deals(deals), level, games)
    levels = () if deals is not None or level is None else (level,)
    plan = Plan(PLAN, tuple(players), levels, (rules,), games, seed, deals)
    try:
        result = experiment(
            plan, store, workers=workers, command=command, progress=progress, keep=False
        )
    except Interrupted as interrupted:
        raise Interrupted(_result(store, interrupted.result, plan)) from None
    return _result(store, result, plan)


def _result(store: str | Path, result: ExperimentResult, plan: Plan) -> MatchResult:
    """Return the result of the match alone, without other players and later deals."""
    entry = result.contests[0].entry
    assert plan.games is not None
    with open_store(store) as opened, opened.snapshot():
        return match_of(opened, entry.of(plan.players, plan.games))
