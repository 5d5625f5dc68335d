"""Endpoints for learning: the rule learner at work, and the rules that come with sapper."""

from __future__ import annotations

import asyncio
from typing import Any

from sapper.mio.learning.settings import SEARCHES
from sapper.web.games.watch import computed
from sapper.web.http.endpoints import Asked, Endpoint
from sapper.web.http.inputs import Field, Whole, Word
from sapper.web.http.stream import Stream
from sapper.web.learning.learning import packaged
from sapper.web.workbench import Workbench

#: The share of a lesson's time for searching; the rest is for proofs and judging the rules.
SEARCHING = 0.5


async def learn(bench: Workbench, asked: Asked) -> Stream:
    """Stream the events of the rule learner."""
    limit = bench.limits.learn_seconds
    arguments = {
        "search": asked["search"] or "greedy-macros",
        "seed": asked["seed"] or 0,
        "rules": asked["rules"] or "all",
        "seconds": SEARCHING * limit,
    }
    return Stream(computed(bench, "learn", arguments, limit))


async def rules(bench: Workbench, asked: Asked) -> Any:
    """Return the packaged rules."""
    return await asyncio.to_thread(packaged)


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/learn",
        learn,
        "watch the rule learner at work on Minesweeper",
        query=(
            Field("search", Word(tuple(SEARCHES)), "the search method; greedy-macros by default"),
            Field("seed", Whole(), "the seed of examples and choices; 0 by default"),
            Field(
                "rules",
                Word(("all", "paper")),
                "the rules to keep: all, or only those of the paper; all by default",
            ),
        ),
        stream=True,
    ),
    Endpoint(
        "GET",
        "/api/rules",
        rules,
        "list the learned rules that come with sapper, on boards",
        answer="Rules",
    ),
)
