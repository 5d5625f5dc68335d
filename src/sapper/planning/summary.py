"""A search tree as a value, to examine, compare and print."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from sapper.planning.model import StateT
from sapper.planning.nodes import SURE, Arm, DecisionNode

A = TypeVar("A", covariant=True)
O = TypeVar("O", covariant=True)  # noqa: E741 -- A for actions, O for outcomes


@dataclass(frozen=True)
class Summary(Generic[A, O]):
    """A decision: the number of simulations through it, and its candidates, most tried first.

    Text form: a line for each action and, indented, for each of its outcomes.
    """

    visits: int
    candidates: tuple[Candidate[A, O], ...]

    @property
    def principal(self) -> tuple[tuple[A, O | None], ...]:
        """The line of most visits: the action most tried, its most frequent outcome, and so on.

        The last outcome is None if the last action has no outcomes in this summary.
        """
        if not self.candidates:
            return ()
        first = self.candidates[0]
        if not first.replies:
            return ((first.action, None),)
        reply = first.replies[0]
        return ((first.action, reply.outcome), *reply.after.principal)

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> list[str]:
        lines = []
        for candidate in self.candidates:
            exactly = "exactly " if candidate.proved else ""
            lines.append(
                f"{candidate.action}: {exactly}{candidate.mean:.4g} in {candidate.visits:,}"
            )
            for reply in candidate.replies:
                lines.append(f"  {reply.outcome}: {reply.draws:,}")
                lines += ["    " + line for line in reply.after._lines()]
        return lines


@dataclass(frozen=True)
class Candidate(Generic[A, O]):
    """An action: how often it was tried, its mean gain from this decision to the end, and its
    outcomes, the most frequent first.

    The mean is an estimate between the certain bounds ``low`` and ``high``.
    """

    action: A
    visits: int
    mean: float
    low: float
    high: float
    replies: tuple[Answer[A, O], ...]

    @property
    def proved(self) -> bool:
        """Whether the mean is certainly the value of the action."""
        return self.high - self.low <= SURE


@dataclass(frozen=True)
class Answer(Generic[A, O]):
    """An outcome of an action: how often it was drawn, and the decision after it."""

    outcome: O
    draws: int
    after: Summary[A, O]


def summarise(node: DecisionNode[StateT, A, O], decisions: int, least: int) -> Summary[A, O]:
    """Return the first ``decisions`` levels of a tree, without parts visited fewer than ``least``
    times."""
    arms = sorted(node.arms, key=lambda arm: -arm.visits)
    kept = tuple(_candidate(arm, decisions, least) for arm in arms if arm.visits >= least)
    return Summary(node.visits, kept if decisions > 0 else ())


def _candidate(arm: Arm[StateT, A, O], decisions: int, least: int) -> Candidate[A, O]:
    replies: tuple[Answer[A, O], ...] = ()
    if decisions > 1:
        known = sorted(arm.replies.items(), key=lambda item: -item[1].draws)
        replies = tuple(
            Answer(outcome, reply.draws, summarise(reply.node, decisions - 1, least))
            for outcome, reply in known
            if reply.draws >= least
        )
    return Candidate(arm.action, arm.visits, arm.worth, arm.low, arm.high, replies)
