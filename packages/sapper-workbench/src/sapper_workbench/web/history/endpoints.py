"""Endpoints of the history: listed, counted, opened, played again, imported, exported, deleted.

On a shared server every visitor has a history of their own, and cannot see any other.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Literal

from msgspec import Meta

from sapper.errors import MissingError
from sapper.json_input import Whole, seed_json
from sapper.notation.variations.variations import Variations
from sapper.records import YOU, Record
from sapper_workbench.history.database import Choice, History, day
from sapper_workbench.history.entry import HistoryGame, game_json
from sapper_workbench.history.exchange import SUFFIXES, Form, add, file_of, read_import
from sapper_workbench.history.grading import (
    GRADING_SECONDS,
    grades_of,
    latest_losses,
    missed_in,
    ungraded,
)
from sapper_workbench.history.levels import with_level
from sapper_workbench.history.statistics import days_won, pace
from sapper_workbench.history.statistics import statistics as counted
from sapper_workbench.history.studies import Studies
from sapper_workbench.study.chapters import chapter
from sapper_workbench.web.history.visitors import name_of
from sapper_workbench.web.http.endpoints import Download, Endpoint, JsonDownload
from sapper_workbench.web.http.fields import Answer, Fields, FileText, Name, decoded, doc
from sapper_workbench.web.views.replay import PaceJson, Seed
from sapper_workbench.web.views.setup import NewGame
from sapper_workbench.web.workbench import Workbench

MARGIN = 1.5  #: the time limit of a worker, relative to that of its task
Day = Annotated[str, Meta(max_length=10)]


class Choosing(Fields):
    """A selection of games."""

    level: Annotated[Name | None, doc("only games of this level, size or world")] = None
    first: Annotated[
        Literal["any", "safe", "opening", "no-guess"] | None,
        doc("only games with this rule for the first cell, or boards that need no guess"),
    ] = None
    outcome: Annotated[Literal["won", "lost", "unfinished"] | None, doc("only such games")] = None
    player: Annotated[Name | None, doc("only games of this player")] = None
    name: Annotated[
        Name, doc("the visitor's name: imported games of this player count in their statistics")
    ] = YOU
    since: Annotated[Day | None, doc("only games on or after this day, such as 2026-01-31")] = None
    until: Annotated[Day | None, doc("only games on or before this day")] = None

    def choice(self) -> Choice:
        """Return the choice. Raises ``InputError`` for a wrong day."""
        return Choice(
            level=self.level,
            first=self.first,
            outcome=self.outcome,
            player=self.player,
            name=self.name,
            since=day(self.since, "'since'"),
            until=day(self.until, "'until'"),
        )


class Listing(Choosing):
    """A part of the list."""

    abandoned: Annotated[bool, doc("also unfinished games of at most one move")] = True
    start: Annotated[int, Meta(ge=0, le=10_000_000, description="games to skip")] = 0
    most: Annotated[int, Meta(ge=1, le=10_000, description="the most games to list")] = 100


class Dropped(Fields):
    """A file with a game."""

    file: Annotated[
        FileText, doc("a record, a replay, a session, or a tree as text or as a link, in base64")
    ]
    name: Annotated[Name, doc("its name; some formats are recognised by its suffix")]
    at: Annotated[float, Meta(ge=0, le=1e11, description="its modification time (Unix time)")]


class Numbers(Fields):
    """Games by number."""

    games: Annotated[list[Whole], Meta(max_length=10_000, description="their numbers")]


class Written(Fields):
    """The format of a file."""

    form: Annotated[Form, doc("record, rawvf, evf or mbf")] = "record"


class HistoryGameJson(Answer, kw_only=True):
    """A game in the history; an unfinished one has no figures."""

    id: int
    origin: str
    at: float
    player: str
    level: str
    width: int
    height: int
    mines: int
    first: str
    no_guess: bool
    outcome: str
    moves: int
    helped: int
    known: bool
    seconds: float | None
    seed: Seed
    number: int
    bbbv: int | None
    bbbv_solved: int | None
    clicks: int | None
    bbbv_per_second: float | None
    ioe: float | None
    zini: int | None
    openings: int | None
    islands: int | None
    graded: dict[str, Any] | None
    link: str | None
    game: str | None


class HistoryJson(Answer):
    """A part of the list, the numbers of games listed in all and of abandoned ones, and the values
    to filter by."""

    kept: bool
    total: int
    abandoned: int
    games: list[HistoryGameJson]
    levels: list[str]
    players: list[str]


class DaysJson(Answer):
    """The seconds of the fastest win on the board of each day, null for a board that was lost, and
    the days whose boards were won on the day itself."""

    days: dict[str, float | None]
    in_time: list[str]


class OpenedJson(Answer):
    """The id of a game that can be shown in Play."""

    game: str


class ImportedJson(Answer):
    """``added`` is false if the history already had the game of a file."""

    added: bool


class DeletedJson(Answer):
    """The number of games deleted."""

    deleted: int


class GradedJson(Answer):
    """The number of games not graded yet."""

    left: int


def list_games(app: Workbench, request: Listing) -> HistoryJson:
    """List games, the latest first."""
    if app.history is None:
        return HistoryJson(kept=False, total=0, abandoned=0, games=[], levels=[], players=[])
    history = _history(app)
    every = with_level(history, request.choice())
    choice = replace(every, abandoned=request.abandoned)
    total = history.count(choice)
    return HistoryJson(
        kept=True,
        total=total,
        abandoned=history.count(replace(every, abandoned=True))
        - history.count(replace(every, abandoned=False)),
        games=[_row(*row) for row in history.games(choice, request.start, request.most)],
        levels=history.levels(),
        players=_players(history),
    )


def _players(history: History) -> list[str]:
    """The names of the players, the most frequent first."""
    query = "SELECT player FROM game GROUP BY player ORDER BY count(*) DESC LIMIT 200"
    return [player for (player,) in history.rows(query)]


def _row(number: int, game: HistoryGame, graded: dict[str, Any] | None) -> HistoryGameJson:
    """A game in the list, with a link to its board if it has a seed, and the name of its game on
    this server while it can be continued."""
    ongoing = game.outcome == "unfinished"
    return HistoryGameJson(
        **{**game_json(number, game, graded), "seed": seed_json(game.seed)},
        link=link_of(game),
        game=name_of(game.key) if ongoing else None,
    )


def link_of(game: HistoryGame) -> str | None:
    """Return the page's address for the board of a game; None without a seed."""
    if game.seed is None:
        return None
    named = re.fullmatch(r"\d+x\d+x\d+", game.level) is None
    size = f"level={game.level}" if named else ""
    size = size or f"width={game.width}&height={game.height}&mines={game.mines}"
    return f"#play?{size}&first={game.first}&seed={game.seed}&number={game.number}"


def statistics(app: Workbench, request: Choosing) -> dict[str, Any]:
    """Count wins by level and over time, and graded guesses."""
    history = _history(app)
    return counted(history, with_level(history, request.choice()))


def days(app: Workbench) -> DaysJson:
    """Return the days whose boards the visitor has finished, without help."""
    return DaysJson(*days_won(_history(app)))


async def suggest(app: Workbench, request: Choosing) -> dict[str, Any]:
    """Say in how many of the visitor's latest losses a cell was certainly safe when they opened the
    mine, and which lesson teaches what they missed most often."""
    history = await asyncio.to_thread(_history, app)
    choice = await asyncio.to_thread(with_level, history, request.choice())
    records = await asyncio.to_thread(latest_losses, history, choice)
    return await app.workers.compute(partial(missed_in, records), app.limits.decision_seconds)


def show_pace(app: Workbench, number: str) -> PaceJson:
    """Return how fast a finished game went, to race against it."""
    return PaceJson(*pace(_history(app).record(_number(number))))


async def open_game(app: Workbench, number: str) -> OpenedJson:
    """Open a finished game to review it, with the comments and marks of the chapter that it became
    in a study, or continue an unfinished one."""
    history = await asyncio.to_thread(_history, app)
    game, _ = await asyncio.to_thread(history.find, _number(number))
    name = name_of(game.key)
    if game.outcome == "unfinished":
        return OpenedJson((await app.games.find(name or "")).name)
    record = await asyncio.to_thread(history.record, _number(number))
    notes = await asyncio.to_thread(_notes, history, record)
    if notes is None and name is not None and name in app.games.journal:
        return OpenedJson(name)
    return await _served(app, record.text, notes)


def _notes(history: History, record: Record) -> Variations | None:
    """Return the tree of the study's chapter that was made from a game, if there is one."""
    studies = Studies(history)
    if not studies.games():
        return None
    found = studies.of_game(chapter("game", record.text.encode()).game)
    return None if found is None else found.tree


async def again(app: Workbench, number: str) -> OpenedJson:
    """Begin a new game on the board of a finished one."""
    history = await asyncio.to_thread(_history, app)
    record = await asyncio.to_thread(history.record, _number(number))
    return await _served(app, replace(record, steps=(), outcome="unfinished").text)


async def _served(app: Workbench, record: str, notes: Variations | None = None) -> OpenedJson:
    """Begin a game from a record, with the comments and marks of a tree."""
    game = NewGame(record=record, notes=notes)
    return OpenedJson((await app.games.create(game, app.threads.run)).name)


async def import_game(app: Workbench, request: Dropped) -> ImportedJson:
    """Add the game of a file."""
    history = await asyncio.to_thread(_history, app)
    file = decoded(request.file)
    # A worker only reads the file: in a browser it has no files, and the history is here.
    task = partial(read_import, file, request.name, request.at)
    found = await app.workers.compute(task, app.limits.import_seconds)
    return ImportedJson(await asyncio.to_thread(add, history, found))


def download(app: Workbench, number: str, request: Written) -> Download:
    """Download a finished game."""
    history, found = _history(app), _number(number)
    data = file_of(history.record(found), request.form, history.find(found)[0].at)
    name = f"sapper-{found}.{SUFFIXES[request.form]}"
    return (JsonDownload if request.form == "record" else Download)(data, name)


def delete_games(app: Workbench, request: Numbers) -> DeletedJson:
    """Delete games."""
    return DeletedJson(_history(app).delete(request.games))


async def grade_next(app: Workbench, request: Choosing) -> GradedJson:
    """Grade the guesses of the latest game that is not graded yet."""
    history = await asyncio.to_thread(_history, app)
    choice = replace(await asyncio.to_thread(with_level, history, request.choice()), own=True)
    waiting = await asyncio.to_thread(ungraded, history, choice, 1_000_000)
    if waiting:
        record = await asyncio.to_thread(history.record, waiting[0])
        found = await app.workers.compute(partial(grades_of, record), MARGIN * GRADING_SECONDS)
        await asyncio.to_thread(history.grade, waiting[0], found)
    return GradedJson(max(0, len(waiting) - 1))


def _history(app: Workbench) -> History:
    """Return the history after all earlier games are written.

    Raises ``MissingError`` if none is kept.
    """
    history = app.history
    if history is None:
        raise MissingError("this server keeps no history: it was started with --no-history")
    app.writer.settle().result()
    return history


def _number(text: str) -> int:
    """Return the number of a game. Raises ``MissingError``."""
    if not re.fullmatch(r"\d{1,15}", text, re.ASCII):
        raise MissingError("the history has no such game")
    return int(text)


ENDPOINTS = (
    Endpoint("GET", "/api/history", list_games, cancellable=True),
    Endpoint("GET", "/api/history/statistics", statistics, cancellable=True),
    Endpoint("GET", "/api/history/suggestion", suggest, cancellable=True),
    Endpoint("GET", "/api/history/days", days, cancellable=True),
    Endpoint("POST", "/api/history/import", import_game, cancellable=True),
    Endpoint("POST", "/api/history/delete", delete_games),
    Endpoint("POST", "/api/history/grade", grade_next, cancellable=True),
    Endpoint("POST", "/api/history/{id}/open", open_game),
    Endpoint("POST", "/api/history/{id}/again", again, status=201),
    Endpoint("GET", "/api/history/{id}/file", download, cancellable=True),
    Endpoint("GET", "/api/history/{id}/pace", show_pace, cancellable=True),
)
