"""Upper confidence trees: a search that grows a tree within a budget, with playouts at its
leaves."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from math import inf, log
from numbers import Real
from typing import Generic, Literal

from sapper.errors import InputError
from sapper_agents.planning.model import (
    ActionT,
    Leaf,
    Luck,
    Model,
    Odds,
    OutcomeT,
    Policy,
    StateT,
    WorldT,
)
from sapper_agents.planning.nodes import (
    SURE,
    ActionScore,
    Arm,
    Reply,
    Summary,
    Ucb1Tuned,
    UcbV,
    Widening,
    deviation,
    summarise,
)
from sapper_agents.planning.tree import Backup, Growth


def playout(
    model: Model[StateT, ActionT, WorldT, OutcomeT], policy: Policy[StateT, ActionT]
) -> Leaf[StateT, WorldT]:
    """Return a leaf evaluation that plays a policy to the end in the world of the simulation."""

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
    """The uniformly random policy."""

    def __init__(self, model: Model[StateT, ActionT, WorldT, OutcomeT]) -> None:
        self._model = model

    def __call__(self, state: StateT, luck: Luck) -> ActionT:
        """Return a random action."""
        actions = self._model.actions(state)
        return actions[luck.below(len(actions))]


#: Why a search ended: there was no choice; the simulations or the seconds were used up; the best
#: action is separated from the others with the given confidence; the remaining simulations cannot
#: change the recommendation; or no action can be better.
Stop = Literal["forced", "simulations", "seconds", "confident", "decided", "proved"]
Final = Literal["visits", "mean"]

_LOOK = 16  #: simulations between two checks for an early end


@dataclass(frozen=True)
class Settings:
    """The settings of a search.

    - ``score``: chooses the action to try next.
    - ``actions``, ``outcomes``: limit the children; None for no limit.
    - ``final``: the recommended action: the most visited one (the "robust child" of Chaslot et al.
      2008, "Progressive strategies for Monte-Carlo tree search") or the one with the highest mean.
    - ``backup``: the mean of all simulations (UCT), or weighted by the squares of visits: close to
      the mean while all actions are tried equally often, and to the "robust max" of Coulom 2006
      ("Efficient selectivity and backup operators in Monte-Carlo tree search") once one is tried
      most, so that exploration below an action hardly counts against it.
    - ``shared``: equal states are one node, however they were reached.
    """

    score: ActionScore = field(default_factory=Ucb1Tuned)
    actions: Widening | None = None
    outcomes: Widening | None = None
    final: Final = "visits"
    backup: Backup = "mean"
    shared: bool = False


#: Every action and every outcome, by UCB1-tuned.
PLAIN = Settings()
#: UCB-V and double progressive widening, as their authors define them.
WIDENED = Settings(UcbV(), Widening(0.5), Widening(0.25))


@dataclass(frozen=True)
class Budget:
    """The budget of a search: it stops after ``simulations`` or ``seconds``, or once the best
    action beats all others with this ``confidence`` (see ``nodes.deviation``), whichever comes
    first.

    Raises ``InputError`` unless simulations or seconds are limited, and all limits are positive.
    """

    simulations: int | None = None
    seconds: float | None = None
    confidence: float | None = None

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise InputError("a search needs a limit: simulations or seconds")
        if self.simulations is not None and not (
            type(self.simulations) is int and self.simulations >= 1
        ):
            raise InputError(f"simulations is a whole number from 1, not {self.simulations}")
        if self.seconds is not None and not 0.0 < _figure(self.seconds) < inf:
            raise InputError(f"seconds is a finite number above 0, not {self.seconds}")
        if self.confidence is not None and not 0.0 < _figure(self.confidence) < 1.0:
            raise InputError(f"confidence is a number between 0 and 1, not {self.confidence}")


def _figure(value: object) -> float:
    """Return a number; -1 for anything else."""
    return -1.0 if isinstance(value, bool) or not isinstance(value, Real) else float(value)


class Search(Generic[StateT, ActionT, WorldT, OutcomeT]):
    """A tree that is kept from decision to decision: ``run``, act, ``advance``, ``run`` …

    - ``model``: the decision problem, and ``state``: the first state to decide.
    - ``leaf``: estimates the value of a state new to the tree, such as ``playout``.
    - ``settings``: how the tree grows, ``PLAIN`` by default.
    - ``odds``: exact probabilities and bounds, if the model has them; usually the model itself.
    """

    def __init__(
        self,
        model: Model[StateT, ActionT, WorldT, OutcomeT],
        state: StateT,
        leaf: Leaf[StateT, WorldT],
        settings: Settings = PLAIN,
        odds: Odds[StateT, ActionT, OutcomeT] | None = None,
    ) -> None:
        self._model, self._settings, self._odds = model, settings, odds
        self._growth = Growth(
            model,
            leaf,
            settings.score,
            settings.actions,
            settings.outcomes,
            backup=settings.backup,
            shared=settings.shared,
            odds=odds,
        )
        self._root = self._growth.node(state)

    @property
    def state(self) -> StateT:
        """The state to decide."""
        return self._root.state

    @property
    def visits(self) -> int:
        """The number of simulations through this state, including those before ``advance``."""
        return self._root.visits

    def run(self, budget: Budget, luck: Luck) -> Stop:
        """Simulate until the budget is used up or no more simulations are needed.

        The budget applies to this run alone. With a single action, or none because the game is
        over, no simulation is run and the result is "forced".
        """
        if len(self._root.actions) < 2:
            return "forced"
        ends = None if budget.seconds is None else time.perf_counter() + budget.seconds
        done = 0
        while True:
            if budget.simulations is not None and done >= budget.simulations:
                return "simulations"
            if ends is not None and time.perf_counter() >= ends:
                return "seconds"
            if done % _LOOK == 0:
                if self._proved():
                    return "proved"
                if budget.confidence is not None and self._separated(budget.confidence):
                    return "confident"
                if budget.simulations is not None and self._decided(budget.simulations - done):
                    return "decided"
            self._growth.simulate(self._root, luck)
            done += 1

    @property
    def best(self) -> ActionT:
        """The recommended action; before any simulation, the first one.

        Raises ``InputError`` if the game is over.
        """
        if not self._root.actions:
            raise InputError("the game is over, so there is no action to recommend")
        ranked = self._ranked()
        return ranked[0].action if ranked else self._root.actions[0]

    def summary(self, decisions: int = 1, least: int = 1) -> Summary[ActionT, OutcomeT]:
        """Return the first levels of the tree, pruning parts with fewer than ``least`` visits.

        Shared decisions are repeated wherever they occur, so summaries of deep trees can be large.
        """
        return summarise(self._root, decisions, least)

    def knows(self, action: ActionT, outcome: OutcomeT) -> bool:
        """Return whether the tree has met this outcome of an action."""
        return self._reply(action, outcome) is not None

    def advance(self, action: ActionT, outcome: OutcomeT) -> bool:
        """Advance to the actual outcome of an action; return whether the tree contains it and is
        kept."""
        reply = self._reply(action, outcome)
        if reply is not None:
            self._root = reply.node
            return True
        self._root = self._growth.node(self._model.after(self._root.state, action, outcome))
        return False

    def _reply(self, action: ActionT, outcome: OutcomeT) -> Reply[StateT, ActionT, OutcomeT] | None:
        arm = next((arm for arm in self._root.arms if arm.action == action), None)
        return None if arm is None else arm.replies.get(outcome)

    def _ranked(self) -> list[Arm[StateT, ActionT, OutcomeT]]:
        """Return the actions tried, best first; ties are in the order of trial.

        An action whose lower bound reaches the best estimate comes before that one.
        """
        if self._settings.final == "mean":
            ranked = sorted(self._root.arms, key=lambda arm: (-arm.worth, -arm.visits))
        else:
            ranked = sorted(self._root.arms, key=lambda arm: (-arm.visits, -arm.worth))
        if ranked:
            sure = max(ranked, key=lambda arm: arm.low)
            if sure.low >= ranked[0].worth:
                ranked.remove(sure)
                ranked.insert(0, sure)
        return ranked

    def _proved(self) -> bool:
        """Return whether some action is certainly no worse than any other."""
        root = self._root
        if not root.arms:
            return root.proved
        best = max(root.arms, key=lambda arm: arm.low)
        return root.untried - best.low <= SURE and all(
            arm is best or arm.high - best.low <= SURE for arm in root.arms
        )

    def _decided(self, left: int) -> bool:
        """Return whether the most visited action stays ahead whatever the remaining simulations do.

        This is never true with odds, because simulations may then prove another action better.
        """
        if self._settings.final != "visits" or self._odds is not None:
            return False
        first, second = 0, 0
        for arm in self._root.arms:
            if arm.visits > first:
                first, second = arm.visits, first
            elif arm.visits > second:
                second = arm.visits
        return first - second > left

    def _separated(self, confidence: float) -> bool:
        """Return whether the recommended action's lower bound exceeds every other's upper bound."""
        if not self._root.arms or len(self._root.arms) < len(self._root.actions):
            return False
        risk, span = log(3.0 / (1.0 - confidence)), self._settings.score.span
        best, *others = self._ranked()
        floor = best.worth - deviation(best.variance, best.visits, span, risk)
        return all(
            arm.worth + deviation(arm.variance, arm.visits, span, risk) < floor for arm in others
        )
