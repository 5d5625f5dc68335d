"""The games of visitors: sessions of ``study``, kept on disk and loaded when needed."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from copy import copy
from pathlib import Path
from secrets import token_hex

from msgspec.structs import replace

from sapper.errors import IllegalMoveError, InputError, MissingError
from sapper.records.game import YOU
from sapper.study.session.events import Event, history
from sapper.study.session.setup import person_name
from sapper.study.session.text import line_of
from sapper.web.games.journal import Journal, owner
from sapper.web.games.served_game import GameStart, ServedGame
from sapper.web.http.limits import Limits
from sapper.web.views.setup import NewGame, begun, check_alone

MISSING = "there is no such game, or it was removed"
TRIM = 50  #: the memory in use is checked once per this many moves of a game


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
        self.journal = Journal(folder, limits.games, limits.games_age, limits.visitor_games)
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

    async def create(self, setup: NewGame) -> ServedGame:
        """Begin a new game. Raises like ``begun``."""
        return self._wake(await asyncio.to_thread(self._create, setup))

    def _create(self, setup: NewGame) -> ServedGame:
        if setup.challenge is not None:
            return self._challenged(setup)
        if setup.no_guess:
            self._check_no_guess(setup)
        session = begun(setup, self._limits.cells)
        start = GameStart.of(session, setup, time.time())
        game = ServedGame(token_hex(8) + self._visitor, session, start, waiting=start.no_guess)
        events = [replace(event, at=0.0) for event in history(session)]  # of a game to continue
        game.events = len(events)
        self._check_room(game)
        self.journal.begin(game.name, "\n".join(map(line_of, (start, *events))))
        return game

    def _challenged(self, setup: NewGame) -> ServedGame:
        """Begin a game on the board of another visitor's game, whose seed stays as secret.

        Raises ``MissingError`` if that game is gone, ``InputError`` for a wrong name or additional
        fields.
        """
        check_alone(setup, "challenge")
        theirs, name = self.journal.challenged(setup.challenge or ""), setup.name
        if theirs is None:
            raise MissingError("the game of this challenge was removed from the server")
        other = self._awake.get(theirs) or self._load(theirs)
        start = replace(
            other.start,
            name=YOU if name is None else person_name(name),
            known=other.start.known or owner(theirs) == self._visitor,
            at=time.time(),
        )
        lines = [line_of(line) for line in (start, other.redealt) if line is not None]
        game = ServedGame.loaded(token_hex(8) + self._visitor, lines[0], lines[1:])
        self.journal.begin(game.name, "\n".join(lines))
        return game

    def _check_no_guess(self, setup: NewGame) -> None:
        """Raise ``InputError`` if the board cannot be dealt to need no guess."""
        if setup.world is not None:
            raise InputError("'no_guess' does not work with a world: leave it out")
        most, size = self._limits.no_guess_cells, (setup.width or 0) * (setup.height or 0)
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

    @asynccontextmanager
    async def held(self, name: str) -> AsyncIterator[ServedGame]:
        """Lock the game with this id for one request, which may change it.

        A request that had to wait gets the game that is then in memory: the one that it waited for
        may have been dropped, and another request may have loaded and changed it. Raises
        ``MissingError`` if there is no such game.
        """
        while True:
            game = await self.find(name)
            async with game.lock:
                if self._awake.get(name) is game:
                    yield game
                    return

    async def change(self, game: ServedGame, event: Event) -> None:
        """Apply an event to a game whose lock is held, and save it.

        Raises ``IllegalMoveError`` if the event is not allowed or the game has too many moves.
        """
        await asyncio.to_thread(self._change, game, event)
        if game.events % TRIM == 0:
            self._wake(game)

    def _change(self, game: ServedGame, event: Event) -> None:
        self._check_room(game)
        if game.name not in self.journal:
            raise MissingError("this game was removed because it was too old")
        event = replace(event, at=time.time())
        ended = game.session.ended
        game.apply(event)
        try:
            self.journal.add(game.name, line_of(event))
        except InputError:
            self._awake.pop(game.name, None)  # the state on disk is the valid one
            raise
        if self._keep is not None:
            self._keep(game, ended)

    def _check_room(self, game: ServedGame) -> None:
        """Raise ``IllegalMoveError`` if a game has too many moves for one more."""
        most = self._limits.moves(game.position.grid.size)
        if game.events >= most:
            raise IllegalMoveError(f"a game on this board can have at most {most:,} moves")

    def _load(self, name: str) -> ServedGame:
        head, lines = self.journal.read(name)
        try:
            return ServedGame.loaded(name, head, lines)
        except InputError as error:
            raise InputError(f"this game cannot be restored from its file: {error}") from None

    def _wake(self, game: ServedGame) -> ServedGame:
        """Keep a game in memory; drop the least recently used games if memory runs short."""
        self._awake[game.name] = game
        spent = sum(each.memory for each in self._awake.values())
        for name, each in list(self._awake.items()):
            if spent <= self._limits.games_memory:
                break
            if each is not game and not each.lock.locked():
                del self._awake[name]
                spent -= each.memory
        return game
