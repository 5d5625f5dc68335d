"""The interface between a planner and a decision problem.

A *state* is the decision maker's knowledge, and a *world* is a possible truth behind it. A
simulation samples one world and plays in it, so the planner sees every observation with its true
frequency but decides by states alone (Silver & Veness 2010, "Monte-Carlo Planning in Large
POMDPs").
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol, TypeVar

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
WorldT = TypeVar("WorldT")
OutcomeT = TypeVar("OutcomeT", bound=Hashable)
StateIn = TypeVar("StateIn", contravariant=True)
ActionIn = TypeVar("ActionIn", contravariant=True)
WorldIn = TypeVar("WorldIn", contravariant=True)
OutcomeIn = TypeVar("OutcomeIn", contravariant=True)
ActionOut = TypeVar("ActionOut", covariant=True)


class Luck(Protocol):
    """A source of random numbers, such as ``sapper.Chance``."""

    def below(self, n: int, /) -> int:
        """Return a uniform integer from 0 to n - 1."""

    def random(self) -> float:
        """Return a uniform float in [0, 1)."""


class Model(Protocol[StateT, ActionT, WorldT, OutcomeT]):
    """A decision problem of one player under uncertainty.

    Equal outcomes of an action in a state have the same reward and lead to the same state. Every
    game must end.
    """

    def world(self, state: StateT, luck: Luck, /) -> WorldT:
        """Sample a world of a state by its probability; called only where there is a choice."""

    def actions(self, state: StateT, /) -> Sequence[ActionT]:
        """Return the possible actions, the most promising first.

        A single action is forced; without actions, the game is over.
        """

    def step(
        self, state: StateT, action: ActionT, world: WorldT, luck: Luck, /
    ) -> tuple[OutcomeT, float, WorldT]:
        """Return the observed outcome, its reward, and the world after it.

        Worlds are values: the argument does not change.
        """

    def after(self, state: StateT, action: ActionT, outcome: OutcomeT, /) -> StateT:
        """Return the state that an outcome leads to."""


class Odds(Protocol[StateIn, ActionIn, OutcomeIn]):
    """Quantities that some models know exactly, so that a planner need not estimate them."""

    @property
    def gains(self) -> tuple[float, float]:
        """The least and the greatest gain still possible from any state."""

    def odds(self, state: StateIn, action: ActionIn, outcome: OutcomeIn, /) -> float:
        """Return the probability of an outcome: positive, with a sum of 1 over the outcomes of an
        action."""

    def bounds(self, state: StateIn, action: ActionIn, /) -> tuple[float, float]:
        """Return bounds on the value of an action followed by perfect play.

        Upper bounds must not rise in the order of a state's actions. The widest bounds are
        ``gains``.
        """


class Leaf(Protocol[StateIn, WorldIn]):
    """An estimate of the value of a state new to the tree, from one simulation."""

    def __call__(self, state: StateIn, world: WorldIn, luck: Luck, /) -> float:
        """Return the sum of the future rewards."""


class Policy(Protocol[StateIn, ActionOut]):
    """A way to play that sees the state but not the world."""

    def __call__(self, state: StateIn, luck: Luck, /) -> ActionOut:
        """Return the action in a non-terminal state."""
