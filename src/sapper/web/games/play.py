"""Endpoints for playing games: moves, undo, hints, analysis, review and records."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

from msgspec import Meta
from msgspec.structs import asdict

from sapper.errors import IllegalMoveError
from sapper.game import Cell, Position
from sapper.game.codes import HIDDEN
from sapper.game.move import Action
from sapper.players import Decision, Pass, Player
from sapper.players import player as read_recipe
from sapper.records.parsing import WholeDecision
from sapper.study.no_guess.difficulty import first_cell
from sapper.study.review.review import PLAYOUTS
from sapper.study.session.events import (
    Event,
    MoveRedone,
    MoveUndone,
    PlayerMoved,
    Redealt,
    UserMoved,
)
from sapper.web.analyse import MARGIN, analysed
from sapper.web.games.deciding import decided, words_of
from sapper.web.games.game import GameJson, MovedJson, ServedGame
from sapper.web.http.endpoints import Endpoint, JsonDownload
from sapper.web.http.errors import SlowError
from sapper.web.http.fields import Answer, CellField, Fields, FileText, LongText, Name, Recipe, doc
from sapper.web.http.stream import Stream
from sapper.web.views.analysis import SUGGESTS, AnalysisJson
from sapper.web.views.figures import FiguresJson, NoGuessJson
from sapper.web.views.replay import ReplayJson
from sapper.web.views.review import show_review
from sapper.web.views.setup import Dealing, no_guess_deal
from sapper.web.workbench import Workbench

MOST_OF = 0.9  #: share of its time limit in which a review estimates chances


class NewGame(Dealing):
    """The board of a new game, or a position or a record to continue from."""

    no_guess: Annotated[
        bool | None, doc("deal a board that needs no guess after the first cell")
    ] = None
    daily: Annotated[Name | None, doc("the board of this day, YYYY-MM-DD, instead")] = None
    position: Annotated[LongText | None, doc("continue from this position instead")] = None
    record: Annotated[
        FileText | None, doc("continue from this record, session or tree of a game instead")
    ] = None


class UserMove(Fields):
    """A move of the visitor."""

    action: Annotated[Action, doc("the kind of move")]
    cell: CellField


class Adviser(Fields):
    """A player."""

    player: Annotated[Recipe | None, doc("the player's recipe; swift by default")] = None


class NoDecisionJson(Answer):
    """A player that makes no move, and why."""

    words: str
    cell: None = None


class Playouts(Fields):
    """How thorough a review is."""

    playouts: Annotated[
        int, Meta(ge=1, le=5000, description="playouts for each of two moves compared")
    ] = PLAYOUTS


async def create(bench: Workbench, asked: NewGame) -> GameJson:
    """Begin a game."""
    game = await bench.games.create(asdict(asked))
    return await asyncio.to_thread(GameJson.of, game)


async def show(bench: Workbench, name: str) -> GameJson:
    """Return a game in its current state."""
    async with bench.games.held(name) as game:
        return await asyncio.to_thread(GameJson.of, game)


async def move(bench: Workbench, name: str, asked: UserMove) -> MovedJson:
    """Make a move of the visitor."""
    event = UserMoved(action=asked.action, cell=asked.cell)
    game = await bench.games.find(name)
    deal = await _deal_without_guess(bench, game, asked.action, asked.cell)
    return await asyncio.shield(_moved(bench, name, event, deal))


async def undo(bench: Workbench, name: str) -> GameJson:
    """Undo a move."""
    return await _turned(bench, name, MoveUndone())


async def redo(bench: Workbench, name: str) -> GameJson:
    """Redo a move."""
    return await _turned(bench, name, MoveRedone())


async def agent(bench: Workbench, name: str, asked: Adviser) -> MovedJson:
    """Let a player make a move."""
    game = await bench.games.find(name)
    player, position = read_recipe(asked.player or SUGGESTS), game.position
    found = await decided(bench, game.session, name, player)
    if isinstance(found, Pass):
        return MovedJson.of(game, words_of(player, found))
    deal = await _deal_without_guess(bench, game, found.move.action, found.move.cell)
    return await asyncio.shield(_taken(bench, name, position, found, player, deal))


async def hint(bench: Workbench, name: str, asked: Adviser) -> WholeDecision | NoDecisionJson:
    """Return what a player would do."""
    game = await bench.games.find(name)
    player = read_recipe(asked.player or SUGGESTS)
    found = await decided(bench, game.session, name, player)
    if isinstance(found, Pass):
        return NoDecisionJson(words_of(player, found))
    return await asyncio.to_thread(WholeDecision.of, found)


async def analysis(bench: Workbench, name: str) -> AnalysisJson:
    """Return the analysis of the position of a game."""
    game = await bench.games.find(name)
    return await analysed(bench, game.position)


async def record(bench: Workbench, name: str) -> JsonDownload:
    """Return the record of a finished game as a file to download."""
    async with bench.games.held(name) as game:
        text = await asyncio.to_thread(game.record)
    return JsonDownload(text + "\n", f"sapper-{name}.json")


async def figures(bench: Workbench, name: str) -> FiguresJson:
    """Return the player's figures in a finished game."""
    async with bench.games.held(name) as game:
        record = await asyncio.to_thread(game.record)
        task = partial(FiguresJson.of, record, game.seconds() or None)
    return await bench.workers.compute(task, bench.limits.figures_seconds)


async def difficulty(bench: Workbench, name: str) -> NoGuessJson:
    """Return how hard the board of a game that needs no guess is."""
    async with bench.games.held(name) as game:
        session, cell = game.session, first_cell(game.session.steps)
    if cell is None or not game.session.origin.no_guess:
        return NoGuessJson()
    task = partial(NoGuessJson.of, session.world.deal, session.world.rules, cell)
    try:
        return await bench.workers.compute(task, bench.limits.no_guess_seconds)
    except SlowError:
        return NoGuessJson()


async def steps(bench: Workbench, name: str) -> ReplayJson:
    """Return a game from its beginning."""
    async with bench.games.held(name) as game:
        return await asyncio.to_thread(game.steps)


async def review(bench: Workbench, name: str, asked: Playouts) -> Stream:
    """Stream the review of a game."""
    async with bench.games.held(name) as game:
        record = await asyncio.to_thread(lambda: game.session.record().text)
    seconds = bench.limits.review_seconds
    playouts, most = asked.playouts, MOST_OF * seconds
    task = partial(show_review, record=record, playouts=playouts, seconds=most)
    return Stream(bench.workers.events(task, seconds))


async def _turned(bench: Workbench, name: str, event: Event) -> GameJson:
    async with bench.games.held(name) as game:
        await bench.games.change(game, event)
        return await asyncio.to_thread(GameJson.of, game)


async def _moved(
    bench: Workbench, name: str, event: UserMoved, deal: Redealt | str | None
) -> MovedJson:
    """Make a move of the visitor."""
    async with bench.games.held(name) as game:
        try:
            return await _changed(bench, game, event, deal)
        except IllegalMoveError as error:  # chords that do nothing are part of normal play
            if event.action != "chord" or game.position.outcome != "playing":
                raise
            return MovedJson.of(game, str(error))


async def _taken(
    bench: Workbench,
    name: str,
    position: Position,
    decision: Decision,
    player: Player,
    deal: Redealt | str | None,
) -> MovedJson:
    """Make a move that a player chose in a position."""
    event = PlayerMoved(
        player=str(player), decision=await asyncio.to_thread(WholeDecision.of, decision)
    )
    async with bench.games.held(name) as game:
        if game.position != position:
            raise IllegalMoveError("the game has changed while the player was thinking")
        return await _changed(bench, game, event, deal)


async def _changed(
    bench: Workbench, game: ServedGame, event: Event, deal: Redealt | str | None
) -> MovedJson:
    """Set the deal that was found, if any, then carry out an event; the game's lock is held."""
    if deal is not None and game.waiting:
        if isinstance(deal, str):
            return MovedJson.of(game, deal)
        await bench.games.change(game, deal)
    await bench.games.change(game, event)
    return await asyncio.to_thread(MovedJson.of, game)


async def _deal_without_guess(
    bench: Workbench, game: ServedGame, action: Action, cell: Cell
) -> Redealt | str | None:
    """Find a deal that needs no guess after this first cell, in a worker.

    None if the game does not ask for such a deal, or the move does not open the first cell.
    """
    if not game.waiting or action != "open":
        return None
    position, session = game.position, game.session
    if position.cells[position.grid.index(cell)] != HIDDEN:
        return None
    assert session.seed is not None, "such a game is dealt from a seed"
    seconds = bench.limits.no_guess_seconds
    task = partial(no_guess_deal, position, cell, session.seed, session.number, seconds)
    return await bench.workers.compute(task, MARGIN * seconds)


ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/games",
        create,
        "begin a game",
        status=201,
    ),
    Endpoint("GET", "/api/games/{id}", show, "get a game"),
    Endpoint(
        "POST",
        "/api/games/{id}/moves",
        move,
        "make a move",
        thinks=True,
    ),
    Endpoint("POST", "/api/games/{id}/undo", undo, "undo the last move"),
    Endpoint("POST", "/api/games/{id}/redo", redo, "redo the move undone last"),
    Endpoint(
        "POST",
        "/api/games/{id}/agent",
        agent,
        "let a player make one move",
        thinks=True,
    ),
    Endpoint(
        "GET",
        "/api/games/{id}/hint",
        hint,
        "get a player's move without making it",
        thinks=True,
    ),
    Endpoint(
        "GET",
        "/api/games/{id}/analysis",
        analysis,
        "analyse the position of the game",
        thinks=True,
    ),
    Endpoint(
        "GET",
        "/api/games/{id}/figures",
        figures,
        "get the player's figures in a finished game: 3BV, clicks, efficiency and others",
        thinks=True,
    ),
    Endpoint(
        "GET",
        "/api/games/{id}/difficulty",
        difficulty,
        "get how hard a board that needs no guess is: who solves it, and its longest proof",
        thinks=True,
    ),
    Endpoint(
        "GET",
        "/api/games/{id}/steps",
        steps,
        "get the game from its beginning, step by step",
    ),
    Endpoint(
        "GET",
        "/api/games/{id}/review",
        review,
        "review the game: the risk and cost of each guess, and the chance of winning at each step",
    ),
    Endpoint(
        "GET",
        "/api/games/{id}/record",
        record,
        "download the record of a finished game, which shows the mines",
    ),
)
