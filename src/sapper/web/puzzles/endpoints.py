"""Endpoints for puzzles: the next one, the judgement of an answer, ratings, and the day's puzzles.

Answers are judged here, and the page learns a solution only with the judgement.
"""

from __future__ import annotations

import asyncio
from secrets import randbelow
from typing import Annotated, Any

from msgspec import Meta

from sapper.chance import Chance
from sapper.study.puzzles.answers import Attempt, Index, Verdict, given_up, judge
from sapper.study.puzzles.daily import daily, read_date, today
from sapper.study.puzzles.grading import flagged
from sapper.study.puzzles.package import TASKS, Puzzle, puzzles
from sapper.web.http.endpoints import Endpoint
from sapper.web.http.fields import Fields, Name, Size, doc
from sapper.web.puzzles.answers import DailyJson, PuzzleJson, StandingAndThemesJson, VerdictJson
from sapper.web.views.views import board_json
from sapper.web.workbench import Workbench

SEEDS = 2**53

#: The name under which a browser's ratings are kept; it draws one at random.
PlayerName = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$", description="the player whose ratings are kept")
]


class Solver(Fields):
    """A player of puzzles."""

    player: PlayerName


class Wanted(Solver):
    """What the next puzzle is to be."""

    theme: Annotated[Name | None, doc("a kind or a theme; any by default")] = None
    columns: Annotated[Size | None, doc("boards that are no wider, if there are any")] = None


class Answered(Solver, kw_only=True):
    """An answer: cells, or that no cell is certainly safe; ``show`` gives up."""

    cells: Annotated[
        tuple[tuple[Index, Index], ...],
        Meta(max_length=500, description="the cells chosen; in an ending, all guesses so far"),
    ] = ()
    none: Annotated[bool, doc("no cell is certainly safe")] = False
    show: Annotated[bool, doc("give up and show the solution")] = False


class Day(Fields):
    """A day."""

    date: Annotated[Name | None, doc("a date, YYYY-MM-DD; today (UTC) by default")] = None


async def standing(bench: Workbench, asked: Solver) -> Any:
    """Return how a player stands, and the themes."""

    def found() -> dict[str, Any]:
        return {**bench.ratings.standing(asked.player).to_json(), "themes": puzzles().themes}

    return await asyncio.to_thread(found)


async def following(bench: Workbench, asked: Wanted) -> Any:
    """Return the next puzzle of a player."""
    chance = Chance(randbelow(SEEDS))

    def found() -> dict[str, Any]:
        theme, columns = asked.theme, asked.columns
        return _json(bench.ratings.next(asked.player, puzzles(), chance, theme, columns))

    return await asyncio.to_thread(found)


async def show(bench: Workbench, name: str) -> Any:
    """Return a puzzle."""
    return await asyncio.to_thread(lambda: _json(puzzles().find(name)))


async def answer(bench: Workbench, name: str, asked: Answered) -> Any:
    """Judge an answer and keep the result."""
    return await asyncio.to_thread(_judged, bench, name, asked)


async def of_day(bench: Workbench, asked: Day) -> Any:
    """Return the board and the puzzles of a day."""

    def found() -> dict[str, Any]:
        day = daily(today() if asked.date is None else read_date(asked.date), puzzles())
        return {
            "date": day.day.isoformat(),
            "level": day.level,
            "first": day.first,
            "puzzles": [_json(one) for one in day.puzzles],
        }

    return await asyncio.to_thread(found)


def _json(puzzle: Puzzle) -> dict[str, Any]:
    return {
        "id": puzzle.id,
        "kind": puzzle.kind,
        "task": TASKS[puzzle.kind],
        "board": board_json(flagged(puzzle.position)),
    }


def _judged(bench: Workbench, name: str, asked: Answered) -> dict[str, Any]:
    puzzle = puzzles().find(name)
    attempt = Attempt(asked.cells, asked.none)
    verdict = given_up(puzzle) if asked.show else judge(puzzle, attempt)
    return {
        **verdict.to_json(),
        "board": board_json(flagged(verdict.position)),
        **_kept(bench, puzzle, verdict, asked),
    }


def _kept(bench: Workbench, puzzle: Puzzle, verdict: Verdict, asked: Answered) -> dict[str, Any]:
    """Keep the result if there is one, and return what is shown with it."""
    if not verdict.done:
        return {"themes": (), "puzzle_rating": None, "before": None, "standing": None}
    before, _ = bench.ratings.add(asked.player, puzzle, verdict.right)
    return {
        "themes": puzzle.themes,
        "puzzle_rating": round(bench.ratings.rating(puzzle).value),
        "before": round(before.value),
        "standing": bench.ratings.standing(asked.player).to_json(),
    }


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/puzzles",
        standing,
        "get a player's puzzle rating, and the themes of all puzzles",
        answer=StandingAndThemesJson,
    ),
    Endpoint(
        "GET", "/api/puzzles/next", following, "get the next puzzle of a player", answer=PuzzleJson
    ),
    Endpoint("GET", "/api/puzzles/{id}", show, "get a puzzle", answer=PuzzleJson),
    Endpoint(
        "POST",
        "/api/puzzles/{id}",
        answer,
        "judge an answer to a puzzle, and keep the result",
        answer=VerdictJson,
    ),
    Endpoint(
        "GET",
        "/api/daily",
        of_day,
        "get the board and the puzzles of a day",
        answer=DailyJson,
    ),
)
