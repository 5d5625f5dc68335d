"""Endpoints that analyse positions and files, and prove what is certain."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, TypeVar

from msgspec import Meta
from msgspec.structs import replace

from sapper.errors import InputError
from sapper.game import FLAGGED, HIDDEN, MINE, Deal, Position
from sapper.game.grid import cells_limited
from sapper.notation import (
    ReadBoard,
    ReadPosition,
    is_game_id,
    is_link,
    read_board,
    read_link,
    read_position,
)
from sapper.notation.variations.text import TREE, is_tree
from sapper.notation.variations.variations import Variations
from sapper.records import positions_of
from sapper.reviews.candidates import MAX_PLAYOUTS
from sapper_workbench.study.watch import Claim
from sapper_workbench.web.http.endpoints import Endpoint
from sapper_workbench.web.http.fields import (
    CellField,
    Fields,
    FileText,
    LongText,
    Name,
    Recipe,
    decoded,
    doc,
    read_recipe,
)
from sapper_workbench.web.http.limits import check_steps
from sapper_workbench.web.http.stream import Stream
from sapper_workbench.web.views.analysis import (
    SUGGESTS,
    AnalysisJson,
    ClicksJson,
    JudgementJson,
    ReadGameJson,
    SolutionJson,
    WhyJson,
    reading_of,
    show_candidates,
    shown_board,
    shown_file,
)
from sapper_workbench.web.views.board import ReadTreeJson, TreeTextJson
from sapper_workbench.web.workbench import Workbench

SOON = 1.0  #: time limit in seconds of an analysis that should be much quicker
MARGIN = 6.0  #: the time limit of a whole analysis, relative to that of its counting

T = TypeVar("T")


class File(Fields):
    """Something to analyse: either a text or a file."""

    text: Annotated[LongText | None, doc("a position, a link to one, or a record")] = None
    file: Annotated[FileText | None, doc("a file that sapper can read, in base64")] = None
    name: Annotated[Name | None, doc("its name; some formats are recognised by its suffix")] = None


class PositionTree(Fields):
    """A tree of positions."""

    tree: Annotated[Variations, doc("the tree, with the text of the position it starts from")]


class PositionText(Fields):
    """A position."""

    text: Annotated[LongText, doc("the position, or a link to it")]


class CellOf(PositionText):
    """A cell of a position."""

    cell: CellField


class Start(Fields):
    """A board with its mines, and a first cell."""

    text: Annotated[LongText, doc("a mine map, a game ID of Simon Tatham's Mines, or a link")]
    start: Annotated[CellField | None, doc("the first cell; null: the best one")] = None


class AnswerOf(CellOf, kw_only=True):
    """A visitor's guess at the move that a player makes in a position."""

    claim: Annotated[Claim, doc("the visitor's claim about the cell")] = "safe"
    chosen: Annotated[CellField, doc("the cell of the player's move")]


class Looked(PositionText):
    """A position, and the effort for comparing its candidates."""

    player: Annotated[Recipe, doc("the recipe of the player that gives advice")] = SUGGESTS
    playouts: Annotated[
        int, Meta(ge=1, le=20_000, description="the largest number of playouts of each candidate")
    ] = MAX_PLAYOUTS


async def analysed(app: Workbench, position: Position) -> AnalysisJson:
    """Return the analysis of a position."""
    return await counted(app, position, partial(AnalysisJson.of, player=SUGGESTS))


async def counted(app: Workbench, position: Position, task: Callable[..., T]) -> T:
    """Return the result of a task that counts a position within ``seconds``: from a thread if that
    is quick, else from a worker."""
    quick = partial(task, seconds=SOON)
    result: T | None = await app.threads.run(app.limits.quickly, position, quick)
    if result is None:
        seconds = app.limits.analysis_seconds
        full = partial(task, position, seconds=seconds)
        result = await app.workers.compute(full, MARGIN * seconds)
    return result


async def read_within(app: Workbench, read: Callable[[], T], length: int) -> T:
    """Return what a function reads from a text of some length: in a thread if the text and its
    board are small, else in a worker."""
    limits = app.limits
    if length <= limits.quick_text:
        with cells_limited(limits.quick_cells) as limit:
            try:
                return await app.threads.run(read)
            except InputError:
                if not limit.exceeded:
                    raise
    return await app.workers.compute(read, MARGIN * limits.analysis_seconds)


async def _parsed(app: Workbench, parse: Callable[[str], T], text: str) -> T:
    return await read_within(app, partial(parse, text), len(text))


Read = AnalysisJson | ReadGameJson | ReadTreeJson


async def analyse(app: Workbench, request: File) -> Read:
    """Analyse a position, or read the position, game or tree in a file."""
    text, file = request.text, request.file
    if file is not None and text is None:
        return await _read(app, decoded(file), request.name or "")
    if text is None or file is not None:
        fault = ", not both" if file is not None else ", got neither"
        raise InputError(f"expected either 'text' or 'file'{fault}")
    is_variations = is_tree(text) or TREE.found(text)
    if is_variations or text.lstrip()[:1] in ("{", "[") or len(text) > app.limits.quick_text:
        return await _read(app, text.encode(), "")
    board = await _parsed(app, _board_of, text)
    if isinstance(board, ReadBoard):
        seconds = app.limits.analysis_seconds
        task = partial(shown_board, board, SUGGESTS, seconds)
        return await app.workers.compute(task, MARGIN * seconds)
    shown = await analysed(app, board.position)
    return replace(shown, reading=reading_of(board))


async def candidates(app: Workbench, request: Looked) -> Stream:
    """Stream the best cells of a position with increasingly precise chances of winning."""
    position = await _parsed(app, _position_of, request.text)
    read_recipe(request.player)
    limits = app.limits
    task = partial(
        show_candidates,
        position=position,
        player=request.player,
        playouts=request.playouts,
        seconds=limits.candidates_seconds,
    )
    longest = limits.candidates_seconds + limits.analysis_seconds + limits.decision_seconds
    return Stream(app.workers.events(task, longest))


async def why(app: Workbench, request: CellOf) -> WhyJson:
    """Prove whether a cell is safe or a mine."""
    position = await _with_cell(app, request)
    return await counted(app, position, partial(WhyJson.of, cell=request.cell))


async def clicks(app: Workbench, request: PositionText) -> ClicksJson:
    """Find the clicks that open most among the cells that are certainly safe."""
    position = await _parsed(app, _position_of, request.text)
    best = await app.threads.run(app.limits.quickly, position, ClicksJson.of)
    return best or ClicksJson([], "this position is too hard to count quickly")


async def answer(app: Workbench, request: AnswerOf) -> JudgementJson:
    """Judge a guess at the move that a player makes."""
    position = await _with_cell(app, request)
    task = partial(JudgementJson.of, cell=request.cell, claim=request.claim, chosen=request.chosen)
    return await counted(app, position, task)


async def solution(app: Workbench, request: Start) -> SolutionJson:
    """Say whether a board needs a guess from its first cell."""
    board = await _parsed(app, read_board, request.text)
    task = partial(SolutionJson.of, board, request.start)
    return await app.workers.compute(task, MARGIN * app.limits.analysis_seconds)


async def _with_cell(app: Workbench, request: CellOf) -> Position:
    """Return the position of a request. Raises ``RulesError`` if its cell is outside the grid."""
    position = await _parsed(app, _position_of, request.text)
    position.grid.index(request.cell)
    return position


def variations(app: Workbench, request: PositionTree) -> TreeTextJson:
    """Return a tree of positions as text and as a link."""
    tree = request.tree.checked()
    if tree.kind != "position":
        raise InputError("expected a tree of positions")
    start = Position.parse(tree.start)
    check_steps(start.grid.width, start.grid.height, len(tree.moves))
    positions_of(tree)  # says what is wrong
    return TreeTextJson.of(replace(tree, start=str(start)))


def _board_of(text: str) -> ReadPosition | ReadBoard:
    """Read a position, a link, a game ID or a map of the mines. Raises ``InputError``."""
    if is_game_id(text) or (is_link(text) and isinstance(read_link(text), Deal)):
        return read_board(text)
    read = read_position(text)
    return _map_of(text, read.position.cells) or read


def _map_of(text: str, codes: bytes) -> ReadBoard | None:
    """Return the board that a text shows if it has mines and hides everything else, which is no
    position of a game."""
    mines = codes.count(MINE) + codes.count(FLAGGED)
    if not mines or min(codes) < HIDDEN:
        return None
    try:
        read = read_board(text)
    except InputError:
        return None
    return read if read.deal.mines == mines else None


def _position_of(text: str) -> Position:
    """Read a position or a link to one. Raises ``InputError``, also for a link to a board."""
    return read_position(text).position


async def _read(app: Workbench, data: bytes, name: str) -> Read:
    """Read a file of any kind in a worker."""
    seconds = app.limits.analysis_seconds
    task = partial(shown_file, data, name, SUGGESTS, seconds)
    return await app.workers.compute(task, MARGIN * seconds)


ENDPOINTS = (
    Endpoint("POST", "/api/candidates", candidates),
    Endpoint("POST", "/api/analyse", analyse, cancellable=True),
    Endpoint("POST", "/api/why", why, cancellable=True),
    Endpoint("POST", "/api/clicks", clicks, cancellable=True),
    Endpoint("POST", "/api/answer", answer, cancellable=True),
    Endpoint("POST", "/api/solve", solution, cancellable=True),
    Endpoint("POST", "/api/variations", variations, cancellable=True),
)
