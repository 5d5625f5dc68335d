"""Active learning: counterexamples complete a theory, here and across a socket."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from sapper.chance import Chance
from sapper.errors import InputError
from sapper.mio import (
    Background,
    Clause,
    Examples,
    Sampler,
    Server,
    ServerLostError,
    Settings,
    Verdict,
    active,
    declarations,
)
from sapper.mio.learning.coverage import Example
from sapper.mio.learning.remote import Listener, Remote

MODES = declarations("t(+int)", "rest(+int,-#int)", "small(+int)")


def background() -> Background:
    made = Background("small(X) :- X < 3.")
    made.function("rest", "+-", lambda n: [n % 7])
    return made


def draw(chance: Chance) -> tuple[Example, bool]:
    """The target: divisible by 7, or below 3, which is seldom."""
    number = chance.below(400) if chance.random() < 0.98 else chance.below(3)
    return (number,), number % 7 == 0 or number < 3


def sampler(**changes: object) -> Sampler:
    return Sampler(background(), draw, seed=5, **changes)  # type: ignore[arg-type]


def bodies(clauses: Sequence[Clause]) -> set[str]:
    return {str(clause).partition(" :- ")[2] for clause in clauses}


def test_counterexamples_bring_what_random_examples_miss() -> None:
    found = active(background(), MODES, sampler(), Settings(), first=(3, 3))
    assert bodies(found.theory) == {"rest(A,0).", "small(A)."}
    assert found.end == "the server found no counterexample"
    assert len(found.rounds) > 1
    assert found.rounds[-1].positives + found.rounds[-1].negatives < 40
    assert 200 < sum(found.drawn) / len(found.rounds) <= 300


def test_rules_that_are_wrong_too_often_are_discarded() -> None:
    verdict = sampler().judge(
        [Clause.parse("t(A) :- rest(A,0)."), Clause.parse("t(A) :- rest(A,1).")]
    )
    assert bodies(verdict.kept) == {"rest(A,0)."}
    assert verdict.counterexamples.negatives
    assert all(int(str(n)) % 7 == 1 for (n,) in verdict.counterexamples.negatives)


@contextmanager
def listening(server: Server) -> Iterator[tuple[str, int]]:
    with Listener(server) as listener:
        thread = threading.Thread(target=listener.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield listener.address
        finally:
            listener.shutdown()
            thread.join()


def test_across_a_socket_the_same_is_learned() -> None:
    here = active(background(), MODES, sampler(), Settings(), first=(3, 3))
    with listening(sampler()) as address:
        remote = Remote(*address)
        there = active(background(), MODES, remote, Settings(), first=(3, 3))
        remote.close()
    assert there.theory == here.theory
    assert there.examples == here.examples
    assert [r.verdict for r in there.rounds] == [r.verdict for r in here.rounds]


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
    found = active(background(), MODES, Dying(answers), Settings(), first=(3, 3))
    assert found.theory
    assert found.end == "the server is gone"
    assert found.rounds[-1].verdict is None


def test_a_lost_connection_is_made_again() -> None:
    with listening(sampler()) as address:
        remote = Remote(*address)
        assert len(remote.examples(2, 2)) == 4
        assert remote._socket is not None
        remote._socket.shutdown(socket.SHUT_RDWR)
        assert len(remote.examples(2, 2)) == 4
        with pytest.raises(InputError, match=r"the server reports: .*expected"):
            remote._ask({"ask": "judge", "theory": ["t(A) :- "]})
        with pytest.raises(InputError, match="does not have the documented form"):
            remote._ask({"ask": "judge"})
        remote.close()
    with pytest.raises(ServerLostError, match="no longer answers"):
        remote.examples(1, 1)
