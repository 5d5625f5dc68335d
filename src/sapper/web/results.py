"""Endpoints for results: reports on the stores that the server was given."""

from __future__ import annotations

from typing import Any

from sapper.web.http.answers import ResultsJson
from sapper.web.http.endpoints import Endpoint
from sapper.web.http.errors import TaskError, UnknownError
from sapper.web.workbench import Workbench


async def names(bench: Workbench) -> Any:
    """List the stores by name."""
    return {"results": sorted(bench.results)}


async def report(bench: Workbench, name: str) -> Any:
    """Return the report of a store in its current state."""
    path = bench.results.get(name)
    if path is None:
        raise UnknownError("there are no results with this name")
    try:
        return await bench.workers.one("report", {"path": str(path)}, bench.limits.report_seconds)
    except TaskError as error:  # visitors must not learn the path
        raise TaskError(str(error).replace(str(path), name)) from None


ENDPOINTS = (
    Endpoint("GET", "/api/results", names, "list the results by name", answer=ResultsJson),
    Endpoint("GET", "/api/results/{name}", report, "summarise a store of results", thinks=True),
)
