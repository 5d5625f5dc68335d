"""Players as policies, and policies as players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sapper.errors import InputError
from sapper.game import Chance, Position
from sapper.game.deal import PLAYS
from sapper.game.move import Action
from sapper.gym.environment import Info, Observation
from sapper.gym.spaces import Moves, Sight
from sapper.players import Decision, Pass, Player, Reason
from sapper.players import player as read_recipe
from sapper.players.player import Link

#: A function from an observation and its ``info`` to the number of an action.
Policy = Callable[[Observation, Info], int]


class PlayerPolicy:
    """A player as a policy: ``policy(observation, info)`` returns the number of its move.

    When ``info`` reports no moves, the player starts a new game with the random numbers of that
    game in a match, so it plays every game as it does there. Raises ``InputError`` if all its
    strategies pass, or if its move is not among ``actions``.
    """

    def __init__(self, player: Player | str, actions: tuple[Action, ...] = ("open",)) -> None:
        self.player = read_recipe(player) if isinstance(player, str) else player
        self.actions = actions
        self._decide: Callable[[Position], Decision | Pass] | None = None

    def __call__(self, observation: Observation, info: Info) -> int:
        """Return the action for an observation; only ``info`` is used."""
        position: Position = info["position"]
        if self._decide is None or not info["moves"]:
            self._decide = self.player.begin(Chance(info["seed"], PLAYS, info["number"]))
        decision = self._decide(position)
        if isinstance(decision, Pass):
            raise InputError(f"the player {self.player} passes: {decision.words}")
        return Moves(position.grid, self.actions).number(decision.move)


@dataclass
class PolicyStrategy:
    """A policy as a strategy, which sees a position as an environment shows it.

    Its decisions count as guesses, because a policy does not report what it knows.
    """

    policy: Policy
    actions: tuple[Action, ...] = ("open",)
    name: str = "policy"
    moves: int = 0

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Return the policy's move, or a pass if none of its actions is legal."""
        numbers = Moves(position.grid, self.actions)
        mask: NDArray[np.int8] = numbers.legal(position)
        if not mask.any():
            return Pass(self.name, "none of its actions is legal here")
        info = {"action_mask": mask, "position": position, "moves": self.moves}
        action = int(self.policy(Sight(position.grid, position.rules)(position), info))
        self.moves += 1
        reason = Reason("policy", "the policy chose this move")
        return Decision(numbers.move(action), self.name, reason, None)


def player_of(policy: Policy, actions: tuple[Action, ...] = ("open",)) -> Player:
    """Return a player whose only strategy is the policy, for ``sapper.play`` and the like.

    For a ``PlayerPolicy``, this is its player.
    """
    if isinstance(policy, PlayerPolicy):
        return policy.player
    return Player("policy", (Link("policy", lambda: PolicyStrategy(policy, actions)),))
