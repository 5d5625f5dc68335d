"""Endpoints for learning: the rule learner at work on Minesweeper, and the rules that come with
sapper."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

from msgspec.structs import asdict

from mio import SearchName
from sapper.json_input import SeedField
from sapper_workbench.web.http.endpoints import Endpoint
from sapper_workbench.web.http.fields import Fields, doc
from sapper_workbench.web.http.stream import Stream
from sapper_workbench.web.views import learning
from sapper_workbench.web.views.learning import RuleJson, packaged
from sapper_workbench.web.workbench import Workbench

#: The share of the time limit for searching; the rest is for judging and proving rules.
SEARCHING = 0.5


class Lesson(Fields):
    """The settings of the rule learner."""

    search: Annotated[SearchName, doc("the search method")] = "greedy-macros"
    seed: Annotated[SeedField, doc("the seed of examples and choices")] = 0
    rules: Annotated[Literal["all", "paper"], doc("the proved rules to keep")] = "all"


async def learn(app: Workbench, request: Lesson) -> Stream:
    """Stream what the rule learner does as it learns Minesweeper."""
    limit = app.limits.learn_seconds
    fields = {**asdict(request), "seed": int(request.seed)}
    task = partial(learning.learn_rules, **fields, seconds=SEARCHING * limit)
    return Stream(app.workers.events(task, limit))


def rules(app: Workbench) -> list[RuleJson]:
    """List the learned rules that come with sapper, on boards."""
    return packaged()


ENDPOINTS = (
    Endpoint("GET", "/api/learn", learn),
    Endpoint("GET", "/api/rules", rules),
)
