"""Upper confidence trees: a search that grows a tree within a budget, with playouts at its leaves.

Trees are those of Kocsis & Szepesvári 2006, "Bandit based Monte-Carlo planning", with chance nodes:
every simulation descends by the score, adds one decision and evaluates it. Forced moves are made
without a search. The most visited action is recommended (the "robust child" of Chaslot et al. 2008,
"Progressive strategies for Monte-Carlo tree search").

Unless the settings say otherwise, equal states are one node, however they were reached (Childs,
Brodeur & Kocsis 2008, "Transpositions and move groups in Monte Carlo tree search", UCT1), and the
value of a decision is the mean of its actions weighted by the squares of their visits: close to the
mean of all simulations while all actions are tried equally often, and to the "robust max" of Coulom
2006 ("Efficient selectivity and backup operators in Monte-Carlo tree search") once one is tried
most, so that exploration below an action hardly counts against it.

With odds, replies are weighted by their probabilities instead of their draws, and every value has
proven bounds, computed upwards from the ends of the game (Cazenave & Saffidine 2011, "Score bounded
Monte-Carlo tree search", here with chance nodes). Simulations skip parts of the tree that cannot
matter: actions that cannot beat an assured value, and everything below a decision with a proved
value.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from math import inf, log
from numbers import Real
from typing import Any, Generic, Literal

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
    Arm,
    DecisionNode,
    Reply,
    Score,
    Summary,
    Ucb1Tuned,
    Widening,
    summarise,
)


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


#: Why a search ended: there was no choice; the simulations or the seconds were used up; the
#: remaining simulations cannot change the recommendation; or no action can be better.
Stop = Literal["forced", "simulations", "seconds", "decided", "proved"]

_CHECK_EVERY_SIMULATIONS = 16  #: simulations between two checks for an early end


@dataclass(frozen=True)
class Settings:
    """How a tree grows.

    - ``score``: chooses the action to try next.
    - ``actions``, ``outcomes``: limit the children; None for no limit. Once ``outcomes`` allows no
      further reply, a known one is sampled in proportion to its draws, and the simulation continues
      in a world of its state (Couëtoux et al. 2011).
    - ``backup``: the weights of the actions in the value of a decision: the ``squares`` of their
      visits, or the visits themselves, so that it is the ``mean`` of all simulations (UCT).
    - ``shared``: equal states are one node, however they were reached.
    """

    score: Score = field(default_factory=Ucb1Tuned)
    actions: Widening | None = None
    outcomes: Widening | None = None
    backup: Literal["mean", "squares"] = "squares"
    shared: bool = True


#: Every action and every outcome.
PLAIN = Settings()


@dataclass(frozen=True)
class Budget:
    """The budget of a search: it stops after ``simulations`` or ``seconds``, whichever comes first.

    Raises ``InputError`` unless one of them is limited, and the limits are positive.
    """

    simulations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise InputError("a search needs a limit: simulations or seconds")
        if self.simulations is not None and not (
            type(self.simulations) is int and self.simulations >= 1
        ):
            raise InputError(f"simulations is a whole number from 1, not {self.simulations}")
        seconds: Any = self.seconds
        real = isinstance(seconds, Real) and not isinstance(seconds, bool)
        if seconds is not None and not (real and 0.0 < seconds < inf):
            raise InputError(f"seconds is a finite number above 0, not {seconds}")


Edge = tuple[
    DecisionNode[StateT, ActionT, OutcomeT],
    Arm[StateT, ActionT, OutcomeT],
    Reply[StateT, ActionT, OutcomeT],
]


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
        self._model, self._leaf, self._settings, self._odds = model, leaf, settings, odds
        self._squares = settings.backup == "squares"
        self._met: dict[StateT, DecisionNode[StateT, ActionT, OutcomeT]] = {}
        self._root = self._node(state)

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
            if done % _CHECK_EVERY_SIMULATIONS == 0:
                if self._proved():
                    return "proved"
                if budget.simulations is not None and self._decided(budget.simulations - done):
                    return "decided"
            self._simulate(luck)
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
        self._root = self._node(self._model.after(self._root.state, action, outcome))
        return False

    def _reply(self, action: ActionT, outcome: OutcomeT) -> Reply[StateT, ActionT, OutcomeT] | None:
        arm = next((arm for arm in self._root.arms if arm.action == action), None)
        return None if arm is None else arm.replies.get(outcome)

    def _ranked(self) -> list[Arm[StateT, ActionT, OutcomeT]]:
        """Return the actions tried, best first; ties are in the order of trial.

        An action whose lower bound reaches the best estimate comes before that one.
        """
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
        if self._odds is not None:
            return False
        first, second = 0, 0
        for arm in self._root.arms:
            if arm.visits > first:
                first, second = arm.visits, first
            elif arm.visits > second:
                second = arm.visits
        return first - second > left

    def _node(self, state: StateT) -> DecisionNode[StateT, ActionT, OutcomeT]:
        """Return the node of a state, which may be new; always a new one if none are shared."""
        node = self._met.get(state) if self._settings.shared else None
        if node is None:
            actions = self._model.actions(state)
            bounds = self._bounds(state, actions[0]) if actions else (0.0, 0.0)
            node = DecisionNode(state, actions, *bounds)
            if self._settings.shared:
                self._met[state] = node
        return node

    def _simulate(self, luck: Luck) -> None:
        """Run one simulation from the root: descend, add a node, and update the path."""
        model, node = self._model, self._root
        world = model.world(node.state, luck)
        path: list[Edge[StateT, ActionT, OutcomeT]] = []
        gained, grown = 0.0, False
        while node.actions:
            if node.proved:
                node.visits += 1
                gained = node.worth
                break
            if grown and len(node.actions) > 1:
                node.visits += 1
                gained = self._leaf(node.state, world, luck)
                node.weigh(gained, 1)
                break
            arm = self._choose(node)
            outcome, reward, world = model.step(node.state, arm.action, world, luck)
            reply = arm.replies.get(outcome)
            if reply is None and not self._full(arm):
                reply = self._add_reply(node.state, arm, outcome, reward)
                grown = reply.node.visits == 0
            elif reply is None:
                reply = _known(arm, luck)
                if reply.node.actions:
                    world = model.world(reply.node.state, luck)
            reply.draws += 1
            path.append((node, arm, reply))
            node = reply.node
        else:
            node.visits += 1
        for node, arm, reply in reversed(path):
            gained += reply.reward
            node.visits += 1
            arm.count(gained)
            self._back_up(node, arm, reply)

    def _bounds(self, state: StateT, action: ActionT) -> tuple[float, float]:
        return (-inf, inf) if self._odds is None else self._odds.bounds(state, action)

    def _add_reply(
        self, state: StateT, arm: Arm[StateT, ActionT, OutcomeT], outcome: OutcomeT, reward: float
    ) -> Reply[StateT, ActionT, OutcomeT]:
        node = self._node(self._model.after(state, arm.action, outcome))
        odds = 0.0 if self._odds is None else self._odds.odds(state, arm.action, outcome)
        arm.seen += odds
        reply = arm.replies[outcome] = Reply(node, reward, odds)
        return reply

    def _back_up(
        self,
        node: DecisionNode[StateT, ActionT, OutcomeT],
        arm: Arm[StateT, ActionT, OutcomeT],
        reply: Reply[StateT, ActionT, OutcomeT],
    ) -> None:
        """Update an arm and its node after a visit has been counted."""
        if self._odds is None:
            arm.by_draws(reply)
        else:
            before = arm.high
            arm.by_odds(reply, self._odds.gains)
            high = node.high
            if arm.high < before:
                high = max(node.untried, *[arm.high for arm in node.arms])
            node.narrow(arm.low, high)
        weight = arm.visits * arm.visits if self._squares else arm.visits
        part = weight * arm.worth
        node.weigh(part - arm.part, weight - arm.weight)
        arm.part, arm.weight = part, weight

    def _choose(
        self, node: DecisionNode[StateT, ActionT, OutcomeT]
    ) -> Arm[StateT, ActionT, OutcomeT]:
        """Return a new action if widening allows one, otherwise the one with the highest score."""
        arms, widening = node.arms, self._settings.actions
        tried = len(arms)
        if node.untried - node.low > SURE and (
            widening is None or tried < widening.most(node.visits + 1)
        ):
            return self._open(node)
        low = node.low
        if tried == 1 and arms[0].high - low > SURE:
            return arms[0]
        log_total = log(max(node.visits, 1))
        score, best, highest = self._settings.score, None, -inf
        for arm in arms:
            high = arm.high
            if high - low <= SURE:
                continue  # certainly no better than the assured value
            claim = score(arm.worth, arm.variance, arm.visits, log_total)
            if claim > high:
                claim = high
            if claim > highest:
                best, highest = arm, claim
        return self._open(node) if best is None else best

    def _open(
        self, node: DecisionNode[StateT, ActionT, OutcomeT]
    ) -> Arm[StateT, ActionT, OutcomeT]:
        """Try the next action of a decision for the first time."""
        tried = len(node.arms)
        action, *others = node.actions[tried : tried + 2]
        arm: Arm[StateT, ActionT, OutcomeT] = Arm(action, *self._bounds(node.state, action))
        node.arms.append(arm)
        node.untried = self._bounds(node.state, others[0])[1] if others else -inf
        return arm

    def _full(self, arm: Arm[StateT, ActionT, OutcomeT]) -> bool:
        widening = self._settings.outcomes
        return widening is not None and len(arm.replies) >= widening.most(arm.visits + 1)


def _known(arm: Arm[StateT, ActionT, OutcomeT], luck: Luck) -> Reply[StateT, ActionT, OutcomeT]:
    """Sample a reply of an arm in proportion to its draws."""
    replies = list(arm.replies.values())
    pick = luck.below(sum(reply.draws for reply in replies))
    for reply in replies:
        pick -= reply.draws
        if pick < 0:
            return reply
    raise AssertionError("a pick lies below the sum of all draws")
