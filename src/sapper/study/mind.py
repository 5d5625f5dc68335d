"""A player in the middle of a game, put back to where it was after moves are taken back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from sapper.game import Chance, Position
from sapper.game.deal import PLAYS
from sapper.players import Decision, Pass, Player


class Thinks(Protocol):
    """What a session asks for the agent's decisions; a ``Mind``, or one that is elsewhere."""

    def decide(self, position: Position, earlier: Sequence[Position]) -> Decision | Pass:
        """See ``Mind.decide``."""


#: Makes what thinks for a player, from the seed and the number of its luck.
Minds = Callable[[Player, int, int], Thinks]


class Mind:
    """Asks a player, and makes it forget.

    Strategies remember a game and draw from one stream of luck, so neither can be turned back.
    Instead the player begins anew and decides the earlier positions again: equal luck, equal
    decisions, so it ends up as if it had never been asked more.
    """

    def __init__(self, player: Player, seed: int, number: int) -> None:
        self._player = player
        self._keys = (seed, PLAYS, number)
        self._decide: Callable[[Position], Decision | Pass] | None = None
        self._asked: list[Position] = []

    def decide(self, position: Position, earlier: Sequence[Position]) -> Decision | Pass:
        """What the player decides after it decided ``earlier``.

        Unless these begin with what it was asked before, it begins anew.
        """
        decide, asked = self._decide, self._asked
        if decide is None or asked != list(earlier[: len(asked)]):
            decide, asked = self._player.begin(Chance(*self._keys)), []
        self._decide = None  # whatever interrupts what follows leaves a player nobody knows
        for before in earlier[len(asked) :]:
            decide(before)
        decision = decide(position)
        if isinstance(decision, Decision):  # a pass is no move, so it must leave no trace
            self._decide, self._asked = decide, [*earlier, position]
        return decision
