"""Trees of decisions and luck, and how one simulation makes one grow.

Decision nodes (a state) have arms (an action), arms have replies (an outcome), and a reply leads
to the next decision node.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Generic, Literal

from sapper.planning.model import Action, Leaf, Luck, Model, Outcome, State, World
from sapper.planning.scores import Score, Widening


class Node(Generic[State, Action, Outcome]):
    """A decision: ``visits`` simulations came through, ``arms`` are the actions tried so far.

    ``actions`` are all there are; they are tried in their order, as far as widening allows.
    ``worth`` is the mean of its leaf's worth and of its actions', these weighing ``weight`` in all.
    """

    __slots__ = ("actions", "arms", "state", "visits", "weight", "worth")

    def __init__(self, state: State, actions: Sequence[Action]) -> None:
        self.state = state
        self.actions = actions
        self.arms: list[Arm[State, Action, Outcome]] = []
        self.visits = 0
        self.weight = 0
        self.worth = 0.0


class Arm(Generic[State, Action, Outcome]):
    """An action tried ``visits`` times: the sum of what was gained, the sum of squares, and
    ``visits`` times what it is worth by the backup."""

    __slots__ = ("action", "replies", "squares", "total", "visits", "worth")

    def __init__(self, action: Action) -> None:
        self.action = action
        self.replies: dict[Outcome, Reply[State, Action, Outcome]] = {}
        self.visits = 0
        self.total = 0.0
        self.squares = 0.0
        self.worth = 0.0

    @property
    def mean(self) -> float:
        """What it is worth, from here to the end, as the backup has it."""
        return self.worth / self.visits if self.visits else 0.0

    @property
    def variance(self) -> float:
        """The variance of what it gained."""
        if not self.visits:
            return 0.0
        return max(0.0, self.squares / self.visits - (self.total / self.visits) ** 2)


class Reply(Generic[State, Action, Outcome]):
    """An outcome drawn ``draws`` times, the reward it brings, and the decision after it; ``worth``
    is its part in that of the arm."""

    __slots__ = ("draws", "node", "reward", "worth")

    def __init__(self, node: Node[State, Action, Outcome], reward: float) -> None:
        self.node = node
        self.reward = reward
        self.draws = 0
        self.worth = 0.0


Edge = tuple[
    Node[State, Action, Outcome], Arm[State, Action, Outcome], Reply[State, Action, Outcome]
]

#: What an action is worth: what it gained on average ("mean"); or what the decisions after it are
#: worth, in each of which an action weighs by the square of its visits ("robust").
Backup = Literal["mean", "robust"]


class Growth(Generic[State, Action, World, Outcome]):
    """Upper confidence trees (Kocsis & Szepesvári 2006, "Bandit based Monte-Carlo planning") with
    chance nodes: every simulation goes down by the score, adds one decision and values it.

    Forced moves are gone through, not searched: they need no node of a simulation of their own.
    Where ``outcomes`` allows no further reply, one of those known is taken in proportion to its
    draws, and the simulation goes on in a world behind it (Couëtoux et al. 2011). With ``shared``
    equal states are one decision, however they were reached (Childs, Brodeur & Kocsis 2008,
    "Transpositions and move groups in Monte Carlo tree search", UCT1); states are hashable then.
    """

    def __init__(
        self,
        model: Model[State, Action, World, Outcome],
        leaf: Leaf[State, World],
        score: Score,
        actions: Widening | None,
        outcomes: Widening | None,
        *,
        backup: Backup = "mean",
        shared: bool = False,
    ) -> None:
        self._model, self._leaf, self._score = model, leaf, score
        self._actions, self._outcomes = actions, outcomes
        self._robust = backup == "robust"
        self._met: dict[State, Node[State, Action, Outcome]] | None = {} if shared else None

    def node(self, state: State) -> Node[State, Action, Outcome]:
        """A decision that nobody has tried yet or, if they are shared, the one of this state."""
        if self._met is None:
            return Node(state, self._model.actions(state))
        node = self._met.get(state)
        if node is None:
            node = self._met[state] = Node(state, self._model.actions(state))
        return node

    def simulate(self, root: Node[State, Action, Outcome], luck: Luck) -> None:
        """One simulation from a root that is not over: down, one node more, and back up."""
        model = self._model
        world = model.world(root.state, luck)
        node = root
        path: list[Edge[State, Action, Outcome]] = []
        gained, grown = 0.0, False
        while node.actions:
            if grown and len(node.actions) > 1:
                gained = self._leaf(node.state, world, luck)
                node.visits += 1
                node.worth, node.weight = gained, 1
                break
            arm = self._choose(node)
            outcome, reward, world = model.step(node.state, arm.action, world, luck)
            reply = arm.replies.get(outcome)
            if reply is None and not self._full(arm):
                after = model.after(node.state, arm.action, outcome)
                reply = arm.replies[outcome] = Reply(self.node(after), reward)
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
            arm.visits += 1
            arm.total += gained
            arm.squares += gained * gained
            if self._robust:
                _back_up(node, arm, reply)
            else:
                arm.worth = arm.total

    def _choose(self, node: Node[State, Action, Outcome]) -> Arm[State, Action, Outcome]:
        """The next action to open up, if it is time for one, or that of the highest score."""
        arms = node.arms
        tried = len(arms)
        if tried < len(node.actions) and (
            self._actions is None or tried < self._actions.most(node.visits + 1)
        ):
            arm = Arm[State, Action, Outcome](node.actions[tried])
            arms.append(arm)
            return arm
        if tried == 1:
            return arms[0]
        log_total = log(max(node.visits, 1))
        score, best, highest = self._score, arms[0], float("-inf")
        for arm in arms:
            visits = arm.visits
            gained = arm.total / visits
            variance = arm.squares / visits - gained * gained
            mean = arm.worth / visits
            claim = score(mean, variance if variance > 0.0 else 0.0, visits, log_total)
            if claim > highest:
                best, highest = arm, claim
        return best

    def _full(self, arm: Arm[State, Action, Outcome]) -> bool:
        widening = self._outcomes
        return widening is not None and len(arm.replies) >= widening.most(arm.visits + 1)


def _back_up(
    node: Node[State, Action, Outcome],
    arm: Arm[State, Action, Outcome],
    reply: Reply[State, Action, Outcome],
) -> None:
    """The robust backup, once what came of a visit is counted."""
    visits, before = arm.visits, (arm.visits - 1) * arm.worth
    worth = reply.draws * (reply.reward + reply.node.worth)
    arm.worth += worth - reply.worth
    reply.worth = worth
    weight = node.weight + 2 * visits - 1  # of visits ** 2
    node.worth = (node.worth * node.weight + visits * arm.worth - before) / weight
    node.weight = weight


def _known(arm: Arm[State, Action, Outcome], luck: Luck) -> Reply[State, Action, Outcome]:
    """One of the replies of an arm, each as likely as it was drawn."""
    replies = list(arm.replies.values())
    pick = luck.below(sum(reply.draws for reply in replies))
    for reply in replies:
        pick -= reply.draws
        if pick < 0:
            return reply
    raise AssertionError("a pick lies below the sum of all draws")
