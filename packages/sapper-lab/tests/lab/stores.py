"""Stores of results for tests: small, with games that were really played."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from sapper.arena import NumberedDeals, games_of
from sapper.game import Level, Rules
from sapper_lab.plan import Contest
from sapper_lab.store import Run
from sapper_lab.writer import open_for_writing

RUN = Run("2026-11-21T17:00:00+00:00", "0.1.0", "a machine", "sapper experiment plan.toml")


def contest(
    plan: str,
    level: str,
    players: Sequence[str],
    games: int,
    rules: Rules | None = None,
    seed: int = 1,
) -> Contest:
    """A contest on seeded deals."""
    board = Level.parse(level)
    return Contest(
        plan, level, board.grid, board.mines, rules or Rules(), seed, None, tuple(players), games
    )


def play_into(path: Path, contest: Contest, games: int | None = None, stopped: str = "") -> None:
    """Play the first games of a contest (by default all) into a store; ``stopped`` is the verdict
    of a stopping rule that then ends it."""
    numbers = range(contest.games if games is None else games)
    orders = None
    if contest.deals is not None:
        orders = tuple(deal.order for deal in islice(contest.deals.deals(), len(numbers)))
    with open_for_writing(path, RUN) as writer:
        (post,) = writer.add_plan(contest.plan, "", [contest])
        played = {
            post.players[str(player)]: games_of(
                player, contest.setup, NumberedDeals(numbers, orders)
            )
            for player in contest.setup.players
        }
        writer.commit(post.id, numbers, played)
        if stopped:
            writer.stop(post.id, len(numbers), stopped)


def small_store(path: Path) -> None:
    """A store of results: two players on a few deals."""
    play_into(path, contest("a small plan", "beginner8", ["csp", "single-point"], 20))
