"""Active learning: counterexamples complete a theory."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from divisible import MODES, background, sampler
from mio import (
    Active,
    Clause,
    Examples,
    LearningSettings,
    Server,
    ServerLostError,
    Verdict,
    learn_actively,
)


def learned(server: Server) -> Active:
    first = server.examples(3, 3)
    return learn_actively(background(), MODES, server, first, LearningSettings())


def bodies(clauses: Sequence[Clause]) -> set[str]:
    return {str(clause).partition(" :- ")[2] for clause in clauses}


def test_counterexamples_bring_what_random_examples_miss() -> None:
    found = learned(sampler())
    assert bodies(found.theory) == {"rest(A,0).", "small(A)."}
    assert found.end == "the server found no counterexample"
    assert len(found.rounds) > 1
    assert len(found.rounds[-1].examples) < 40
    assert 200 < sum(found.drawn) / len(found.rounds) <= 300


def test_rules_that_are_wrong_too_often_are_discarded() -> None:
    verdict = sampler().judge(
        [Clause.parse("t(A) :- rest(A,0)."), Clause.parse("t(A) :- rest(A,1).")]
    )
    assert bodies(verdict.kept) == {"rest(A,0)."}
    assert verdict.counterexamples.negatives
    assert all(int(str(n)) % 7 == 1 for (n,) in verdict.counterexamples.negatives)


class Dying:
    """A server that answers one verdict and is gone."""

    def __init__(self, answers: int) -> None:
        self._server, self._answers = sampler(), answers

    def examples(self, positives: int, negatives: int) -> Examples:
        return self._server.examples(positives, negatives)

    def judge(self, clauses: Sequence[Clause]) -> Verdict:
        if not self._answers:
            raise ServerLostError("the server is gone")
        self._answers -= 1
        return self._server.judge(clauses)


@pytest.mark.parametrize("answers", [0, 1])
def test_a_server_that_dies_leaves_what_was_learned(answers: int) -> None:
    found = learned(Dying(answers))
    assert found.theory
    assert found.end == "the server is gone"
    assert found.rounds[-1].verdict is None
