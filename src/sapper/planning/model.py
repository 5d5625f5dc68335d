"""The seam to a problem: what a planner has to be able to ask.

A *state* is what the decider knows, a *world* what is really the case behind it. A simulation
draws one world and plays in it, so a planner meets every observation as often as it occurs, but
decides by states alone (Silver & Veness 2010, "Monte-Carlo Planning in Large POMDPs").
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol, TypeVar

State = TypeVar("State")
Action = TypeVar("Action")
World = TypeVar("World")
Outcome = TypeVar("Outcome", bound=Hashable)
StateIn = TypeVar("StateIn", contravariant=True)
ActionIn = TypeVar("ActionIn", contravariant=True)
WorldIn = TypeVar("WorldIn", contravariant=True)
OutcomeIn = TypeVar("OutcomeIn", contravariant=True)
ActionOut = TypeVar("ActionOut", covariant=True)


class Luck(Protocol):
    """Where random numbers come from; ``sapper.Chance`` is one."""

    def below(self, n: int, /) -> int:
        """A uniform integer from 0 to n - 1."""

    def random(self) -> float:
        """A uniform float in [0, 1)."""


class Model(Protocol[State, Action, World, Outcome]):
    """A decision problem for one, against luck.

    Equal outcomes of an action in a state bring the same reward and lead to the same state. No
    game may go on for ever.
    """

    def world(self, state: State, luck: Luck, /) -> World:
        """A world behind a state, as likely as it is there; asked only where there is a choice."""

    def actions(self, state: State, /) -> Sequence[Action]:
        """What can be done, the most promising first; one is forced, none means it is over."""

    def step(
        self, state: State, action: Action, world: World, luck: Luck, /
    ) -> tuple[Outcome, float, World]:
        """What is observed, the reward that it brings, and the world from there on.

        Worlds are values: the one given stays as it is.
        """

    def after(self, state: State, action: Action, outcome: Outcome, /) -> State:
        """The state that an outcome leads to."""


class Odds(Protocol[StateIn, ActionIn, OutcomeIn]):
    """What some models know exactly, so that a planner need not learn it from draws."""

    @property
    def gains(self) -> tuple[float, float]:
        """The least and the most that can still be gained, from any state."""

    def odds(self, state: StateIn, action: ActionIn, outcome: OutcomeIn, /) -> float:
        """How likely an outcome is that was met: above 0, and 1 for all of an action together."""

    def bounds(self, state: StateIn, action: ActionIn, /) -> tuple[float, float]:
        """What an action is worth at least and at most if all goes on as well as it can.

        In the order of a state's actions the upper bounds do not rise. The widest are ``gains``.
        """


class Leaf(Protocol[StateIn, WorldIn]):
    """What a state that is new to the tree is worth, as far as one simulation can tell."""

    def __call__(self, state: StateIn, world: WorldIn, luck: Luck, /) -> float:
        """The rewards still to come."""


class Policy(Protocol[StateIn, ActionOut]):
    """A way to play that knows the state, never the world."""

    def __call__(self, state: StateIn, luck: Luck, /) -> ActionOut:
        """What to do in a state that is not over."""
