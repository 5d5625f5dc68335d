"""A visitor's game: a session with additions for the page."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from sapper.errors import IllegalMoveError
from sapper.game import Position
from sapper.game.level import SIZES
from sapper.history.entry import level_name
from sapper.history.session import seconds_of, shown
from sapper.json_input import read_json
from sapper.study.puzzles.daily import PREFIX
from sapper.study.session.events import Event, PlayerMoved, Redealt, apply
from sapper.study.session.session import Session
from sapper.study.session.text import SessionStart, read_event
from sapper.web.games.journal import challenge_of
from sapper.web.http.fields import Answer
from sapper.web.views.board import BoardJson, StepJson, TruthJson
from sapper.web.views.replay import ReplayJson, Seed
from sapper.web.views.setup import NewGame

CELL_BYTES = 70  #: memory of each cell, regardless of the number of moves
MOVE_BYTES = 4_000  #: memory of each move, without the boards before and after it


class GameStart(SessionStart, frozen=True, kw_only=True):
    """The first line of a visitor's game.

    ``drawn`` says that the seed is random; it determines the deal, so it stays secret until the
    game ends. ``size`` is the size of the requested world, because the world's name contains the
    seed. ``no_guess`` requests a deal that needs no guess after the first cell. ``known`` says that
    the visitor may know the board, because it comes from a file or a position, or was played
    before. ``at`` is the time, in seconds since the epoch.
    """

    drawn: bool = False
    size: str | None = None
    no_guess: bool = False
    known: bool = False
    at: float = 0.0

    @classmethod
    def of(cls, session: Session, setup: NewGame, at: float) -> GameStart:
        """Return the first line of the game that a visitor requested with ``setup``."""
        size = str(setup.world).lower()
        return cls(
            **cls.fields_of(session),
            drawn=setup.seed is None and setup.record is None,
            size=size if size in SIZES else None,
            no_guess=bool(setup.no_guess),
            known=setup.record is not None or setup.position is not None,
            at=at,
        )


@dataclass
class ServedGame:
    """A game: its session, the first line of its file, and additional state for the page.

    ``player`` is the recipe of the player that moved last. Only one request at a time may hold
    ``lock``.
    """

    name: str
    session: Session
    start: GameStart
    waiting: bool  #: for the first cell, to deal the board so that it needs no guess
    player: str | None = None
    events: int = 0
    redealt: Redealt | None = None  #: the deal that the first cell requested
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        start, daily = self.start, self.session.world.name.startswith(PREFIX)
        self.session.set_origin(known=start.known, no_guess=daily, drawn=start.drawn)

    @classmethod
    def loaded(cls, name: str, head: str, lines: Sequence[str]) -> ServedGame:
        """Restore a game from the lines of its file. Raises ``InputError`` if they are damaged."""
        start = read_json(head, GameStart, "the start of a game")
        session = start.session()
        game = cls(name, session, start, waiting=start.no_guess)
        for line in lines:
            game.apply(read_event(line))
        return game

    @property
    def position(self) -> Position:
        """The current position."""
        return self.session.position

    @property
    def memory(self) -> int:
        """The approximate memory of the game in bytes."""
        size = self.position.grid.size
        return CELL_BYTES * size + (2 * size + MOVE_BYTES) * (self.events + 1)

    def last(self) -> StepJson | None:
        """Return the last step; None before the first move."""
        session = self.session
        if not session.undoable:
            return None
        return StepJson.of(session.steps[-1], len(session.steps), session.before, session.position)

    def steps(self) -> ReplayJson:
        """Return the whole game from its beginning, with the times of its moves."""
        replay = ReplayJson.of(shown(self.session))
        return replace(replay, seed=self.seed, level=self.world or replay.level)

    def record(self) -> str:
        """Return the record of the game. Raises ``IllegalMoveError`` before the game is over."""
        if self.position.outcome == "playing":
            raise IllegalMoveError(
                "the record reveals the mines, so it is available only when the game is over"
            )
        return self.session.record().text

    @property
    def secret(self) -> bool:
        """True while the game is not over and its seed, which determines the mines, is random."""
        return self.session.origin.drawn and self.position.outcome == "playing"

    @property
    def seed(self) -> int | None:
        """The seed, unless it is secret."""
        return None if self.secret else self.session.seed

    @property
    def world(self) -> str | None:
        """The name of the world; its size while the seed, which such names contain, is secret."""
        name = self.session.world.name or None
        return self.start.size or name if self.secret else name

    def truth(self) -> TruthJson | UnsetType:
        """Return the mines and the gold if the game is over."""
        if self.position.outcome == "playing":
            return UNSET
        record = self.session.record()
        return TruthJson.of(record.mines, record.gold)

    def seconds(self) -> float:
        """Return the time from the first move to now or to the end."""
        return seconds_of(self.session)

    def apply(self, event: Event) -> None:
        """Apply an event.

        Raises ``IllegalMoveError`` or ``RulesError`` without changing anything.
        """
        apply(self.session, event)
        if isinstance(event, Redealt):
            self.waiting, self.redealt = False, event
            return
        self.events += 1
        if isinstance(event, PlayerMoved):
            self.player = event.player


class ChangedJson(Answer, kw_only=True):
    """The state that every move changes. ``node`` is the number of the current node of the tree,
    ``ended`` says whether a line of the tree ends the game, and ``repaired`` whether mines were
    moved so that the board needs no guess."""

    node: int
    ended: bool
    repaired: bool
    undoable: int
    redoable: int
    seconds: float
    seed: Seed
    truth: TruthJson | UnsetType = UNSET

    @staticmethod
    def state_of(game: ServedGame) -> dict[str, Any]:
        """Return these fields of a game."""
        session = game.session
        return {
            "node": session.tree.here.number,
            "ended": session.ended,
            "repaired": session.origin.repaired,
            "undoable": session.undoable,
            "redoable": session.redoable,
            "seconds": game.seconds(),
            "seed": game.seed,
            "truth": game.truth(),
        }


class GameJson(ChangedJson, kw_only=True):
    """A game in its current state. With ``challenge``, others can play the same board."""

    id: str
    challenge: str
    kind: Literal["play"]
    number: int
    level: str
    board: BoardJson
    moves: int
    player: str | None
    world: str | None
    no_guess: bool
    last: StepJson | None

    @classmethod
    def of(cls, game: ServedGame) -> GameJson:
        """Return the whole game as the page shows it."""
        session = game.session
        return cls(
            id=game.name,
            challenge=challenge_of(game.name),
            kind="play",
            number=session.number,
            level=level_name(session.world.deal, None),
            board=BoardJson.of(game.position),
            moves=len(session.steps),
            player=game.player,
            world=game.world,
            no_guess=game.start.no_guess,
            last=game.last(),
            **cls.state_of(game),
        )


class MovedJson(ChangedJson, kw_only=True):
    """The step of a move, or ``words`` that say why no move was made."""

    step: StepJson | None
    words: str

    @classmethod
    def of(cls, game: ServedGame, words: str = "") -> MovedJson:
        """Return the answer to a move; ``words`` say why none was made."""
        return cls(step=None if words else game.last(), words=words, **cls.state_of(game))
