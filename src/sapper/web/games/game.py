"""A visitor's game: a session, and what the page adds to it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sapper.errors import IllegalMoveError
from sapper.game import Position
from sapper.game.level import SIZES
from sapper.history.session import seconds_of
from sapper.json_input import read_json
from sapper.study.puzzles.daily import PREFIX
from sapper.study.session.events import Event, PlayerMoved, Redealt, apply
from sapper.study.session.session import Session
from sapper.study.session.text import SessionStart, read_event
from sapper.web.views.showing import replay_json
from sapper.web.views.views import board_json, level_words, step_json, truth_json

CELL_BYTES = 70  #: memory of a cell, however many moves there are
MOVE_BYTES = 4_000  #: memory of a move besides the boards before and after it


class GameStart(SessionStart, frozen=True, kw_only=True):
    """The first line of a visitor's game.

    ``drawn`` says that the seed is random: it determines the deal, so it is shown only when the
    game ends. ``size`` is the size of world that was asked for: the world's name has the seed in
    it. ``no_guess`` asks for a deal that needs no guess after the first cell. ``known``
    says that the visitor may know the board: it comes from a file or a position, or was played
    before. ``at`` is the time.
    """

    drawn: bool = False
    size: str | None = None
    no_guess: bool = False
    known: bool = False
    at: float = 0.0

    @classmethod
    def of(cls, session: Session, setup: Mapping[str, Any], at: float) -> GameStart:
        """Return the first line of the game that a visitor asked for with ``setup``."""
        size = str(setup.get("world")).lower()
        return cls(
            **cls.fields_of(session),
            drawn=setup["seed"] is None and setup.get("record") is None,
            size=size if size in SIZES else None,
            no_guess=bool(setup.get("no_guess")),
            known=setup.get("record") is not None or setup.get("position") is not None,
            at=at,
        )


@dataclass
class ServedGame:
    """One game: its session, its first line, and what the page shows besides.

    ``player`` is the recipe that made the last move of a player. Only one request at a time may
    hold ``lock``.
    """

    name: str
    session: Session
    start: GameStart
    waiting: bool  #: for the first cell, after which it is dealt to need no guess
    player: str | None = None
    events: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        start, daily = self.start, self.session.world.name.startswith(PREFIX)
        self.session.set_origin(known=start.known, no_guess=daily, drawn=start.drawn)

    @classmethod
    def loaded(cls, name: str, head: str, lines: Sequence[str]) -> ServedGame:
        """Return the game of a file. Raises ``InputError`` for a damaged one."""
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

    def to_json(self) -> dict[str, Any]:
        """Return the whole game as the page shows it."""
        session, position = self.session, self.position
        return {
            "id": self.name,
            "kind": "play",
            "level": level_words(session.world.deal),
            "board": board_json(position),
            "moves": len(session.steps),
            **self.cursor(),
            "player": self.player,
            "no_guess": self.start.no_guess,
            "seconds": self.seconds(),
            "last": self.last(),
            **self.luck(),
            **self.truth(),
        }

    def cursor(self) -> dict[str, Any]:
        """Return where in the tree the game is."""
        session = self.session
        return {
            "undoable": session.undoable,
            "redoable": session.redoable,
            "node": session.tree.here.number,
            "ended": session.ended,
            "repaired": session.origin.repaired,
        }

    def last(self) -> dict[str, Any] | None:
        """Return the last step; None before the first move."""
        session = self.session
        if not session.undoable:
            return None
        return step_json(session.steps[-1], len(session.steps), session.before, session.position)

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
        if not self.session.origin.drawn or self.position.outcome != "playing":
            return found
        return {**found, "seed": None, "world": self.start.size or name}

    def answer(self, words: str = "") -> dict[str, Any]:
        """Return the answer to a move; if there is no step, ``words`` say why."""
        return {
            "step": None if words else self.last(),
            "words": words,
            **self.cursor(),
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
        """Return the time from the first move to now or to the end."""
        return seconds_of(self.session)

    def apply(self, event: Event) -> None:
        """Carry out an event.

        Raises ``IllegalMoveError`` or ``RulesError``, and changes nothing then.
        """
        apply(self.session, event)
        if isinstance(event, Redealt):
            self.waiting = False
            return
        self.events += 1
        if isinstance(event, PlayerMoved):
            self.player = event.player
