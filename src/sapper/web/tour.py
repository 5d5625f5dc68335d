"""The endpoint of what a first visitor is shown."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from sapper.records.text import decision_json
from sapper.study.tour import RULES, Exhibit, proof, splits
from sapper.web.http.answers import TourJson
from sapper.web.http.endpoints import Endpoint
from sapper.web.views.views import board_json
from sapper.web.workbench import Workbench


@lru_cache(maxsize=1)
def tour_json() -> dict[str, Any]:
    """Return everything as plain values."""
    return {
        "proof": _exhibit_json(proof()),
        "splits": _exhibit_json(splits()),
        "rule": asdict(RULES),
    }


def _exhibit_json(exhibit: Exhibit) -> dict[str, Any]:
    return {
        **asdict(exhibit.part),
        "board": board_json(exhibit.position),
        "decision": decision_json(exhibit.decision, whole=True),
    }


async def tour(bench: Workbench) -> Any:
    """See ``tour_json``."""
    return await asyncio.to_thread(tour_json)


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/tour",
        tour,
        "get what a first visitor is shown: a proof and a split tree",
        answer=TourJson,
    ),
)
