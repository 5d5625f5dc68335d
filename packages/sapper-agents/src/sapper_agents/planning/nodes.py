"""The nodes of a search tree, with estimates of their values; and the finished tree as a value.

Scores select the action to try next: upper confidence bounds that use the variance of the gains of
an action. Widening limits the number of children, which keeps trees narrow where there are more
actions or outcomes than simulations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, expm1, log1p, pow, sqrt
from typing import Generic, TypeVar

from sapper_agents.planning.model import ActionT, OutcomeT, StateT


@dataclass(frozen=True)
class Ucb1Tuned:
    """UCB1-tuned (Auer, Cesa-Bianchi & Fischer 2002, "Finite-time analysis of the multiarmed
    bandit problem", section 4): with V' = V + sqrt(2 log t / s),
    mean + c sqrt(min(1/4, V') log t / s), for gains scaled to [0, 1] by their ``span``, the largest
    gain of a whole game minus the smallest. The paper has c = 1; a larger c explores more.
    """

    span: float = 1.0
    c: float = 1.0

    def __call__(self, mean: float, variance: float, visits: int, log_total: float) -> float:
        """Return the bound of an action tried ``visits`` times, given the ``mean`` and the
        ``variance`` of its gains.

        ``log_total`` is the logarithm of the visits of all actions together.
        """
        per_visit = log_total / visits
        spread = variance / (self.span * self.span) + sqrt(2.0 * per_visit)
        return mean + self.c * self.span * sqrt(per_visit * (spread if spread < 0.25 else 0.25))


@dataclass(frozen=True)
class UcbV:
    """UCB-V (Audibert, Munos & Szepesvári 2009, "Exploration-exploitation tradeoff using variance
    estimates in multi-armed bandits", equation 4): with E = zeta log t,
    mean + sqrt(2 V E / s) + 3 c span E / s. Their theorem assumes zeta > 1 and c = 1; smaller
    values explore less.
    """

    span: float = 1.0
    zeta: float = 1.2
    c: float = 1.0

    def __call__(self, mean: float, variance: float, visits: int, log_total: float) -> float:
        """Return the bound, as ``Ucb1Tuned`` does."""
        per_visit = self.zeta * log_total / visits
        return mean + sqrt(2.0 * variance * per_visit) + 3.0 * self.c * self.span * per_visit


@dataclass(frozen=True)
class Ucb1:
    """UCB1 (Auer, Cesa-Bianchi & Fischer 2002): mean + c span sqrt(2 log t / s), the score of UCT
    and POMCP; it does not use the variance."""

    span: float = 1.0
    c: float = 1.0

    def __call__(self, mean: float, variance: float, visits: int, log_total: float) -> float:
        """Return the bound, as ``Ucb1Tuned`` does."""
        return mean + self.c * self.span * sqrt(2.0 * log_total / visits)


Score = Ucb1 | Ucb1Tuned | UcbV


@dataclass(frozen=True)
class Widening:
    """After n visits at most ceil(``c`` n ** ``alpha``) children (Couëtoux, Hoock, Sokolovska,
    Teytaud & Bonnard 2011, "Continuous upper confidence trees": "double progressive widening" is
    one for actions and one for outcomes)."""

    alpha: float
    c: float = 1.0

    def most(self, visits: int) -> int:
        """Return the maximum number of children at a node's ``visits``-th visit."""
        return ceil(self.c * pow(visits, self.alpha))


A = TypeVar("A", covariant=True)
O = TypeVar("O", covariant=True)  # noqa: E741 -- A for actions, O for outcomes


@dataclass(frozen=True)
class Summary(Generic[A, O]):
    """A decision: the number of simulations through it, and its candidates, most visited first."""

    visits: int
    candidates: tuple[TriedAction[A, O], ...]


@dataclass(frozen=True)
class TriedAction(Generic[A, O]):
    """An action that the search has tried: its visits, its mean gain from this decision to the end,
    and its outcomes, most frequent first.

    The mean is an estimate between the certain bounds ``low`` and ``high``.
    """

    action: A
    visits: int
    mean: float
    low: float
    high: float
    replies: tuple[DrawnOutcome[A, O], ...]

    @property
    def proved(self) -> bool:
        """True if the mean is the exact value of the action."""
        return self.high - self.low <= SURE


@dataclass(frozen=True)
class DrawnOutcome(Generic[A, O]):
    """An outcome of an action: the number of its draws, and the decision after it."""

    outcome: O
    draws: int
    after: Summary[A, O]


def summarise(node: DecisionNode[StateT, A, O], decisions: int, least: int) -> Summary[A, O]:
    """Return the first ``decisions`` levels of a tree, without parts of under ``least`` visits."""
    arms = sorted(node.arms, key=lambda arm: -arm.visits)
    kept = tuple(_candidate(arm, decisions, least) for arm in arms if arm.visits >= least)
    return Summary(node.visits, kept if decisions > 0 else ())


def _candidate(arm: Arm[StateT, A, O], decisions: int, least: int) -> TriedAction[A, O]:
    replies: tuple[DrawnOutcome[A, O], ...] = ()
    if decisions > 1:
        known = sorted(arm.replies.items(), key=lambda item: -item[1].draws)
        replies = tuple(
            DrawnOutcome(outcome, reply.draws, summarise(reply.node, decisions - 1, least))
            for outcome, reply in known
            if reply.draws >= least
        )
    return TriedAction(arm.action, arm.visits, arm.worth, arm.low, arm.high, replies)


SURE = 1e-9  #: bounds closer than this are equal, since they are sums of rounded odds


class DecisionNode(Generic[StateT, ActionT, OutcomeT]):
    """A decision with ``visits`` simulations through it; ``arms`` are the actions tried so far.

    The ``actions`` are tried in order, as far as widening allows; ``untried`` is an upper bound on
    the others. ``worth``, between ``low`` and ``high``, is the mean of the values of the leaf and
    the arms, with the total weight ``weight``.
    """

    __slots__ = (
        "actions", "arms", "high", "low", "state", "total", "untried", "visits", "weight", "worth",
    )  # fmt: skip

    def __init__(self, state: StateT, actions: Sequence[ActionT], low: float, high: float) -> None:
        self.state = state
        self.actions = actions
        self.arms: list[Arm[StateT, ActionT, OutcomeT]] = []
        self.visits = 0
        self.weight = 0
        self.total = 0.0
        self.low, self.high = low, high
        self.untried = high
        self.worth = low if self.proved else 0.0

    @property
    def proved(self) -> bool:
        """True if the value is known exactly."""
        return self.high - self.low <= SURE

    def weigh(self, worth: float, weight: int) -> None:
        """Add a weighted value and its weight to the mean."""
        self.total += worth
        self.weight += weight
        self.worth = _within(self.total / self.weight, self.low, self.high)

    def narrow(self, low: float, high: float) -> None:
        """Tighten the bounds."""
        if low > self.low:
            self.low = low
        if high < self.high:
            self.high = high


class Arm(Generic[StateT, ActionT, OutcomeT]):
    """An action tried ``visits`` times.

    ``variance`` is that of its gains, ``worth`` its value by the replies, and ``seen`` the total
    probability of the replies met so far. ``part`` and ``weight`` are its share of its node's mean.
    """

    __slots__ = (
        "action", "due", "high", "highs", "low", "lows", "part", "replies", "seen", "shares",
        "squares", "total", "variance", "visits", "weight", "worth", "worths",
    )  # fmt: skip

    def __init__(self, action: ActionT, low: float, high: float) -> None:
        self.action = action
        self.replies: dict[OutcomeT, Reply[StateT, ActionT, OutcomeT]] = {}
        self.visits = 0
        self.total = self.squares = self.variance = 0.0
        self.worth = 0.0
        self.low, self.high = low, high
        self.seen = 0.0
        self.shares = self.worths = self.lows = self.highs = 0.0
        self.part, self.weight = 0.0, 0
        self.due = 0

    def count(self, gained: float) -> None:
        """Count a visit and its gain."""
        self.visits += 1
        self.total += gained
        self.squares += gained * gained
        mean = self.total / self.visits
        self.variance = max(0.0, self.squares / self.visits - mean * mean)

    def by_draws(self, reply: Reply[StateT, ActionT, OutcomeT]) -> None:
        """Update the value from a reply, weighted by its draws."""
        self._take(reply, reply.draws)
        self.worth = self.worths / self.shares

    def by_odds(self, reply: Reply[StateT, ActionT, OutcomeT], gains: tuple[float, float]) -> None:
        """Update the value from a reply, weighted by its odds.

        The odds are divided by the probability that this many visits meet the reply at least once
        (Horvitz & Thompson 1952, "A generalization of sampling without replacement from a finite
        universe", in Hájek's ratio form), so that unmet replies count like met ones of the same
        odds. In the bounds they count as ``gains``.

        The other replies are updated ever more rarely, because their weights change less and less.
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

    def _meet(self, reply: Reply[StateT, ActionT, OutcomeT]) -> None:
        """Weight a reply and its bounds by its odds."""
        odds = reply.odds
        met = -expm1(self.visits * log1p(-odds)) if odds < 1.0 else 1.0
        self._take(reply, odds / met)
        low = odds * (reply.reward + reply.node.low)
        high = odds * (reply.reward + reply.node.high)
        self.lows += low - reply.low
        self.highs += high - reply.high
        reply.low, reply.high = low, high

    def _take(self, reply: Reply[StateT, ActionT, OutcomeT], share: float) -> None:
        worth = share * (reply.reward + reply.node.worth)
        self.shares += share - reply.share
        self.worths += worth - reply.worth
        reply.share, reply.worth = share, worth


class Reply(Generic[StateT, ActionT, OutcomeT]):
    """An outcome drawn ``draws`` times, with its reward and the decision after it.

    ``odds`` is its probability, if known. ``worth`` is its contribution to the value of the arm,
    with weight ``share``; ``low`` and ``high`` are its contributions to the bounds of the arm.
    """

    __slots__ = ("draws", "high", "low", "node", "odds", "reward", "share", "worth")

    def __init__(
        self, node: DecisionNode[StateT, ActionT, OutcomeT], reward: float, odds: float
    ) -> None:
        self.node = node
        self.reward = reward
        self.odds = odds
        self.draws = 0
        self.share = 0.0
        self.worth = self.low = self.high = 0.0


def _within(value: float, low: float, high: float) -> float:
    return low if value < low else high if value > high else value
