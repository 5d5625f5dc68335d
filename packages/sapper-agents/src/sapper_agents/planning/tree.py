"""The growth of a search tree, one simulation at a time."""

from __future__ import annotations

from math import inf, log
from typing import Generic, Literal

from sapper_agents.planning.model import ActionT, Leaf, Luck, Model, Odds, OutcomeT, StateT, WorldT
from sapper_agents.planning.nodes import SURE, ActionScore, Arm, DecisionNode, Reply, Widening

Edge = tuple[
    DecisionNode[StateT, ActionT, OutcomeT],
    Arm[StateT, ActionT, OutcomeT],
    Reply[StateT, ActionT, OutcomeT],
]

#: The weights of the actions in the value of a decision: their visits ("mean") or the squares of
#: the visits ("robust").
Backup = Literal["mean", "robust"]


class Growth(Generic[StateT, ActionT, WorldT, OutcomeT]):
    """Upper confidence trees (Kocsis & Szepesvári 2006, "Bandit based Monte-Carlo planning") with
    chance nodes: every simulation descends by the score, adds one decision and evaluates it.

    Forced moves are made without a search. Once ``outcomes`` allows no further reply, a known one
    is sampled in proportion to its draws, and the simulation continues in a world of its state
    (Couëtoux et al. 2011). With ``shared``, equal states are one node, however they were reached
    (Childs, Brodeur & Kocsis 2008, "Transpositions and move groups in Monte Carlo tree search",
    UCT1); then states must be hashable.

    With ``odds``, replies are weighted by their probabilities instead of their draws, and every
    value has proven bounds, computed upwards from the ends of the game (Cazenave & Saffidine 2011,
    "Score bounded Monte-Carlo tree search", here with chance nodes). Simulations skip parts of the
    tree that cannot matter: actions that cannot beat an assured value, and everything below a
    decision with a proved value.
    """

    def __init__(
        self,
        model: Model[StateT, ActionT, WorldT, OutcomeT],
        leaf: Leaf[StateT, WorldT],
        score: ActionScore,
        actions: Widening | None,
        outcomes: Widening | None,
        *,
        backup: Backup = "mean",
        shared: bool = False,
        odds: Odds[StateT, ActionT, OutcomeT] | None = None,
    ) -> None:
        self._model, self._leaf, self._score = model, leaf, score
        self._actions, self._outcomes = actions, outcomes
        self._robust = backup == "robust"
        self._odds = odds
        self._met: dict[StateT, DecisionNode[StateT, ActionT, OutcomeT]] | None = (
            {} if shared else None
        )

    def node(self, state: StateT) -> DecisionNode[StateT, ActionT, OutcomeT]:
        """Return a new node or, if nodes are shared, the one of this state."""
        node = None if self._met is None else self._met.get(state)
        if node is None:
            actions = self._model.actions(state)
            bounds = self._bounds(state, actions[0]) if actions else (0.0, 0.0)
            node = DecisionNode(state, actions, *bounds)
            if self._met is not None:
                self._met[state] = node
        return node

    def simulate(self, root: DecisionNode[StateT, ActionT, OutcomeT], luck: Luck) -> None:
        """Run one simulation from a non-terminal root: descend, add a node, and update the path."""
        model = self._model
        world = model.world(root.state, luck)
        node = root
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
                reply = self._reply(node.state, arm, outcome, reward)
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

    def _reply(
        self, state: StateT, arm: Arm[StateT, ActionT, OutcomeT], outcome: OutcomeT, reward: float
    ) -> Reply[StateT, ActionT, OutcomeT]:
        node = self.node(self._model.after(state, arm.action, outcome))
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
        weight = arm.visits * arm.visits if self._robust else arm.visits
        part = weight * arm.worth
        node.weigh(part - arm.part, weight - arm.weight)
        arm.part, arm.weight = part, weight

    def _choose(
        self, node: DecisionNode[StateT, ActionT, OutcomeT]
    ) -> Arm[StateT, ActionT, OutcomeT]:
        """Return a new action if widening allows one, otherwise the one with the highest score."""
        arms = node.arms
        tried = len(arms)
        if node.untried - node.low > SURE and (
            self._actions is None or tried < self._actions.most(node.visits + 1)
        ):
            return self._open(node)
        low = node.low
        if tried == 1 and arms[0].high - low > SURE:
            return arms[0]
        log_total = log(max(node.visits, 1))
        score, best, highest = self._score, None, -inf
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
        widening = self._outcomes
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
