"""Endpoints of results: the stores that the server was given, as reports."""

from __future__ import annotations

from typing import Any

from sapper.web.endpoints import Asked, Endpoint
from sapper.web.errors import TaskError, UnknownError
from sapper.web.workbench import Workbench


async def names(bench: Workbench, asked: Asked) -> Any:
    """The stores by name."""
    return {"results": sorted(bench.results)}


async def report(bench: Workbench, asked: Asked) -> Any:
    """A store summed up as it is now."""
    path = bench.results.get(asked["name"])
    if path is None:
        raise UnknownError("there are no results by that name")
    try:
        return await bench.workers.one("report", {"path": str(path)}, bench.limits.report_seconds)
    except TaskError as error:  # where it lies is nobody's business
        raise TaskError(str(error).replace(str(path), asked["name"])) from None


ENDPOINTS = (
    Endpoint("GET", "/api/results", names, "the names of the results there are", answer="Results"),
    Endpoint("GET", "/api/results/{name}", report, "a store of results, summed up", thinks=True),
)
