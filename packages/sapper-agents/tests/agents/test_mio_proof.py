"""Proofs of rules: what they refute is wrong, and what they prove is never."""

from __future__ import annotations

import pytest

from mio import Clause, holds
from sapper.inference import Satisfiability
from sapper_agents.mio import PAPER, THEORIES, background, judged, prove
from sapper_agents.mio.mio import rules
from tests.inference.brute import layouts

pytestmark = pytest.mark.slow

ZONE = "zoneOfInterest(T,B,Z), setHasXMines(C,B,Z,S)"
TWO = f"{ZONE}, setHasXMines(D,B,Z,R), diffSetHasXMines(S,R,Q), inSet(T,Q)"
#: A rule that is wrong only where two sets without a mine are each other's difference.
RARE = (
    "safe(A,B) :- zoneOfInterest(A,B,C), setHasXMines(D,B,C,E), minesInSet(E,0),"
    " setHasXMines(F,B,C,G), setHasXMines(H,B,C,I), diffSetHasXMines(G,E,I),"
    " diffSetHasXMines(G,I,E), minesInSet(I,0)."
)
WRONG = (
    f"safe(T,B) :- {ZONE}, minesInSet(S,0).",
    f"safe(T,B) :- {ZONE}, inSet(T,S), minesInSet(S,1).",
    f"safe(T,B) :- {TWO}, minesInSet(Q,1).",
    f"safe(T,B) :- {ZONE}, setHasXMines(D,B,Z,R), diffSetHasXMines(S,R,Q), inSet(T,S),"
    " minesInSet(Q,0).",
    f"mine(T,B) :- {ZONE}, inSet(T,S), minesInSet(S,N), setHasXMines(D,B,Z,R), lengthSet(R,N).",
    f"mine(T,B) :- {TWO}, minesInSet(Q,3).",
    RARE,
)
#: The rules of the paper and of all packaged theories, each once: a proof takes seconds.
ON_ALL_BOARDS = dict.fromkeys(
    [*PAPER.values(), *(rule.clause for name in THEORIES for rule in rules(name))]
)


@pytest.mark.parametrize("text", WRONG)
def test_a_counterexample_is_one(text: str) -> None:
    clause = Clause.parse(text)
    verdict = prove(clause)
    assert verdict.sound is False
    one = verdict.counterexample
    assert one is not None
    assert holds(background(), [clause], [(one.tile, str(one.position))]) == [True]
    wrong = [one.tile] if text.startswith("safe") else []
    right = [] if wrong else [one.tile]
    assert Satisfiability(one.position).possible(mines=wrong, safe=right)
    assert (one.tile in one.layout) == text.startswith("safe")
    if len(one.position.hidden_indices) <= 14:
        assert one.layout in layouts(one.position)


@pytest.mark.parametrize("clause", ON_ALL_BOARDS, ids=str)
def test_the_papers_and_the_packaged_rules_are_true_on_all_boards(clause: Clause) -> None:
    assert prove(clause).sound is True


def test_single_clues_are_placed_at_a_corner_and_at_an_edge() -> None:
    assert prove(PAPER["S-1"]).placings == prove(PAPER["M-1"]).placings == 2


def test_a_rule_about_the_whole_board_is_not_decided() -> None:
    verdict = prove(
        Clause.parse("safe(T,B) :- zoneOfInterest(T,B,Z), allMinesInFringe(B,S), minesInSet(S,0).")
    )
    assert verdict.sound is None
    assert verdict.note == "allMinesInFringe looks at the whole board"


def test_without_time_a_rule_is_not_decided() -> None:
    assert prove(PAPER["S-3"], seconds=0).sound is None


def test_rules_are_proved_and_compared_with_the_papers() -> None:
    whole = "safe(T,B) :- zoneOfInterest(T,B,Z), allMinesInFringe(B,S), minesInSet(S,5)."
    found = [judged(clause) for clause in (PAPER["S-1"], Clause.parse(RARE), Clause.parse(whole))]
    assert [one.proof.sound for one in found] == [True, False, None]
    assert [one.paper for one in found] == ["S-1", None, None]
