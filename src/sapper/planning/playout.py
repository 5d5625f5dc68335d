"""Leaves that estimate the value of a new state by playing on from it."""

from __future__ import annotations

from typing import Generic

from sapper.planning.model import ActionT, Leaf, Luck, Model, OutcomeT, Policy, StateT, WorldT


def playout(
    model: Model[StateT, ActionT, WorldT, OutcomeT], policy: Policy[StateT, ActionT]
) -> Leaf[StateT, WorldT]:
    """Return a leaf that plays a policy to the end, in the world of the simulation."""

    def play(state: StateT, world: WorldT, luck: Luck) -> float:
        gained = 0.0
        while model.actions(state):
            action = policy(state, luck)
            outcome, reward, world = model.step(state, action, world, luck)
            state = model.after(state, action, outcome)
            gained += reward
        return gained

    return play


class Uniform(Generic[StateT, ActionT, WorldT, OutcomeT]):
    """The policy that chooses every action with the same probability."""

    def __init__(self, model: Model[StateT, ActionT, WorldT, OutcomeT]) -> None:
        self._model = model

    def __call__(self, state: StateT, luck: Luck) -> ActionT:
        """Return a random action."""
        actions = self._model.actions(state)
        return actions[luck.below(len(actions))]
