"""Runs a player through a game, one decision at a time, in this process or in a worker.

Strategies keep a memory of the game and draw from a stream of random numbers, and neither can be
rewound. So a player is in the right state only if it has decided the ``earlier`` positions of this
line, in order. A process that still holds this state continues from it. Any other process replays
the earlier positions from the start: with the same random numbers the player makes the same
decisions, and ends in the same state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from secrets import token_hex
from typing import Any

from sapper.game import Chance, Position
from sapper.game.deal import PLAYS
from sapper.lazy import Recent
from sapper.players.decision import Decision, Pass
from sapper.players.own import StrategySource
from sapper.players.recipes import Player, player_of, use_sources
from sapper.worker import Worker

MAX_STATES = 8  #: of players that a process keeps

Answer = Decision | Pass


@dataclass(frozen=True)
class DecisionRequest:
    """A request for a player's decision in ``position``, after it decided the ``earlier`` ones.

    ``resumed`` names the state in which a previous request left the player, and ``earlier`` then
    holds only the positions after it; without it, the player starts the game. ``left`` names the
    state that this request leaves. A pickled request holds the player's recipe, and the sources of
    strategies that do not come with sapper.
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
        sources = tuple(strategy.source for strategy in own if strategy.source is not None)
        return _received, (sources, str(self.player), *others)


def _received(sources: Sequence[StrategySource], *values: Any) -> DecisionRequest:
    use_sources(sources)
    return DecisionRequest(*values)


#: Answers a request, or returns None if the state that it resumes is not there.
Decide = Callable[[DecisionRequest], Answer | None]


class RunningPlayers:
    """The states of players in unfinished games, each as its last decision left it."""

    def __init__(self, most: int = MAX_STATES) -> None:
        self._states: Recent[str, Callable[[Position], Answer]] = Recent(most)

    def decide(self, request: DecisionRequest) -> Answer | None:
        """Answer a request, or return None if the state that it resumes is not held here.

        Raises ``RecipeError`` if this process does not know the player, and whatever the player
        raises. Threads may share this object: each state serves one request at a time.
        """
        if request.resumed is None:
            asked = request.player
            player = player_of(asked)
            decide = player.begin(Chance(request.seed, PLAYS, request.number))
        elif (kept := self._states.pop(request.resumed, None)) is not None:
            decide = kept
        else:
            return None
        for before in request.earlier:
            decide(_fresh(before))
        answer = decide(_fresh(request.position))
        if isinstance(answer, Decision):  # a pass makes no move, so it must not change the state
            self._states[request.left] = decide
        return answer


def _fresh(position: Position) -> Position:
    """Return a copy without cached values, which would outlive the decision in a game's memory."""
    return position.with_cells(position.cells, position.signs)


_running = RunningPlayers()  # of a worker process


def decide(request: DecisionRequest) -> Answer | None:
    """Answer a request with the players of this process."""
    return _running.decide(request)


class DecisionWorker(Worker):
    """A worker process for the decisions of sessions, which can be stopped at once:
    ``Session(…, decide=worker.decide)``."""

    def decide(self, request: DecisionRequest) -> Answer | None:
        """Answer a request in the worker's process. Raises as ``call``."""
        return self.call(decide, request)


class Decider:
    """A player in one game, wherever it runs.

    ``decide`` answers the requests; by default the player runs in this process. The last answer is
    cached, so asking for it again is free and changes nothing.
    """

    def __init__(
        self, player: Player, seed: int, number: int, decide: Decide | None = None
    ) -> None:
        self._player, self._seed, self._number = player, seed, number
        self._decide = decide or RunningPlayers(1).decide
        # The positions decided, and the state that they left: one value, as threads share it.
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
        """Return the last answer if it was to the same positions, else None."""
        last = self._last
        return last[1] if last is not None and last[0] == [*earlier, position] else None

    def request(
        self, position: Position, earlier: Sequence[Position], *, restart: bool = False
    ) -> DecisionRequest:
        """Return the next request; pass ``restart`` if the state of the last one is lost.

        The player starts again unless ``earlier`` extends the positions that it decided last.
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
        """Remember the answer to a request."""
        asked = [*earlier, request.position]
        self._last = asked, answer
        decided = isinstance(answer, Decision)  # a pass leaves no state
        self._reached = (asked, request.left) if decided else ([], None)
