"""Leaves that estimate the value of a new state by playing on from it."""

from __future__ import annotations

from typing import Generic

from sapper.planning.model import Action, Leaf, Luck, Model, Outcome, Policy, State, World


def playout(
    model: Model[State, Action, World, Outcome], policy: Policy[State, Action]
) -> Leaf[State, World]:
    """Return a leaf that plays a policy to the end, in the world of the simulation."""

    def play(state: State, world: World, luck: Luck) -> float:
        gained = 0.0
        while model.actions(state):
            action = policy(state, luck)
            outcome, reward, world = model.step(state, action, world, luck)
            state = model.after(state, action, outcome)
            gained += reward
        return gained

    return play


class Uniform(Generic[State, Action, World, Outcome]):
    """The policy that chooses every action with the same probability."""

    def __init__(self, model: Model[State, Action, World, Outcome]) -> None:
        self._model = model

    def __call__(self, state: State, luck: Luck) -> Action:
        """Return a random action."""
        actions = self._model.actions(state)
        return actions[luck.below(len(actions))]
