"""Endpoints for playing games: moves, undo, hints, analysis, review and records."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from functools import partial
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from sapper.arena.no_guess import first_cell
from sapper.errors import IllegalMoveError, InputError
from sapper.game import Cell, Position
from sapper.game.codes import HIDDEN, MINE
from sapper.game.move import Action as MoveAction
from sapper.json_input import describe_json
from sapper.players import Decision, Pass, Player
from sapper.players.decider import decide
from sapper.records import WholeDecision
from sapper.records.journal import (
    MoveRedone,
    MoveUndone,
    PlayerMoved,
    Redealt,
    UserMoved,
)
from sapper.reviews.position_report import hinted
from sapper.reviews.review import PLAYOUTS
from sapper_workbench.session.session import Session
from sapper_workbench.study.mistakes import Action, Exercise
from sapper_workbench.web.analyse import MARGIN, analysed, counted
from sapper_workbench.web.games.served_games import ChallengeJson, GameJson, MovedJson, ServedGame
from sapper_workbench.web.http.endpoints import Endpoint, JsonDownload
from sapper_workbench.web.http.fields import (
    Answer,
    CellField,
    Fields,
    Recipe,
    SlowError,
    doc,
    read_recipe,
)
from sapper_workbench.web.http.limits import SITE_PLAYOUTS
from sapper_workbench.web.http.stream import Stream
from sapper_workbench.web.views.analysis import SUGGESTS, AnalysisJson, CauseJson
from sapper_workbench.web.views.replay import (
    UNRATED,
    FiguresJson,
    LearnedJson,
    NoGuessJson,
    PaceJson,
    ReplayJson,
    ghost,
    show_game,
    show_review,
)
from sapper_workbench.web.views.setup import Dealing, NewGame, dealt, no_guess_deal
from sapper_workbench.web.workbench import Workbench

CellText = Annotated[str, Meta(max_length=50, extra_json_schema={"pattern": r"^\d{1,5},\d{1,5}$"})]
_CELL = re.compile(r"(\d{1,5}),(\d{1,5})", re.ASCII)
Milliseconds = Annotated[int, Meta(ge=0)]
MOST_PATH = 1_000  #: cells of the path of the pointer to a move
MOST_OF = 0.9  #: share of the time limit of a review for estimating chances


class UserMove(Fields):
    """A move of the visitor."""

    action: Annotated[MoveAction, doc("the kind of move")]
    cell: CellField
    path: Annotated[
        Annotated[tuple[tuple[Milliseconds, CellField], ...], Meta(max_length=MOST_PATH)],
        doc("the cells that the pointer came to since the last move, and how long before this one"),
    ] = ()


class Adviser(Fields):
    """The player to ask."""

    player: Annotated[Recipe | None, doc("the player's recipe; swift by default")] = None


def _adviser(request: Adviser) -> Player:
    """Return the player to ask. Raises ``RecipeError``, also for an empty recipe."""
    return read_recipe(SUGGESTS if request.player is None else request.player)


class Challenger(Fields):
    """The name of the visitor in a challenge."""

    by: Annotated[Annotated[str, Meta(max_length=1_000)] | None, doc("who played the game")] = None


class NoDecisionJson(Answer):
    """The answer when a player makes no move: the reason."""

    cell: None
    words: str


class Playouts(Fields):
    """The effort for a review."""

    playouts: Annotated[
        Annotated[int, Meta(ge=1, le=5000)] | None,
        doc(
            f"playouts for each of two moves compared; by default {PLAYOUTS}, or {SITE_PLAYOUTS} on"
            " a static site"
        ),
    ] = None


class Learning(Fields):
    """An exercise, and the visitor's action in it."""

    exercise: Annotated[Exercise, doc("the exercise of the review or of the last answer")]
    action: Annotated[Action, doc("look, try a cell, show the solution, or continue")] = "look"
    cell: Annotated[CellField | None, doc("the cell to try")] = None


class Watching(Dealing):
    """A board, and the player to watch on it."""

    player: Annotated[Recipe, doc("the player's recipe")] = "swift"
    opened: Annotated[CellText | None, doc("its first cell, ROW,COLUMN, if that is given")] = None


async def create(app: Workbench, request: NewGame) -> GameJson:
    """Begin a game."""
    game = await app.games.create(request, app.threads.run)
    return await asyncio.to_thread(GameJson.of, game)


async def show(app: Workbench, name: str) -> GameJson:
    """Return a game in its current state."""
    return await app.games.work(name, GameJson.of)


async def move(app: Workbench, name: str, request: UserMove) -> MovedJson:
    """Make a move."""
    event = UserMoved(action=request.action, cell=request.cell, path=request.path)
    game = await app.games.find(name)
    deal = await _deal_without_guess(app, game, request.action, request.cell)
    return await _make(app, name, event, deal)


async def undo(app: Workbench, name: str) -> GameJson:
    """Undo the last move."""
    return await app.games.apply(name, MoveUndone(), GameJson.of)


async def redo(app: Workbench, name: str) -> GameJson:
    """Redo the last move undone."""
    return await app.games.apply(name, MoveRedone(), GameJson.of)


async def agent(app: Workbench, name: str, request: Adviser) -> MovedJson:
    """Let a player make one move."""
    game = await app.games.find(name)
    player, position = _adviser(request), game.position
    decision = await decided(app, game.session, name, player)
    if isinstance(decision, Pass):
        return MovedJson.of(game, why_passed(player, decision))
    action, cell = decision.move.action, decision.move.cell
    deal = await _deal_without_guess(app, game, action, cell)
    whole = await asyncio.to_thread(WholeDecision.of, decision)
    event = PlayerMoved(player=str(player), decision=whole)
    return await _make(app, name, event, deal, position)


async def hint(app: Workbench, name: str, request: Adviser) -> WholeDecision | NoDecisionJson:
    """Return a player's move without making it; instead of a certain cell, the easiest one."""
    game = await app.games.find(name)
    player = _adviser(request)
    decision = await decided(app, game.session, name, player)
    if isinstance(decision, Pass):
        return NoDecisionJson(None, why_passed(player, decision))
    return await asyncio.to_thread(lambda: WholeDecision.of(hinted(game.position, decision)))


async def analysis(app: Workbench, name: str) -> AnalysisJson:
    """Analyse the position of the game."""
    game = await app.games.find(name)
    return await analysed(app, game.position)


async def challenge(app: Workbench, name: str, request: Challenger) -> ChallengeJson:
    """Return a link with which others play the same board."""
    return await app.games.work(name, partial(ChallengeJson.of, by=request.by))


async def record(app: Workbench, name: str) -> JsonDownload:
    """Download the record of a finished game, which shows the mines."""
    text = await app.games.work(name, ServedGame.record)
    return JsonDownload(text + "\n", f"sapper-{name}.json")


async def figures(app: Workbench, name: str) -> FiguresJson:
    """Return the figures of a finished game: 3BV, clicks, efficiency and others."""
    record, seconds = await app.games.work(name, lambda game: (game.record(), game.seconds()))
    task = partial(FiguresJson.of, record, seconds or None)
    return await app.workers.compute(task, app.limits.figures_seconds)


async def cause(app: Workbench, name: str) -> CauseJson:
    """Say why the last move lost the game, and what was certain instead."""
    session = (await app.games.find(name)).session
    before, after = session.before, session.position
    if after.outcome != "lost":
        raise IllegalMoveError("the game is not lost")
    opened = (i for i, code in enumerate(after.cells) if code == MINE != before.cells[i])
    cell = after.grid.cell(next(opened))
    return await counted(app, before, partial(CauseJson.of, cell=cell))


async def difficulty(app: Workbench, name: str) -> NoGuessJson:
    """Rate a board that needs no guess: the weakest player that solves it and its longest proof.
    The rating of a random board follows when the game has ended, because the mines determine it."""

    def rate(game: ServedGame) -> Callable[[], NoGuessJson] | None:
        session, cell = game.session, first_cell(game.session.steps)
        secret = game.start.no_guess and session.origin.drawn and not session.ended
        if cell is None or not session.origin.no_guess or secret:
            return None
        return partial(NoGuessJson.of, session.world.deal, session.world.rules, cell)

    task = await app.games.work(name, rate)
    if task is None:
        return UNRATED
    try:
        return await app.workers.compute(task, app.limits.no_guess_seconds)
    except SlowError:
        return UNRATED


async def steps(app: Workbench, name: str) -> ReplayJson:
    """Return the game from its beginning, step by step."""
    return await app.games.work(name, ServedGame.steps)


async def race(app: Workbench, name: str, request: Adviser) -> PaceJson:
    """Return how fast a player opens a board that shows the same after the visitor's first cell,
    one move a second, to race it."""
    player = str(_adviser(request))
    position = await app.games.work(name, lambda game: after_first_cell(game.session))
    task = partial(ghost, player, position)
    return await app.workers.compute(task, app.limits.decision_seconds)


async def review(app: Workbench, name: str, request: Playouts) -> Stream:
    """Stream a review: the risk and cost of each guess, and the chance of winning at each step."""
    record = await app.games.work(name, lambda game: game.session.record.text)
    seconds = app.limits.review_seconds
    playouts, most = request.playouts or app.limits.review_playouts, MOST_OF * seconds
    task = partial(show_review, record=record, playouts=playouts, seconds=most)
    return Stream(app.workers.events(task, seconds))


async def mistakes(app: Workbench, name: str, request: Learning) -> LearnedJson:
    """Practise the costly guesses of the game: look, try a cell, show the solution or continue."""
    record = await app.games.work(name, lambda game: game.session.record.text)
    playouts = app.limits.review_playouts
    task = partial(
        LearnedJson.after, record, request.exercise, request.action, request.cell, playouts
    )
    return await app.workers.compute(task, app.limits.decision_seconds)


async def watch(app: Workbench, request: Watching) -> Stream:
    """Stream a player's game, move by move."""
    read_recipe(request.player)
    world, seed, number = dealt(request)
    opened: Cell | None = None
    if request.opened is not None:
        match = _CELL.fullmatch(request.opened)
        if match is None:
            raise InputError(f"'opened': expected ROW,COLUMN, got {describe_json(request.opened)}")
        opened = int(match[1]), int(match[2])
        try:
            world.deal.grid.index(opened)
        except ValueError as error:
            raise InputError(f"'opened': {error}") from None
    setup = replace(request, seed=seed, number=number)
    task = partial(show_game, recipe=request.player, setup=setup, opened=opened)
    return Stream(app.workers.events(task, app.limits.watch_seconds))


async def _make(
    app: Workbench,
    name: str,
    event: UserMoved | PlayerMoved,
    deal: Redealt | str | None,
    position: Position | None = None,
) -> MovedJson:
    """Deal the board again if a deal was found, then make a move, chosen in a ``position`` if that
    is given. A visitor who leaves does not stop it."""
    games = app.games

    def make(game: ServedGame) -> MovedJson:
        if position not in (None, game.position):
            raise IllegalMoveError("the game changed while the player was thinking")
        if isinstance(deal, str) and game.waiting:
            return MovedJson.of(game, deal)
        if isinstance(deal, Redealt) and game.waiting:
            games.change(game, deal)
        try:
            games.change(game, event)
        except IllegalMoveError as error:  # chords that do nothing are part of normal play
            chord = isinstance(event, UserMoved) and event.action == "chord"
            if not chord or game.position.outcome != "playing":
                raise
            return MovedJson.of(game, str(error))
        return MovedJson.of(game)

    return await asyncio.shield(games.work(name, make))


async def _deal_without_guess(
    app: Workbench, game: ServedGame, action: MoveAction, cell: Cell
) -> Redealt | str | None:
    """Return a deal that needs no guess after this first cell, or a clause that says why there is
    none.

    Return None if the game requests no such deal, or the move does not open the first cell.
    """
    if not game.waiting or action != "open":
        return None
    position, session = game.position, game.session
    if position.cells[position.grid.index(cell)] != HIDDEN:
        return None
    assert session.seed is not None, "such a game is dealt from a seed"
    seconds = app.limits.no_guess_seconds
    task = partial(no_guess_deal, position, cell, session.seed, session.number, seconds)
    return await app.workers.compute(task, MARGIN * seconds)


ENDPOINTS = (
    Endpoint("POST", "/api/games", create, status=201),
    Endpoint("GET", "/api/games/{id}", show),
    Endpoint("POST", "/api/games/{id}/moves", move, cancellable=True),
    Endpoint("POST", "/api/games/{id}/undo", undo),
    Endpoint("POST", "/api/games/{id}/redo", redo),
    Endpoint("POST", "/api/games/{id}/agent", agent, cancellable=True),
    Endpoint("GET", "/api/games/{id}/hint", hint, cancellable=True),
    Endpoint("GET", "/api/games/{id}/analysis", analysis, cancellable=True),
    Endpoint("GET", "/api/games/{id}/figures", figures, cancellable=True),
    Endpoint("GET", "/api/games/{id}/challenge", challenge),
    Endpoint("GET", "/api/games/{id}/cause", cause, cancellable=True),
    Endpoint("GET", "/api/games/{id}/difficulty", difficulty, cancellable=True),
    Endpoint("GET", "/api/games/{id}/race", race, cancellable=True),
    Endpoint("GET", "/api/games/{id}/steps", steps),
    Endpoint("GET", "/api/games/{id}/review", review),
    Endpoint("POST", "/api/games/{id}/mistakes", mistakes, cancellable=True),
    Endpoint("GET", "/api/games/{id}/record", record),
    Endpoint("GET", "/api/watch", watch),
)


def after_first_cell(session: Session) -> Position:
    """Return the position after the first cell opened in a game, its start before any."""
    line = [session.start, *session.tree.here.path()[session.opening_steps :]]
    nodes = (node for node in line if node.value.made is not None and node.value.step.opened)
    return next(nodes, session.start).value.position


#: Strategies that decide within milliseconds on boards of a few thousand cells.
QUICK = {"corner", "origin", "random", "scan", "single-point", "start", "csp", "swift"}


async def decided(app: Workbench, session: Session, name: str, player: Player) -> Decision | Pass:
    """Return a player's decision in the game ``name``.

    Any worker can answer: one without the player's memory of this game asks the player about the
    earlier positions first. Each position has the time limit of a decision, and all together have
    that of a game.
    Raises ``IllegalMoveError`` if the game is over.
    """
    session.check_playing()
    position, earlier = session.position, session.earlier(player)
    decider, limits = session.decider(player), app.limits
    known = session.decided_here(player) or decider.known(position, earlier)
    if known is None and quick(player):
        known = await asyncio.to_thread(
            limits.quickly, position, lambda here: decider.decide(here, earlier)
        )
    for restart in (False, True):
        if known is None:
            request = decider.request(position, earlier, restart=restart)
            seconds = limits.decision_seconds * (1 + len(request.earlier))
            known = await app.workers.compute(
                partial(decide, request),
                min(limits.watch_seconds, seconds),
                prefer=(name, str(player)),
            )
            if known is not None:
                decider.answered(request, earlier, known)
    assert known is not None, "a player that starts again resumes no state"
    return known


def why_passed(player: Player, result: Pass) -> str:
    """Return a clause: why a player has no move."""
    reasons = "; ".join(f"{each.strategy}: {each.words}" for each in result.passed)
    return f"the player {player} has no move here: {reasons or result.words}"


def quick(player: Player) -> bool:
    """Return whether a player is quick enough on small boards to need no worker process."""
    names = (re.match("[a-z0-9-]*", link.text) for link in player.chain)
    return all(name is not None and name[0] in QUICK for name in names)
