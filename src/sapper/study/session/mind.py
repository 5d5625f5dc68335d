"""A player in the middle of a game, restored to its earlier state when moves are undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from sapper.game import Chance, Position
from sapper.game.deal import PLAYS
from sapper.players import Decision, Pass, Player


class Thinks(Protocol):
    """What a session gets the agent's decisions from: a ``Mind``, or one in another process."""

    def decide(self, position: Position, earlier: Sequence[Position]) -> Decision | Pass:
        """See ``Mind.decide``."""


#: Creates the ``Thinks`` of a player from the seed and number of its random numbers.
Minds = Callable[[Player, int, int], Thinks]


class Mind:
    """Asks a player for decisions, and rewinds it.

    Strategies remember a game and draw from one stream of random numbers, and neither can be
    rewound. Instead the player starts again and decides the earlier positions once more: with equal
    random numbers it makes equal decisions, and ends in the state it had then.
    """

    def __init__(self, player: Player, seed: int, number: int) -> None:
        self._player = player
        self._keys = (seed, PLAYS, number)
        self._decide: Callable[[Position], Decision | Pass] | None = None
        self._asked: list[Position] = []

    def decide(self, position: Position, earlier: Sequence[Position]) -> Decision | Pass:
        """Return the player's decision after it decided the ``earlier`` positions.

        The player starts again unless ``earlier`` begins with the positions it decided before.
        """
        decide, asked = self._decide, self._asked
        if decide is None or asked != list(earlier[: len(asked)]):
            decide, asked = self._player.begin(Chance(*self._keys)), []
        self._decide = None  # an interruption below leaves the player in an unknown state
        for before in earlier[len(asked) :]:
            decide(before)
        decision = decide(position)
        if isinstance(decision, Decision):  # a pass makes no move, so it must leave no trace
            self._decide, self._asked = decide, [*earlier, position]
        return decision
