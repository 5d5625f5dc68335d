"""Endpoints for playing games: moves, undo, hints, analysis, review and records."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, get_args

from starlette.responses import Response

from sapper.errors import IllegalMoveError
from sapper.game import Position
from sapper.game.codes import HIDDEN
from sapper.game.move import Action
from sapper.players import player as read_recipe
from sapper.study.review.review import PLAYOUTS
from sapper.web.analysis.analysis import SUGGESTS
from sapper.web.analysis.endpoints import MARGIN, analysed
from sapper.web.games.choice import choice_json, quick
from sapper.web.games.games import Game
from sapper.web.games.journal import Event
from sapper.web.games.watch import computed
from sapper.web.http.endpoints import Asked, Endpoint
from sapper.web.http.inputs import Field, Flag, Place, Text, Whole, Word
from sapper.web.http.stream import Stream
from sapper.web.views.setup import GAME_FIELDS
from sapper.web.workbench import Workbench

PLAYER = Field("player", Text(), "the recipe of the player that moves or advises; swift by default")


async def create(bench: Workbench, asked: Asked) -> Any:
    """Begin a game."""
    game = await bench.games.create(asked)
    return await asyncio.to_thread(game.to_json)


async def show(bench: Workbench, asked: Asked) -> Any:
    """Return a game in its current state."""
    async with bench.games.held(asked["id"]) as game:
        return await asyncio.to_thread(game.to_json)


async def move(bench: Workbench, asked: Asked) -> Any:
    """Make a move of the visitor."""
    event = {"do": "move", "action": asked["action"], "cell": asked["cell"]}
    deal = await _deal_without_guess(bench, await bench.games.find(asked["id"]), asked)
    return await asyncio.shield(_moved(bench, asked, event, deal))


async def undo(bench: Workbench, asked: Asked) -> Any:
    """Undo a move."""
    return await _turned(bench, asked, "undo")


async def redo(bench: Workbench, asked: Asked) -> Any:
    """Redo a move."""
    return await _turned(bench, asked, "redo")


async def agent(bench: Workbench, asked: Asked) -> Any:
    """Let a player make a move."""
    game = await bench.games.find(asked["id"])
    position = game.position
    player = asked["player"] or SUGGESTS
    decision = await _asked(bench, game, player)
    if decision["cell"] is None:
        return game.answer(None, decision["words"])
    deal = await _deal_without_guess(bench, game, decision)
    return await asyncio.shield(_taken(bench, game.name, position, decision, player, deal))


async def hint(bench: Workbench, asked: Asked) -> Any:
    """Return what a player would do."""
    game = await bench.games.find(asked["id"])
    return await _asked(bench, game, asked["player"] or SUGGESTS)


async def analysis(bench: Workbench, asked: Asked) -> Any:
    """Return the analysis of the position of a game."""
    game = await bench.games.find(asked["id"])
    return await analysed(bench, game.position)


async def record(bench: Workbench, asked: Asked) -> Response:
    """Return the record of a finished game as a file to download."""
    async with bench.games.held(asked["id"]) as game:
        text = await asyncio.to_thread(game.record)
    name = f"sapper-{game.name}.json"
    return Response(
        text + "\n",
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


async def steps(bench: Workbench, asked: Asked) -> Any:
    """Return a game from its beginning."""
    async with bench.games.held(asked["id"]) as game:
        return await asyncio.to_thread(game.steps)


async def review(bench: Workbench, asked: Asked) -> Stream:
    """Stream the review of a game."""
    async with bench.games.held(asked["id"]) as game:
        record = await asyncio.to_thread(lambda: game.session.record().text)
    arguments = {"record": record, "playouts": asked["playouts"] or PLAYOUTS}
    return Stream(computed(bench, "review", arguments, bench.limits.review_seconds))


async def _turned(bench: Workbench, asked: Asked, how: str) -> Any:
    async with bench.games.held(asked["id"]) as game:
        await bench.games.change(game, {"do": how})
        return await asyncio.to_thread(game.to_json)


async def _asked(bench: Workbench, game: Game, recipe: str) -> dict[str, Any]:
    """Return what a player would do, computed in a thread if that is quick, else by a worker.

    Raises ``IllegalMoveError`` if the game is over.
    """
    player = read_recipe(recipe)
    if game.position.outcome != "playing":
        raise IllegalMoveError(f"the game is {game.position.outcome}: no more moves")
    session, position = game.session, game.position
    asked: Asked = {
        "recipe": recipe,
        "seed": session.seed,
        "number": session.number,
        "moves": len(session.steps),
    }
    if quick(player):
        choice = partial(choice_json, **asked)
        if found := await asyncio.to_thread(bench.limits.quickly, position, choice):
            return found
    arguments = {"position": str(position), **asked}
    return dict(await bench.workers.one("decide", arguments, bench.limits.decision_seconds))


async def _moved(bench: Workbench, asked: Asked, event: Event, deal: Asked | None) -> Any:
    """Make a move of the visitor."""
    async with bench.games.held(asked["id"]) as game:
        try:
            return await _changed(bench, game, event, deal)
        except IllegalMoveError as error:  # chords that do nothing are part of normal play
            if asked["action"] != "chord" or game.position.outcome != "playing":
                raise
            return game.answer(None, str(error))


async def _taken(
    bench: Workbench,
    name: str,
    position: Position,
    decision: Asked,
    player: str,
    deal: Asked | None,
) -> Any:
    """Make a move that a player chose in a position."""
    async with bench.games.held(name) as game:
        if game.position != position:
            raise IllegalMoveError("the game has changed while the player was thinking")
        event = {"do": "take", "decision": decision, "player": player}
        return await _changed(bench, game, event, deal)


async def _changed(bench: Workbench, game: Game, event: Event, deal: Asked | None) -> Any:
    """Set the deal that was found, if any, then carry out an event; the game's lock is held."""
    if deal is not None and game.waiting:
        if deal["number"] is None:
            return game.answer(None, deal["words"])
        await bench.games.change(game, {"do": "deal", "number": deal["number"]})
    return game.answer(await bench.games.change(game, event))


async def _deal_without_guess(bench: Workbench, game: Game, move: Asked) -> Asked | None:
    """Find a deal that needs no guess after this first cell, in a worker.

    None if the game does not ask for such a deal, or the move does not open the first cell.
    """
    if not game.waiting or move["action"] != "open":
        return None
    position, session = game.position, game.session
    if position.cells[position.grid.index(move["cell"])] != HIDDEN:
        return None
    seconds = bench.limits.no_guess_seconds
    arguments = {
        "position": str(position),
        "cell": move["cell"],
        "seed": session.seed,
        "number": session.number,
        "seconds": seconds,
    }
    return dict(await bench.workers.one("no_guess", arguments, MARGIN * seconds))


ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/games",
        create,
        "begin a game",
        answer="Game",
        body=(
            *GAME_FIELDS,
            Field(
                "no_guess",
                Flag(),
                "deal the board so that it can be solved without guessing after the first cell",
            ),
            Field("position", Text(500_000), "continue from this position instead"),
            Field("record", Text(1_000_000), "continue from this record of a game instead"),
        ),
        status=201,
    ),
    Endpoint("GET", "/api/games/{id}", show, "get a game", answer="Game"),
    Endpoint(
        "POST",
        "/api/games/{id}/moves",
        move,
        "make a move",
        answer="Moved",
        body=(
            Field("action", Word(get_args(Action)), "the kind of move", required=True),
            Field("cell", Place(), "the cell", required=True),
        ),
        thinks=True,
    ),
    Endpoint("POST", "/api/games/{id}/undo", undo, "undo the last move", answer="Game"),
    Endpoint("POST", "/api/games/{id}/redo", redo, "redo the move undone last", answer="Game"),
    Endpoint(
        "POST",
        "/api/games/{id}/agent",
        agent,
        "let a player make one move",
        answer="Moved",
        body=(PLAYER,),
        thinks=True,
    ),
    Endpoint(
        "GET",
        "/api/games/{id}/hint",
        hint,
        "get a player's move without making it",
        answer="Choice",
        query=(PLAYER,),
        thinks=True,
    ),
    Endpoint(
        "GET",
        "/api/games/{id}/analysis",
        analysis,
        "analyse the position of the game",
        answer="Analysis",
        thinks=True,
    ),
    Endpoint(
        "GET",
        "/api/games/{id}/steps",
        steps,
        "get the game from its beginning, step by step",
        answer="Steps",
    ),
    Endpoint(
        "GET",
        "/api/games/{id}/review",
        review,
        "review the game: the risk and cost of each guess, and the chance of winning at each step",
        query=(Field("playouts", Whole(1, 5000), "playouts for each of two moves compared"),),
        stream=True,
    ),
    Endpoint(
        "GET",
        "/api/games/{id}/record",
        record,
        "download the record of a finished game, which shows the mines",
    ),
)
