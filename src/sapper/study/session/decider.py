"""A player in the middle of a game, asked for one decision after another, here or in a worker.

Strategies remember a game and draw from one stream of random numbers, and neither can be rewound.
A player is therefore in the right state if it has decided the same positions as before, in order:
the ``earlier`` ones of this line of the game. Where that state is still there, it goes on from it;
elsewhere it starts again and decides the earlier positions once more: with equal random numbers it
makes equal decisions, and ends in the state it had then.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from secrets import token_hex
from typing import Any

from sapper.game import Chance, Position
from sapper.game.deal import PLAYS
from sapper.players import Decision, Pass, Player
from sapper.players.own import StrategySource
from sapper.players.recipes import player_of, use_sources
from sapper.worker import Worker

KEPT = 8  #: states of players that a process keeps: the least recently used is dropped first

Answer = Decision | Pass


@dataclass(frozen=True)
class DecisionRequest:
    """What a player is asked: its decision in ``position`` after it decided the ``earlier`` ones.

    ``resumed`` names the state in which an earlier request left the player, and ``earlier`` has
    only the positions after it; if it is None, the player starts the game. ``left`` names the state
    that this request leaves. When pickled, the player becomes its recipe, and the sources of the
    strategies that are not sapper's.
    """

    player: Player | str
    seed: int
    number: int
    position: Position
    earlier: tuple[Position, ...]
    resumed: str | None
    left: str

    def __reduce__(self) -> tuple[object, ...]:
        _, *others = (getattr(self, field.name) for field in fields(self))
        own = () if isinstance(self.player, str) else self.player.own
        sources = tuple(one.source for one in own if one.source is not None)
        return _received, (sources, str(self.player), *others)


def _received(sources: Sequence[StrategySource], *values: Any) -> DecisionRequest:
    use_sources(sources)
    return DecisionRequest(*values)


#: Answers a request, or returns None if the state that it resumes is not there.
Decide = Callable[[DecisionRequest], Answer | None]


class RunningPlayers:
    """Players in the middle of games, each in the state that its last decision left."""

    def __init__(self, most: int = KEPT) -> None:
        self._most = most
        self._states: OrderedDict[str, Callable[[Position], Answer]] = OrderedDict()

    def decide(self, request: DecisionRequest) -> Answer | None:
        """Answer a request; None if the state that it resumes is not kept here.

        Raises ``RecipeError`` if the player that was sent is not known here, and its errors.
        Threads may share this object: a state belongs to one request at a time.
        """
        if request.resumed is None:
            found = request.player
            player = player_of(found)
            decide = player.begin(Chance(request.seed, PLAYS, request.number))
        elif (kept := self._states.pop(request.resumed, None)) is not None:
            decide = kept
        else:
            return None
        for before in request.earlier:
            decide(before)
        answer = decide(request.position)
        if isinstance(answer, Decision):  # a pass makes no move, so it must leave no trace
            self._states[request.left] = decide
            while len(self._states) > self._most:
                self._states.popitem(last=False)
        return answer


_running = RunningPlayers()  # of a worker process


def decide(request: DecisionRequest) -> Answer | None:
    """Answer a request with the players of this process."""
    return _running.decide(request)


class DecisionWorker(Worker):
    """A worker that decides for sessions, so that a decision can be stopped at once:
    ``Session(…, decide=worker.decide)``."""

    def decide(self, request: DecisionRequest) -> Answer | None:
        """Answer a request in the worker's process. Raises as ``call``."""
        return self.call(decide, request)


class Decider:
    """A player in the middle of a game, wherever it is asked.

    ``decide`` answers its requests; by default the player runs in this process. The last answer is
    kept, so to ask the same again costs nothing and changes nothing.
    """

    def __init__(
        self, player: Player, seed: int, number: int, decide: Decide | None = None
    ) -> None:
        self._player, self._seed, self._number = player, seed, number
        self._decide = decide or RunningPlayers(1).decide
        # What it was asked, and the state that this left. One value, as threads may ask it.
        self._reached: tuple[list[Position], str | None] = [], None
        self._last: tuple[list[Position], Answer] | None = None

    def decide(self, position: Position, earlier: Sequence[Position]) -> Answer:
        """Return the player's decision after it decided the ``earlier`` positions."""
        answer = self.known(position, earlier)
        if answer is None:
            request = self.request(position, earlier)
            answer = self._decide(request)
            if answer is None:
                request = self.request(position, earlier, restart=True)
                answer = self._decide(request)
                assert answer is not None, "a player that starts again resumes no state"
            self.answered(request, earlier, answer)
        return answer

    def known(self, position: Position, earlier: Sequence[Position]) -> Answer | None:
        """Return the last answer if this is what was asked last, else None."""
        last = self._last
        return last[1] if last is not None and last[0] == [*earlier, position] else None

    def request(
        self, position: Position, earlier: Sequence[Position], *, restart: bool = False
    ) -> DecisionRequest:
        """Return what to ask; ``restart`` if the state of the last request is lost.

        The player starts again unless ``earlier`` begins with the positions it decided before.
        """
        asked, state = self._reached
        done = len(asked)
        if restart or asked != list(earlier[:done]):
            state = None
        return DecisionRequest(
            player=self._player,
            seed=self._seed,
            number=self._number,
            position=position,
            earlier=tuple(earlier[done:] if state else earlier),
            resumed=state,
            left=token_hex(8),
        )

    def answered(
        self, request: DecisionRequest, earlier: Sequence[Position], answer: Answer
    ) -> None:
        """Note the answer to a request."""
        asked = [*earlier, request.position]
        self._last = asked, answer
        decided = isinstance(answer, Decision)  # a pass leaves no state
        self._reached = (asked, request.left) if decided else ([], None)
