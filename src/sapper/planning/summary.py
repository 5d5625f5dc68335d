"""A tree as a value: what a search found out, to be looked at, compared and printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from sapper.planning.model import State
from sapper.planning.nodes import SURE, Arm, Node

A = TypeVar("A", covariant=True)
O = TypeVar("O", covariant=True)  # noqa: E741 -- A for actions, O for outcomes


@dataclass(frozen=True)
class Summary(Generic[A, O]):
    """A decision: the simulations that came through it, and its candidates, most tried first.

    Text form: a line for each action and, indented, for each outcome of it.
    """

    visits: int
    candidates: tuple[Candidate[A, O], ...]

    @property
    def principal(self) -> tuple[tuple[A, O | None], ...]:
        """The line of most visits: the action most tried, its most frequent outcome, and so on;
        after the last action the outcome is None where none leads to a further decision."""
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
    """An action: how often it was tried, what it gains on average (from this decision to the
    end), and what it was answered, the most frequent first. The mean is an estimate between
    ``low`` and ``high``, which are certain."""

    action: A
    visits: int
    mean: float
    low: float
    high: float
    replies: tuple[Answer[A, O], ...]

    @property
    def proved(self) -> bool:
        """Whether the mean is what the action is worth, for certain."""
        return self.high - self.low <= SURE


@dataclass(frozen=True)
class Answer(Generic[A, O]):
    """An outcome: how often it was drawn, and the decision after it."""

    outcome: O
    draws: int
    after: Summary[A, O]


def summarise(node: Node[State, A, O], decisions: int, least: int) -> Summary[A, O]:
    """A tree's first ``decisions`` levels, without what came up fewer than ``least`` times."""
    arms = sorted(node.arms, key=lambda arm: -arm.visits)
    kept = tuple(_candidate(arm, decisions, least) for arm in arms if arm.visits >= least)
    return Summary(node.visits, kept if decisions > 0 else ())


def _candidate(arm: Arm[State, A, O], decisions: int, least: int) -> Candidate[A, O]:
    replies: tuple[Answer[A, O], ...] = ()
    if decisions > 1:
        known = sorted(arm.replies.items(), key=lambda item: -item[1].draws)
        replies = tuple(
            Answer(outcome, reply.draws, summarise(reply.node, decisions - 1, least))
            for outcome, reply in known
            if reply.draws >= least
        )
    return Candidate(arm.action, arm.visits, arm.worth, arm.low, arm.high, replies)
