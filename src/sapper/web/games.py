"""The games that visitors play: sessions of ``study``, kept on disk, woken when they are needed."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from typing import Any

from sapper.errors import IllegalMoveError, InputError
from sapper.game import Move, Position
from sapper.game.world import SIZES
from sapper.records.record import Step
from sapper.study.session import Session
from sapper.web.errors import UnknownError
from sapper.web.journal import Event, Journal
from sapper.web.limits import Limits
from sapper.web.setup import begun
from sapper.web.showing import replay_json
from sapper.web.views import (
    board_json,
    decision_of,
    level_words,
    step_json,
    truth_json,
)

TRIM = 50  #: moves of a game after which memory is looked at again
DEALT = 70  #: bytes that are kept of a cell, whatever happens
TOLD = 4_000  #: bytes that are kept of a move besides the boards before and after it


@dataclass
class Game:
    """One game: its session, and what the page is told besides.

    ``setup`` is what was asked for; ``told`` has the JSON of every step made. ``times`` are the
    first and the last move's, in seconds since the epoch; ``player`` is the recipe that was asked
    for a move last. A seed ``drawn`` by lot names the deal, so that nobody is told it before the
    game is over. One request at a time holds ``lock``.
    """

    name: str
    setup: Mapping[str, Any]
    session: Session
    drawn: bool = False
    waiting: bool = False  # for the first cell opened, to be dealt so that nobody has to guess
    told: list[dict[str, Any]] = field(default_factory=list)
    times: tuple[float, float] | None = None
    player: str | None = None
    events: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def position(self) -> Position:
        """What is seen."""
        return self.session.position

    @property
    def memory(self) -> int:
        """About how many bytes it keeps."""
        size = self.position.grid.size
        return DEALT * size + (2 * size + TOLD) * (self.events + 1)

    def to_json(self) -> dict[str, Any]:
        """The whole game as the page shows it."""
        session, position = self.session, self.position
        return {
            "id": self.name,
            "kind": "play",
            "level": level_words(session.world.deal),
            "board": board_json(position),
            "moves": len(session.steps),
            "undoable": session.undoable,
            "redoable": session.redoable,
            "player": self.player,
            "no_guess": bool(self.setup.get("no_guess")),
            "seconds": self.seconds(),
            "last": self.told[-1] if self.told else None,
            **self.luck(),
            **self.truth(),
        }

    def steps(self) -> dict[str, Any]:
        """The whole game from its beginning."""
        luck = self.luck()
        found = {**replay_json(self.session.record()), "seed": luck["seed"]}
        return {**found, "level": luck["world"] or found["level"]}

    def record(self) -> str:
        """The record of the game. Raises ``IllegalMoveError`` before it is over."""
        if self.position.outcome == "playing":
            raise IllegalMoveError(
                "the game is not over: its record tells where the mines lie, and is there in the"
                " end"
            )
        return str(self.session.record())

    def luck(self) -> dict[str, Any]:
        """Which deal this is, as far as it may be told; the names of worlds that are dealt have
        the seed in them."""
        name, seed = self.session.world.name or None, self.session.seed
        found = {"seed": seed, "number": self.session.number, "world": name}
        if not self.drawn or self.position.outcome != "playing":
            return found
        asked = str(self.setup.get("world")).lower()
        return {**found, "seed": None, "world": asked if asked in SIZES else name}

    def answer(self, step: dict[str, Any] | None, words: str = "") -> dict[str, Any]:
        """The answer to a move; ``words`` say why nothing came of it where there is no step."""
        session = self.session
        return {
            "step": step,
            "words": words,
            "undoable": session.undoable,
            "redoable": session.redoable,
            "seconds": self.seconds(),
            "seed": self.luck()["seed"],
            **self.truth(),
        }

    def truth(self) -> dict[str, Any]:
        """Where everything lay, once the game is over."""
        if self.position.outcome == "playing":
            return {}
        record = self.session.record()
        return {"truth": truth_json(record.mines, record.gold)}

    def seconds(self) -> float:
        """On the clock: from the first move to now, or to the last one where the game is over."""
        if self.times is None:
            return 0.0
        first, last = self.times
        return max(0.0, (last if self.position.outcome != "playing" else time.time()) - first)

    # ---- what happens in it; each returns the JSON of the step

    def apply(self, event: Event) -> dict[str, Any]:
        """Do what an event says, or raise ``IllegalMoveError`` or ``RulesError`` and do nothing."""
        before = self.position
        match event["do"]:
            case "move":
                row, column = event["cell"]
                step = self.session.user(Move(event["action"], (row, column)))
            case "take":
                step = self.session.take(decision_of(event["decision"]))
            case "undo":
                self.session.undo()
                self.events += 1
                return self.told.pop() if self.told else {}  # a record's own steps are not told
            case "redo":
                step = self.session.redo()
            case "deal":
                return self._dealt(event["number"])
            case other:
                raise InputError(f"this game has an unknown event {other!r}")
        self.events += 1
        at = event.get("at", 0.0)
        self.times = (self.times[0] if self.times else at, at)
        told = self._tell(step, before)
        if event["do"] == "take":
            self.player = event["player"]
        return told

    def _dealt(self, number: int) -> dict[str, Any]:
        """Go on with another deal of the seed, as long as nothing is open; flags stay."""
        flags = [step.decision.move for step in self.session.steps]
        self.session = begun({**self.setup, "number": number})
        self.waiting = False
        self.told.clear()
        told: dict[str, Any] = {}
        for move in flags:
            before = self.position
            told = self._tell(self.session.user(move), before)
        return told

    def _tell(self, step: Step, before: Position) -> dict[str, Any]:
        self.told.append(step_json(step, len(self.session.steps), before, self.position))
        return self.told[-1]


class Games:
    """All games: those awake in memory, the others on disk.

    Whatever changes a game is on disk before it is answered. Work on sessions and files is done in
    threads, one request to a game at a time.
    """

    def __init__(self, folder: Path, limits: Limits) -> None:
        self._limits = limits
        self._journal = Journal(folder, limits.games, limits.games_age)
        self._awake: OrderedDict[str, Game] = OrderedDict()

    def close(self) -> None:
        """Leave the folder to other servers."""
        self._journal.close()

    @property
    def awake(self) -> tuple[str, ...]:
        """The games in memory, the longest untouched first."""
        return tuple(self._awake)

    async def create(self, setup: Mapping[str, Any]) -> Game:
        """A new game. Raises ``InputError`` as ``begun`` does."""
        return self._wake(await asyncio.to_thread(self._create, setup))

    def _create(self, setup: Mapping[str, Any]) -> Game:
        if setup["no_guess"]:
            self._check_no_guess(setup)
        session = begun(setup, self._limits.cells)
        kept = {**setup, "seed": session.seed, "number": session.number}
        drawn = setup["seed"] is None and setup.get("record") is None
        game = Game(token_hex(8), kept, session, drawn, waiting=bool(setup.get("no_guess")))
        self._journal.begin(game.name, {"setup": kept, "drawn": drawn, "at": time.time()})
        return game

    def _check_no_guess(self, setup: Mapping[str, Any]) -> None:
        """Raise ``InputError`` for boards that are not dealt without guesses."""
        if setup["world"] is not None:
            raise InputError("worlds are not dealt without guesses: leave 'no_guess' out")
        most, size = self._limits.no_guess_cells, (setup["width"] or 0) * (setup["height"] or 0)
        if size > most:
            raise InputError(f"boards dealt without guesses have at most {most:,} cells")

    async def find(self, name: str) -> Game:
        """The game of a name. Raises ``UnknownError``."""
        if name in self._awake:
            self._awake.move_to_end(name)
            return self._awake[name]
        if name not in self._journal:
            raise UnknownError("there is no such game here, or no more")
        game = await asyncio.to_thread(self._load, name)
        return self._awake[name] if name in self._awake else self._wake(game)

    @asynccontextmanager
    async def held(self, name: str) -> AsyncIterator[Game]:
        """The game of a name, for one request alone, who may change it. Raises ``UnknownError``.

        Whoever waited for it gets the game that is awake then: the one that he waited for may
        have been put to sleep, and another request have woken and changed it.
        """
        while True:
            game = await self.find(name)
            async with game.lock:
                if self._awake.get(name) is game:
                    yield game
                    return

    async def change(self, game: Game, event: Event) -> dict[str, Any]:
        """Let something happen in a game, whose lock is held, and keep it; the step's JSON.

        Raises ``IllegalMoveError`` where it is not allowed, or would be too much for one game.
        """
        told = await asyncio.to_thread(self._change, game, event)
        if game.events % TRIM == 0:
            self._wake(game)
        return told

    def _change(self, game: Game, event: Event) -> dict[str, Any]:
        most = self._limits.moves(game.position.grid.size)
        if game.events >= most:
            raise IllegalMoveError(f"a game on this board has at most {most:,} moves here")
        event = {**event, "at": time.time()}
        if game.name not in self._journal:
            raise UnknownError("this game is too old: it was forgotten")
        told = game.apply(event)
        try:
            self._journal.add(game.name, event)
        except InputError:
            self._awake.pop(game.name, None)  # what is on disk is the game
            raise
        return told

    def _load(self, name: str) -> Game:
        head, events = self._journal.read(name)
        try:
            setup = head["setup"]
            session = begun(setup, self._limits.cells)
            drawn = bool(head.get("drawn"))
            game = Game(name, setup, session, drawn, waiting=bool(setup.get("no_guess")))
            for event in events:
                game.apply(event)
        except (InputError, KeyError, TypeError, ValueError):
            raise InputError("this game cannot be played through as it was kept") from None
        return game

    def _wake(self, game: Game) -> Game:
        """Keep a game in memory, and let the longest untouched sleep where that is too much."""
        self._awake[game.name] = game
        spent = sum(each.memory for each in self._awake.values())
        for name, each in list(self._awake.items()):
            if spent <= self._limits.games_memory:
                break
            if each is not game and not each.lock.locked():
                del self._awake[name]
                spent -= each.memory
        return game
