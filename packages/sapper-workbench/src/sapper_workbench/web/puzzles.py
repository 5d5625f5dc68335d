"""Endpoints for puzzles: the next one, the judgement of an answer, ratings, and the day's puzzles.

Answers are judged on the server, which sends the solution only with the judgement.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from sapper.game import Cell
from sapper.json_input import convert
from sapper.kernel.chance import Chance
from sapper_workbench.history.entry import HistoryGame
from sapper_workbench.history.statistics import game_of_day
from sapper_workbench.study.puzzles.answers import Attempt, Index, given_up, judge
from sapper_workbench.study.puzzles.grading import flagged
from sapper_workbench.study.puzzles.package import (
    TASKS,
    Kind,
    Puzzle,
    daily,
    puzzles,
    read_date,
    today,
)
from sapper_workbench.study.puzzles.ratings import ME, Mode
from sapper_workbench.web.http.endpoints import Endpoint
from sapper_workbench.web.http.fields import Answer, Fields, Name, Size, doc
from sapper_workbench.web.views.analysis import ExplanationJson
from sapper_workbench.web.views.board import BoardJson
from sapper_workbench.web.views.setup import random_seed
from sapper_workbench.web.workbench import Workbench

PlayerName = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{1,40}$",
        description="the player whose ratings are kept; by default that of this machine",
    ),
]


class Solver(Fields):
    """A player of puzzles."""

    player: PlayerName = ME


class Wanted(Solver):
    """The kind of puzzle wanted next."""

    theme: Annotated[Name | None, doc("a kind or a theme; any by default")] = None
    columns: Annotated[Size | None, doc("prefer boards of at most this width")] = None
    rating: Annotated[
        Annotated[int, Meta(ge=0, le=5_000)] | None,
        doc("the rating of a new puzzle; by default one that suits the player, or one to repeat"),
    ] = None
    again: Annotated[bool, doc("only a puzzle to repeat")] = False


class Answered(Solver, kw_only=True):
    """An answer: cells, or that no cell is certainly safe; ``show`` gives up."""

    cells: Annotated[
        tuple[tuple[Index, Index], ...],
        Meta(max_length=500, description="the cells chosen; in an ending, all guesses so far"),
    ] = ()
    none: Annotated[bool, doc("no cell is certainly safe")] = False
    show: Annotated[bool, doc("give up and show the solution")] = False
    rated: Annotated[bool, doc("whether the answer counts; a storm's do not")] = True


class Run(Solver, kw_only=True):
    """A run of puzzles that has ended, or goes on."""

    mode: Annotated[Mode, doc("until the first mistake, or for three minutes")]
    solved: Annotated[Annotated[int, Meta(ge=0, le=10_000)], doc("the puzzles solved in it")]


class Day(Solver):
    """A day."""

    date: Annotated[Name | None, doc("a date, YYYY-MM-DD; today (UTC) by default")] = None


class PuzzleJson(Answer, kw_only=True):
    """A puzzle without its solution and themes."""

    id: str
    kind: Kind
    task: str
    board: BoardJson

    @classmethod
    def of(cls, puzzle: Puzzle) -> PuzzleJson:
        """Return a puzzle."""
        return cls(
            id=puzzle.id,
            kind=puzzle.kind,
            task=TASKS[puzzle.kind],
            board=BoardJson.of(flagged(puzzle.position)),
        )


class StandingJson(Answer, kw_only=True):
    """A player's rating and its deviation, the numbers of puzzles tried and solved at the first
    try, the numbers of puzzles to repeat now and in total, and the most puzzles solved in a run of
    each mode."""

    rating: int
    deviation: int
    tried: int
    solved: int
    due: int
    waiting: int
    bests: dict[Mode, int]
    themes: Annotated[dict[str, int], doc("the number of puzzles by theme")] | UnsetType = UNSET


class VerdictJson(Answer, kw_only=True):
    """The judgement of an answer. While an ending is in progress, ``done`` is false, ``board`` is
    its next position, and the solution, the themes, the rating of the puzzle, and the player's
    ratings before and after are empty or null; so are the last three if the answer is not rated."""

    right: bool
    score: Annotated[float, doc("the share of the answer that is right, from 0 to 1")]
    done: bool
    words: str
    solution: tuple[Cell, ...]
    explanation: ExplanationJson | None
    board: BoardJson
    themes: tuple[str, ...]
    puzzle_rating: int | None
    before: int | None
    standing: StandingJson | None


class DailyGameJson(Answer, kw_only=True):
    """The finished game by which the board of a day counts: its number in the history, and how it
    ended."""

    number: int
    outcome: str
    seconds: float | None
    moves: int
    helped: bool


class DailyJson(Answer, kw_only=True):
    """The board and the puzzles of a day, and the visitor's results: the finished ``game``, null
    without one, and whether each puzzle was solved at the first try, null if it was not tried."""

    date: str
    level: str
    first: Cell
    puzzles: list[PuzzleJson]
    game: DailyGameJson | None
    solved: list[bool | None]


def standing(app: Workbench, request: Solver) -> StandingJson:
    """Return a player's rating, and the themes of all puzzles."""
    return replace(_standing(app, request), themes=puzzles().themes)


def following(app: Workbench, request: Wanted) -> PuzzleJson:
    """Return the next puzzle of a player."""
    found = app.ratings.next(
        _solver(app, request),
        puzzles(),
        Chance(random_seed()),
        request.theme,
        request.columns,
        rating=request.rating,
        again=request.again,
    )
    return PuzzleJson.of(found)


def show(app: Workbench, name: str) -> PuzzleJson:
    """Return a puzzle."""
    return PuzzleJson.of(puzzles().find(name))


def answer(app: Workbench, name: str, request: Answered) -> VerdictJson:
    """Judge an answer to a puzzle, and keep the result."""
    puzzle = puzzles().find(name)
    verdict = (
        given_up(puzzle) if request.show else judge(puzzle, Attempt(request.cells, request.none))
    )
    judgement = VerdictJson(
        right=verdict.right,
        score=verdict.score,
        done=verdict.done,
        words=verdict.words,
        solution=verdict.solution,
        explanation=ExplanationJson.of(verdict.explanation),
        board=BoardJson.of(flagged(verdict.position)),
        themes=(),
        puzzle_rating=None,
        before=None,
        standing=None,
    )
    if not (verdict.done and request.rated):
        return judgement
    before, _ = app.ratings.add(_solver(app, request), puzzle, verdict.score)
    return replace(
        judgement,
        themes=puzzle.themes,
        puzzle_rating=round(app.ratings.rating(puzzle).value),
        before=round(before.value),
        standing=_standing(app, request),
    )


def add_run(app: Workbench, request: Run) -> StandingJson:
    """Keep the result of a run if it is the best, and return the player's standing."""
    solver = _solver(app, request)
    app.ratings.add_run(solver, request.mode, request.solved)
    return _standing(app, request)


def of_day(app: Workbench, request: Day) -> DailyJson:
    """Return the board and the puzzles of a day."""
    day = daily(today() if request.date is None else read_date(request.date), puzzles())
    found = None
    if app.history is not None:
        app.writer.settle().result()
        found = game_of_day(app.history, day.day)
    return DailyJson(
        date=day.day.isoformat(),
        level=day.level,
        first=day.first,
        puzzles=list(map(PuzzleJson.of, day.puzzles)),
        game=None if found is None else _daily_game(*found),
        solved=app.ratings.first_tries(_solver(app, request), day.puzzles),
    )


def _daily_game(number: int, game: HistoryGame) -> DailyGameJson:
    return DailyGameJson(
        number=number,
        outcome=game.outcome,
        seconds=game.seconds,
        moves=game.moves,
        helped=game.helped > 0,
    )


def _solver(app: Workbench, request: Solver) -> str:
    """Return the name under which ratings are kept: on a shared server always the visitor's."""
    return app.visitor or request.player


def _standing(app: Workbench, request: Solver) -> StandingJson:
    return convert(app.ratings.standing(_solver(app, request)).to_json(), StandingJson)


ENDPOINTS = (
    Endpoint("GET", "/api/puzzles", standing),
    Endpoint("GET", "/api/puzzles/next", following),
    Endpoint("GET", "/api/puzzles/{id}", show),
    Endpoint("POST", "/api/puzzles/{id}", answer),
    Endpoint("POST", "/api/puzzle-runs", add_run),
    Endpoint("GET", "/api/daily", of_day),
)
