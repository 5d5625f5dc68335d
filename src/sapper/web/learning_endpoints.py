"""Endpoints of learning: the learner at work, and the rules that come with sapper."""

from __future__ import annotations

import asyncio
from typing import Any, get_args

from sapper.study.lesson import Search
from sapper.web.endpoints import Asked, Endpoint
from sapper.web.inputs import Field, Whole, Word
from sapper.web.learning import packaged
from sapper.web.stream import Stream
from sapper.web.watch import computed
from sapper.web.workbench import Workbench

#: Of the time for a lesson, what searching may take; proofs and verdicts have the rest.
SEARCHING = 0.5


async def learn(bench: Workbench, asked: Asked) -> Stream:
    """The learner at work."""
    limit = bench.limits.learn_seconds
    arguments = {
        "search": asked["search"] or get_args(Search)[0],
        "seed": asked["seed"] or 0,
        "rules": asked["rules"] or "all",
        "seconds": SEARCHING * limit,
    }
    return Stream(computed(bench, "learn", arguments, limit))


async def rules(bench: Workbench, asked: Asked) -> Any:
    """The packaged rules."""
    return await asyncio.to_thread(packaged)


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/learn",
        learn,
        "watch the rule learner at work on Minesweeper",
        query=(
            Field("search", Word(get_args(Search)), "how to search; greedy-macros if not given"),
            Field("seed", Whole(), "of examples and choices; 0 if not given"),
            Field("rules", Word(("all", "paper")), "which of the rules are in the theory"),
        ),
        stream=True,
    ),
    Endpoint(
        "GET",
        "/api/rules",
        rules,
        "the learned rules that come with sapper, on boards",
        answer="Rules",
    ),
)
