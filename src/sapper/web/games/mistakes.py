"""The endpoint for learning from the mistakes of a game."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

from sapper.study.mistakes import Action, Exercise
from sapper.web.http.endpoints import Endpoint
from sapper.web.http.fields import CellField, Fields, doc
from sapper.web.views.mistakes import LearnedJson
from sapper.web.workbench import Workbench


class Learning(Fields):
    """An exercise, and what the visitor does in it."""

    exercise: Annotated[Exercise, doc("the exercise, as the review or the last answer has it")]
    action: Annotated[Action, doc("look, try a cell, show the solution, or go on")] = "look"
    cell: Annotated[CellField | None, doc("the cell to try")] = None


async def mistakes(bench: Workbench, name: str, asked: Learning) -> LearnedJson:
    """Practise the costly guesses of the game: look, try a cell, show the solution or go on."""
    async with bench.games.held(name) as game:
        record = await asyncio.to_thread(lambda: game.session.record().text)
    task = partial(LearnedJson.after, record, asked.exercise, asked.action, asked.cell)
    return await bench.workers.compute(task, bench.limits.decision_seconds)


ENDPOINTS = (Endpoint("POST", "/api/games/{id}/mistakes", mistakes, thinks=True),)
