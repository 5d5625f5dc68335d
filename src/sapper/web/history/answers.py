"""The types of the answers of the history, from which their JSON Schemas are made."""

from __future__ import annotations

from typing import Any

from sapper.web.http.fields import Answer
from sapper.web.views.replay import Seed


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
    """A part of the list, the number of all games, and the values to filter by."""

    kept: bool
    total: int
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
