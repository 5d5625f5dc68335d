"""What a tree is made of: decisions, actions, outcomes, and what is known of the worth of each.

Decision nodes (a state) have arms (an action), arms have replies (an outcome), and a reply leads
to the next decision node. A worth is an estimate between two bounds that are certain.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import expm1, log1p
from typing import Generic

from sapper.planning.model import Action, Outcome, State

SURE = 1e-9  #: bounds closer than this are one value, found by adding up exact odds


class Node(Generic[State, Action, Outcome]):
    """A decision: ``visits`` simulations came through, ``arms`` are the actions tried so far.

    ``actions`` are all there are; they are tried in their order, as far as widening allows, and
    ``untried`` is the most that the others are worth. ``worth`` lies between ``low`` and ``high``;
    it is the mean of its leaf's worth and of its arms', which weigh ``weight`` in all.
    """

    __slots__ = (
        "actions", "arms", "high", "low", "state", "total", "untried", "visits", "weight", "worth",
    )  # fmt: skip

    def __init__(self, state: State, actions: Sequence[Action], low: float, high: float) -> None:
        self.state = state
        self.actions = actions
        self.arms: list[Arm[State, Action, Outcome]] = []
        self.visits = 0
        self.weight = 0
        self.total = 0.0
        self.low, self.high = low, high
        self.untried = high
        self.worth = low if self.proved else 0.0

    @property
    def proved(self) -> bool:
        """Whether its worth is known for certain."""
        return self.high - self.low <= SURE

    def weigh(self, worth: float, weight: int) -> None:
        """Take in so much more worth, of so much more weight."""
        self.total += worth
        self.weight += weight
        self.worth = _within(self.total / self.weight, self.low, self.high)

    def narrow(self, low: float, high: float) -> None:
        """Take in new bounds."""
        if low > self.low:
            self.low = low
        if high < self.high:
            self.high = high


class Arm(Generic[State, Action, Outcome]):
    """An action tried ``visits`` times: the ``variance`` of what was gained, and its ``worth`` by
    the replies, of which ``seen`` is the probability of those met so far.

    What it is worth to its node is kept there as ``part``, of weight ``weight``.
    """

    __slots__ = (
        "action", "due", "high", "highs", "low", "lows", "part", "replies", "seen", "shares",
        "squares", "total", "variance", "visits", "weight", "worth", "worths",
    )  # fmt: skip

    def __init__(self, action: Action, low: float, high: float) -> None:
        self.action = action
        self.replies: dict[Outcome, Reply[State, Action, Outcome]] = {}
        self.visits = 0
        self.total = self.squares = self.variance = 0.0
        self.worth = 0.0
        self.low, self.high = low, high
        self.seen = 0.0
        self.shares = self.worths = self.lows = self.highs = 0.0
        self.part, self.weight = 0.0, 0
        self.due = 0

    def count(self, gained: float) -> None:
        """One visit more, and what it gained."""
        self.visits += 1
        self.total += gained
        self.squares += gained * gained
        mean = self.total / self.visits
        self.variance = max(0.0, self.squares / self.visits - mean * mean)

    def by_draws(self, reply: Reply[State, Action, Outcome]) -> None:
        """Learn what a reply is worth now; it weighs as often as it was drawn."""
        self._take(reply, reply.draws)
        self.worth = self.worths / self.shares

    def by_odds(self, reply: Reply[State, Action, Outcome], gains: tuple[float, float]) -> None:
        """Learn what a reply is worth now; it weighs by its odds, over the chance that so many
        visits met it at all (Horvitz & Thompson 1952, "A generalization of sampling without
        replacement from a finite universe", in Hájek's form of a ratio): so replies that no visit
        has met yet count like those that are as rare. The bounds count them as ``gains``.

        The other replies are looked at now and then: what they weigh changes ever less.
        """
        if self.visits >= self.due:
            self.due = self.visits + self.visits // 8 + 1
            self.shares = self.worths = self.lows = self.highs = 0.0
            for known in self.replies.values():
                known.share = known.worth = known.low = known.high = 0.0
                self._meet(known)
        else:
            self._meet(reply)
        unseen = max(0.0, 1.0 - self.seen)
        self.low = max(self.low, self.lows + unseen * gains[0])
        self.high = min(self.high, self.highs + unseen * gains[1])
        self.worth = _within(self.worths / self.shares, self.low, self.high)

    def _meet(self, reply: Reply[State, Action, Outcome]) -> None:
        """Weigh a reply by its odds, and its bounds."""
        odds = reply.odds
        met = -expm1(self.visits * log1p(-odds)) if odds < 1.0 else 1.0
        self._take(reply, odds / met)
        low = odds * (reply.reward + reply.node.low)
        high = odds * (reply.reward + reply.node.high)
        self.lows += low - reply.low
        self.highs += high - reply.high
        reply.low, reply.high = low, high

    def _take(self, reply: Reply[State, Action, Outcome], share: float) -> None:
        worth = share * (reply.reward + reply.node.worth)
        self.shares += share - reply.share
        self.worths += worth - reply.worth
        reply.share, reply.worth = share, worth


class Reply(Generic[State, Action, Outcome]):
    """An outcome drawn ``draws`` times, the reward it brings, and the decision after it; ``odds``
    are how likely it is, where that is known. ``worth`` is its part in that of the arm, of weight
    ``share``, and ``low`` and ``high`` are its parts in the arm's bounds."""

    __slots__ = ("draws", "high", "low", "node", "odds", "reward", "share", "worth")

    def __init__(self, node: Node[State, Action, Outcome], reward: float, odds: float) -> None:
        self.node = node
        self.reward = reward
        self.odds = odds
        self.draws = 0
        self.share = 0.0
        self.worth = self.low = self.high = 0.0


def _within(value: float, low: float, high: float) -> float:
    """The value, or the end of the interval that it lies beyond."""
    return low if value < low else high if value > high else value
