"""The games of visitors: sessions of ``study``, kept on disk and loaded when they are needed."""

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
from sapper.records.plain import decision_of
from sapper.records.step import Step
from sapper.study.session.session import Session
from sapper.web.games.journal import Event, Journal
from sapper.web.http.errors import UnknownError
from sapper.web.http.limits import Limits
from sapper.web.views.setup import begun
from sapper.web.views.showing import replay_json
from sapper.web.views.views import (
    board_json,
    level_words,
    step_json,
    truth_json,
)

TRIM = 50  #: moves of a game after which the memory in use is checked again
CELL_BYTES = 70  #: memory of a cell, however many moves there are
MOVE_BYTES = 4_000  #: memory of a move besides the boards before and after it


@dataclass
class Game:
    """One game: its session, and what else the page shows of it.

    ``setup`` has the fields of the request that created it, ``steps_json`` the JSON of every step.
    ``times`` are the times of the first and the last move, in seconds since the epoch; ``player``
    is the recipe that made the last move of a player. ``drawn`` says that the seed is random: it
    determines the deal, so it is shown only when the game ends. Only one request at a time may hold
    ``lock``.
    """

    name: str
    setup: Mapping[str, Any]
    session: Session
    drawn: bool = False
    waiting: bool = False  # for the first cell, after which it is dealt to need no guess
    steps_json: list[dict[str, Any]] = field(default_factory=list)
    times: tuple[float, float] | None = None
    player: str | None = None
    events: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def position(self) -> Position:
        """The current position."""
        return self.session.position

    @property
    def memory(self) -> int:
        """The approximate memory of the game in bytes."""
        size = self.position.grid.size
        return CELL_BYTES * size + (2 * size + MOVE_BYTES) * (self.events + 1)

    def to_json(self) -> dict[str, Any]:
        """Return the whole game as the page shows it."""
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
            "last": self.steps_json[-1] if self.steps_json else None,
            **self.luck(),
            **self.truth(),
        }

    def steps(self) -> dict[str, Any]:
        """Return the whole game from its beginning."""
        luck = self.luck()
        found = {**replay_json(self.session.record()), "seed": luck["seed"]}
        return {**found, "level": luck["world"] or found["level"]}

    def record(self) -> str:
        """Return the record of the game. Raises ``IllegalMoveError`` before the game is over."""
        if self.position.outcome == "playing":
            raise IllegalMoveError(
                "the record shows the mines, so you can only get it when the game is over"
            )
        return self.session.record().text

    def luck(self) -> dict[str, Any]:
        """Return which deal this is, without a random seed while the game lasts.

        The names of dealt worlds contain the seed, so they are left out as well.
        """
        name, seed = self.session.world.name or None, self.session.seed
        found = {"seed": seed, "number": self.session.number, "world": name}
        if not self.drawn or self.position.outcome != "playing":
            return found
        asked = str(self.setup.get("world")).lower()
        return {**found, "seed": None, "world": asked if asked in SIZES else name}

    def answer(self, step: dict[str, Any] | None, words: str = "") -> dict[str, Any]:
        """Return the answer to a move; if there is no step, ``words`` say why."""
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
        """Return where everything lay, if the game is over."""
        if self.position.outcome == "playing":
            return {}
        record = self.session.record()
        return {"truth": truth_json(record.mines, record.gold)}

    def seconds(self) -> float:
        """Return the time from the first move to now, or to the last move if the game is over."""
        if self.times is None:
            return 0.0
        first, last = self.times
        return max(0.0, (last if self.position.outcome != "playing" else time.time()) - first)

    # ---- changes; each returns the JSON of the step

    def apply(self, event: Event) -> dict[str, Any]:
        """Carry out an event; return the JSON of its step.

        Raises ``IllegalMoveError`` or ``RulesError``, and changes nothing then.
        """
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
                return self.steps_json.pop() if self.steps_json else {}  # {}: a step of a record
            case "redo":
                step = self.session.redo()
            case "deal":
                return self._dealt(event["number"])
            case other:
                raise InputError(f"this game has an unknown event {other!r}")
        self.events += 1
        at = event.get("at", 0.0)
        self.times = (self.times[0] if self.times else at, at)
        made = self._note(step, before)
        if event["do"] == "take":
            self.player = event["player"]
        return made

    def _dealt(self, number: int) -> dict[str, Any]:
        """Replace the deal by another one of the seed before anything is open; flags stay."""
        flags = [step.decision.move for step in self.session.steps]
        self.session = begun({**self.setup, "number": number})
        self.waiting = False
        self.steps_json.clear()
        last: dict[str, Any] = {}
        for move in flags:
            before = self.position
            last = self._note(self.session.user(move), before)
        return last

    def _note(self, step: Step, before: Position) -> dict[str, Any]:
        self.steps_json.append(step_json(step, len(self.session.steps), before, self.position))
        return self.steps_json[-1]


class Games:
    """All games: some awake in memory, the others on disk.

    Every change of a game is on disk before it is answered. Sessions and files are used in threads,
    by one request per game at a time.
    """

    def __init__(self, folder: Path, limits: Limits) -> None:
        self._limits = limits
        self._journal = Journal(folder, limits.games, limits.games_age)
        self._awake: OrderedDict[str, Game] = OrderedDict()

    def close(self) -> None:
        """Release the folder for other servers."""
        self._journal.close()

    @property
    def awake(self) -> tuple[str, ...]:
        """The games in memory, the least recently used first."""
        return tuple(self._awake)

    async def create(self, setup: Mapping[str, Any]) -> Game:
        """Begin a new game. Raises ``InputError`` as ``begun`` does."""
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
        """Raise ``InputError`` for boards that cannot be dealt to need no guess."""
        if setup["world"] is not None:
            raise InputError("'no_guess' does not work with a world: leave it out")
        most, size = self._limits.no_guess_cells, (setup["width"] or 0) * (setup["height"] or 0)
        if size > most:
            raise InputError(f"with 'no_guess' a board has at most {most:,} cells, not {size:,}")

    async def find(self, name: str) -> Game:
        """Return the game with this id. Raises ``UnknownError``."""
        if name in self._awake:
            self._awake.move_to_end(name)
            return self._awake[name]
        if name not in self._journal:
            raise UnknownError("there is no such game, or it was removed")
        game = await asyncio.to_thread(self._load, name)
        return self._awake[name] if name in self._awake else self._wake(game)

    @asynccontextmanager
    async def held(self, name: str) -> AsyncIterator[Game]:
        """Lock the game with this id for one request, which may change it.

        A request that had to wait gets the game that is awake by then: the one that it waited for
        may have been put to sleep, and another request may have loaded and changed it. Raises
        ``UnknownError`` if there is no such game.
        """
        while True:
            game = await self.find(name)
            async with game.lock:
                if self._awake.get(name) is game:
                    yield game
                    return

    async def change(self, game: Game, event: Event) -> dict[str, Any]:
        """Carry out an event in a game whose lock is held, and save it; return the step's JSON.

        Raises ``IllegalMoveError`` if the event is not allowed or the game has too many moves.
        """
        step = await asyncio.to_thread(self._change, game, event)
        if game.events % TRIM == 0:
            self._wake(game)
        return step

    def _change(self, game: Game, event: Event) -> dict[str, Any]:
        most = self._limits.moves(game.position.grid.size)
        if game.events >= most:
            raise IllegalMoveError(f"a game on this board can have at most {most:,} moves")
        event = {**event, "at": time.time()}
        if game.name not in self._journal:
            raise UnknownError("this game was removed because it was too old")
        step = game.apply(event)
        try:
            self._journal.add(game.name, event)
        except InputError:
            self._awake.pop(game.name, None)  # the state on disk is the valid one
            raise
        return step

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
            raise InputError("this game cannot be restored from its file") from None
        return game

    def _wake(self, game: Game) -> Game:
        """Keep a game in memory; drop the least recently used ones if memory runs short."""
        self._awake[game.name] = game
        spent = sum(each.memory for each in self._awake.values())
        for name, each in list(self._awake.items()):
            if spent <= self._limits.games_memory:
                break
            if each is not game and not each.lock.locked():
                del self._awake[name]
                spent -= each.memory
        return game
