"""Leaves: what a new state is worth, by playing on from it."""

from __future__ import annotations

from typing import Generic

from sapper.planning.model import Action, Leaf, Luck, Model, Outcome, Policy, State, World


def playout(
    model: Model[State, Action, World, Outcome], policy: Policy[State, Action]
) -> Leaf[State, World]:
    """The leaf that plays a policy to the end, in the world of the simulation."""

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
    """The policy that knows nothing: every action is equally likely."""

    def __init__(self, model: Model[State, Action, World, Outcome]) -> None:
        self._model = model

    def __call__(self, state: State, luck: Luck) -> Action:
        """Any action."""
        actions = self._model.actions(state)
        return actions[luck.below(len(actions))]
