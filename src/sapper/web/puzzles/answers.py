"""The types of the answers about puzzles, from which their JSON Schemas are made."""

from __future__ import annotations

from sapper.game import Cell
from sapper.study.puzzles.package import Kind
from sapper.web.http.answers import Answer, BoardJson


class PuzzleJson(Answer):
    """A puzzle as it is asked: nothing of its solution, nor its themes."""

    id: str
    kind: Kind
    task: str
    board: BoardJson


class CellReasonJson(Answer):
    """Why a cell is safe."""

    cell: Cell
    words: str
    clues: list[Cell]


class StandingJson(Answer):
    """How a player stands: the rating and its deviation, the puzzles tried and solved at the first
    try, and those that are due for repetition, now and in all."""

    rating: int
    deviation: int
    tried: int
    solved: int
    due: int
    waiting: int


class StandingAndThemesJson(StandingJson):
    """The same, and the number of puzzles with each theme."""

    themes: dict[str, int]


class VerdictJson(Answer):
    """The judgement of an answer. While an ending goes on, ``done`` is false, ``board`` is its next
    position, and all that is known at the end only is empty or null: the solution, the themes, the
    rating of the puzzle, and the player's rating before and after."""

    right: bool
    done: bool
    words: str
    solution: list[Cell]
    reasons: list[CellReasonJson]
    board: BoardJson
    themes: list[str]
    puzzle_rating: int | None
    before: int | None
    standing: StandingJson | None


class DailyJson(Answer):
    """The board and the puzzles of a day."""

    date: str
    level: str
    first: Cell
    puzzles: list[PuzzleJson]
