"""The games of visitors: sessions of ``study`` with additions for the page, kept on disk and loaded
when needed."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from typing import Any, Literal, TypeVar
from urllib.parse import urlencode

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from sapper.errors import IllegalMoveError, InputError, MissingError
from sapper.game import Position
from sapper.game.level import Level
from sapper.game.world import SIZES
from sapper.json_input import read_json, seed_json
from sapper.notation.demo_boards import demo_size
from sapper.notation.variations.variations import comment_of
from sapper.players.person import person_name
from sapper.records import YOU
from sapper.records.journal import (
    BoardShared,
    Event,
    NodeCommented,
    PlayerMoved,
    Redealt,
    SessionStart,
    UserMoved,
    apply,
    history,
    line_of,
    read_event,
)
from sapper_workbench.history.entry import level_name
from sapper_workbench.history.session import seconds_of
from sapper_workbench.history.statistics import pace
from sapper_workbench.session.session import Session
from sapper_workbench.study.puzzles.package import DAILY_PREFIX
from sapper_workbench.web.games.journal import Journal, Room, challenge_of, owner
from sapper_workbench.web.http.fields import Answer
from sapper_workbench.web.http.limits import Limits
from sapper_workbench.web.views.board import BoardJson, StepJson, TruthJson
from sapper_workbench.web.views.replay import ReplayJson, Seed
from sapper_workbench.web.views.setup import NewGame, begun, check_alone

T = TypeVar("T")

#: Estimates of the memory of a game in bytes: of each cell, regardless of the number of moves; of
#: each event, with two bytes for each cell of the position after it; and of each byte of the lines
#: of its events, whose paths, comments and reasons are larger in memory than in text.
CELL_BYTES, EVENT_BYTES, LINE_BYTES = 150, 3_000, 16


class GameStart(SessionStart, frozen=True, kw_only=True):
    """The first line of a visitor's game.

    ``drawn`` says that the seed is random; it determines the deal, so it stays secret until the
    game ends. ``size`` is the size of the requested world, because the world's name contains the
    seed. ``no_guess`` requests a deal that needs no guess after the first cell. ``known`` says that
    the visitor may know the board, because it comes from a file or a position, or was played
    before. ``board`` is the challenge of the first game on this board, empty for that game itself.
    ``at`` is the time, in seconds since the epoch.
    """

    drawn: bool = False
    size: str | None = None
    no_guess: bool = False
    known: bool = False
    board: str = ""
    at: float = 0.0

    @classmethod
    def of(cls, session: Session, setup: NewGame, at: float) -> GameStart:
        """Return the first line of the game that a visitor requested with ``setup``."""
        size = str(setup.world).lower()
        return cls(
            **cls.fields_of(session),
            drawn=setup.seed is None and setup.record is None,
            size=size if size in SIZES or demo_size(size) == size else None,
            no_guess=bool(setup.no_guess),
            known=setup.record is not None or setup.position is not None,
            at=at,
        )


def read_start(head: str) -> GameStart:
    """Read the first line of a visitor's game. Raises ``InputError`` if it is damaged."""
    return read_json(head, GameStart, "the start of a game")


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
    written: int = 0  #: bytes of the lines of its events
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        start, daily = self.start, self.session.world.name.startswith(DAILY_PREFIX)
        self.session.set_origin(known=start.known, no_guess=daily, drawn=start.drawn)
        self.start = replace(start, start={}, hints=[])  # the session has them

    @classmethod
    def loaded(cls, name: str, head: str, lines: Sequence[str]) -> ServedGame:
        """Restore a game from the lines of its file. Raises ``InputError`` if they are damaged."""
        start = read_start(head)
        session = Session.of_game(start.game())
        game = cls(name, session, start, waiting=start.no_guess)
        for line in lines:
            game.apply(read_event(line))
            game.written += len(line)
        return game

    @property
    def position(self) -> Position:
        """The current position."""
        return self.session.position

    @property
    def memory(self) -> int:
        """An upper estimate of the memory of the game in bytes."""
        size = self.session.world.deal.grid.size
        events = (2 * size + EVENT_BYTES) * (self.events + 1)
        return CELL_BYTES * size + events + LINE_BYTES * self.written

    def last(self) -> StepJson | None:
        """Return the last step; None before the first move."""
        session = self.session
        if not session.undoable:
            return None
        return StepJson.of(session.steps[-1], len(session.steps), session.before, session.position)

    def steps(self) -> ReplayJson:
        """Return the whole game from its beginning, with the times of its moves."""
        replay = ReplayJson.of(self.session.record)
        return replace(replay, seed=self.seed, level=self.world or replay.level)

    def record(self) -> str:
        """Return the record of the game. Raises ``IllegalMoveError`` before the game is over."""
        if self.position.outcome == "playing":
            raise IllegalMoveError(
                "the record reveals the mines, so it is available only when the game is over"
            )
        return self.session.record.text

    @property
    def secret(self) -> bool:
        """True while the game is not over and its seed, which determines the mines, is random."""
        return self.session.origin.drawn and self.position.outcome == "playing"

    @property
    def seed(self) -> int | str | None:
        """The seed, unless it is secret."""
        return None if self.secret else seed_json(self.session.seed)

    @property
    def world(self) -> str | None:
        """The name of the world; its size while the seed, which such names contain, is secret."""
        name = self.session.world.name or None
        return self.start.size or name if self.secret else name

    def truth(self) -> TruthJson | UnsetType:
        """Return the mines and the gold if the game is over."""
        if self.position.outcome == "playing":
            return UNSET
        record = self.session.record
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
            self.waiting = False
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
            moves=session.counts.moves,
            player=game.player,
            world=game.world,
            no_guess=game.start.no_guess,
            last=game.last(),
            **cls.state_of(game),
        )


PACE_POINTS = 20  #: times in a challenge: until each twentieth of the board was open


class ChallengeJson(Answer):
    """A link with which others play the board of a game and, once that has ended, race it; and what
    it does, in words."""

    link: str
    words: str

    @classmethod
    def of(cls, game: ServedGame, by: str | None) -> ChallengeJson:
        """Return the challenge of a game ``by`` a person. While its seed is secret, the link names
        the game."""
        session, position = game.session, game.position
        fields: dict[str, Any] = {"challenge": challenge_of(game.name)}
        grid, plain = position.grid, not game.world and not game.start.no_guess
        if plain and game.seed is not None and grid.kind == "square":
            fields = {"width": grid.width, "height": grid.height, "mines": position.mines}
            fields |= {"first": position.rules.first, "seed": game.seed, "number": session.number}
        words = "Link copied: it deals the same board."
        if session.ended:
            points = pace(session.record)[0]
            shares = ((number + 1) / PACE_POINTS for number in range(PACE_POINTS))
            times = (next((at for at, open_ in points if open_ >= share), None) for share in shares)
            hundredths = [str(round(100 * at)) for at in times if at is not None]
            fields |= {"by": by, "pace": ".".join(hundredths)}
            words = "Link copied: it deals the same board, to race your game."
        elif game.seed is None:
            words += " Once someone opens it, this game no longer counts in your statistics."
        given = {name: each for name, each in fields.items() if each not in (None, "")}
        return cls(f"#play?{urlencode(given)}", words)


class MovedJson(ChangedJson, kw_only=True):
    """The step of a move, or ``words`` that say why no move was made."""

    step: StepJson | None
    words: str

    @classmethod
    def of(cls, game: ServedGame, words: str = "") -> MovedJson:
        """Return the answer to a move; ``words`` say why none was made."""
        return cls(step=None if words else game.last(), words=words, **cls.state_of(game))


def _stored(event: Event) -> Event:
    """Return an event without what the game does not keep: control characters of a comment."""
    return (
        replace(event, text=comment_of(event.text)) if isinstance(event, NodeCommented) else event
    )


MISSING = "there is no such game, or it was removed"
TRIM = 50  #: the memory in use is checked once per this many moves of a game


Run = Callable[..., Awaitable[Any]]
#: Called after each change of a game with the game, and whether it had ended before.
Keep = Callable[[ServedGame, bool], None]


class ServedGames:
    """All games: some in memory, the others on disk.

    Every change of a game is on disk before its request is answered. Threads use sessions and
    files, for one request per game at a time. ``of`` returns the games of one visitor, who cannot
    see those of others.
    """

    def __init__(self, folder: Path, limits: Limits, keep: Keep | None = None) -> None:
        self._limits, self._keep = limits, keep
        self.journal = Journal(
            folder,
            Room(limits.games, limits.games_disk),
            Room(limits.visitor_games, limits.visitor_disk),
        )
        self._visitor = ""
        self._awake: OrderedDict[str, ServedGame] = OrderedDict()

    def of(self, visitor: str) -> ServedGames:
        """Return the games of a visitor, which share memory and disk with all others."""
        games = copy(self)
        games._visitor = visitor
        return games

    def close(self) -> None:
        """Release the folder for other servers."""
        self.journal.close()

    async def create(self, setup: NewGame, run: Run = asyncio.to_thread) -> ServedGame:
        """Begin a new game; ``run`` runs a function in a thread. Raises like ``begun``."""
        if setup.challenge is not None:
            return self._wake(await self._challenged(setup, setup.challenge))
        return self._wake(await run(self._create, setup))

    def _create(self, setup: NewGame) -> ServedGame:
        if setup.no_guess:
            self._check_no_guess(setup)
        session = begun(setup)
        start = GameStart.of(session, setup, time.time())
        game = ServedGame(token_hex(8) + self._visitor, session, start, waiting=start.no_guess)
        events = [replace(event, at=0.0) for event in history(session)]  # of a game to continue
        lines = [line_of(line) for line in (start, *events)]
        game.events, game.written = len(events), sum(map(len, lines[1:]))
        self._check_room(game)
        self.journal.begin(game.name, "\n".join(lines))
        return game

    async def _challenged(self, setup: NewGame, challenge: str) -> ServedGame:
        """Begin a game on the board of another game, whose seed stays as secret.

        From then on its player may know the board from the new game, and so may the visitor from
        other games on it: the mines are secret in none of them.
        Raises ``MissingError`` if that game is gone, ``InputError`` for a wrong name or additional
        fields.
        """
        check_alone(setup, "challenge")
        name = YOU if setup.name is None else person_name(setup.name)
        theirs = self.journal.challenged(challenge)
        if theirs is None:
            raise MissingError("the game of this challenge was removed from the server")
        board, mine = await asyncio.to_thread(self._same_board, theirs)
        for each in dict.fromkeys((theirs, *mine)):
            await self.of(owner(each)).work(each, self._share)
        known = bool(mine) or owner(theirs) == self._visitor
        return await asyncio.to_thread(self._copied, theirs, board, name, known)

    def _share(self, game: ServedGame) -> None:
        """Note that the board of a game is known from now on."""
        if not game.session.ended and not game.session.origin.known:
            self.change(game, BoardShared())

    def _same_board(self, theirs: str) -> tuple[str, list[str]]:
        """Return the challenge of the first game on the board of a game, and this visitor's games
        on it."""
        board = self._start_of(theirs).board or challenge_of(theirs)
        if owner(theirs) == self._visitor:
            return board, []
        names = self.journal.of(self._visitor)
        on_it = (
            name for name in names if board in (challenge_of(name), self._start_of(name).board)
        )
        return board, list(on_it)

    def _start_of(self, name: str) -> GameStart:
        game = self._awake.get(name)
        return game.start if game is not None else read_start(self.journal.read(name)[0])

    def _copied(self, theirs: str, board: str, name: str, known: bool) -> ServedGame:
        """Begin a game from the first lines of another one."""
        head, lines = self.journal.read(theirs)
        start = read_start(head)
        start = replace(start, name=name, board=board, known=start.known or known, at=time.time())
        dealt = [line for line in lines if isinstance(read_event(line), Redealt)]
        copied = [line_of(start), *(dealt if start.no_guess else ())]
        game = ServedGame.loaded(token_hex(8) + self._visitor, copied[0], copied[1:])
        self.journal.begin(game.name, "\n".join(copied))
        return game

    def _check_no_guess(self, setup: NewGame) -> None:
        """Raise ``InputError`` if the board cannot be dealt to need no guess."""
        if setup.world is not None:
            raise InputError("'no_guess' does not work with a world: leave it out")
        most, size = self._limits.no_guess_cells, (setup.width or 0) * (setup.height or 0)
        if setup.level is not None:
            size = Level.parse(setup.level).grid.size
        if size > most:
            raise InputError(f"with 'no_guess' a board has at most {most:,} cells, not {size:,}")

    async def find(self, name: str) -> ServedGame:
        """Return the game with this id. Raises ``MissingError``."""
        if owner(name) != self._visitor:
            raise MissingError(MISSING)
        if name in self._awake:
            self._awake.move_to_end(name)
            return self._awake[name]
        if name not in self.journal:
            raise MissingError(MISSING)
        game = await asyncio.to_thread(self._load, name)
        return self._awake[name] if name in self._awake else self._wake(game)

    async def work(self, name: str, task: Callable[[ServedGame], T]) -> T:
        """Run a task on the game with this id in a thread, while no other request may use it.

        A request that had to wait gets the game that is then in memory: the one that it waited for
        may have been dropped, and another request may have loaded and changed it. Raises
        ``MissingError`` if there is no such game.
        """
        while True:
            game = await self.find(name)
            async with game.lock:
                if self._awake.get(name) is not game:
                    continue
                events = game.events
                result = await asyncio.to_thread(task, game)
                if game.events != events and game.events % TRIM == 0:
                    self._wake(game)
                return result

    async def apply(self, name: str, event: Event, show: Callable[[ServedGame], T]) -> T:
        """Apply an event to the game with this id, and return what ``show`` makes of it."""

        def task(game: ServedGame) -> T:
            self.change(game, event)
            return show(game)

        return await self.work(name, task)

    def change(self, game: ServedGame, event: Event) -> None:
        """Apply an event to a game that is worked on, and save it.

        Raises ``IllegalMoveError`` if the event is not allowed or the game has too many moves.
        """
        self._check_room(game)
        if game.name not in self.journal:
            raise MissingError("this game was removed to make room for others")
        event = replace(_stored(event), at=time.time())
        session = game.session
        ended, pointed = session.ended, session.pointed
        game.apply(event)
        if isinstance(event, UserMoved | PlayerMoved):  # a path may not fit, or not be new
            event = replace(event, path=event.path[: session.pointed - pointed])
        line = line_of(event)
        game.written += len(line)
        try:
            self.journal.add(game.name, line)
        except InputError:
            self._awake.pop(game.name, None)  # the state on disk is the valid one
            raise
        if self._keep is not None:
            self._keep(game, ended)

    def _check_room(self, game: ServedGame) -> None:
        """Raise ``IllegalMoveError`` if a game has too many moves for one more, or if its file is
        too large."""
        most, size = self._limits.moves(game.position.grid.size), self._limits.game_disk
        if game.events >= most:
            raise IllegalMoveError(f"a game on this board can have at most {most:,} moves")
        if max(game.written, self.journal.size(game.name)) >= size:
            raise IllegalMoveError(f"the file of a game can have at most {size:,} bytes")

    def _load(self, name: str) -> ServedGame:
        head, lines = self.journal.read(name)
        try:
            return ServedGame.loaded(name, head, lines)
        except InputError as error:
            raise InputError(f"this game cannot be restored from its file: {error}") from None

    def _wake(self, game: ServedGame) -> ServedGame:
        """Keep a game in memory; drop those that were removed from the disk, and the least recently
        used games if memory runs short."""
        self._awake[game.name] = game
        for name in [name for name in self._awake if name not in self.journal]:
            del self._awake[name]
        spent = sum(each.memory for each in self._awake.values())
        for name, each in list(self._awake.items()):
            if spent <= self._limits.games_memory:
                break
            if each is not game and not each.lock.locked():
                del self._awake[name]
                spent -= each.memory
        return game
