"""Compositions of functions: found by size, with constants, and right on every example."""

from __future__ import annotations

import pytest

from mio import (
    Background,
    Declarations,
    Examples,
    LearningSettings,
    Mode,
    Struct,
    Term,
    arguments,
    learn,
    learn_folder,
    read_task,
)
from mio.language import read_term
from mio.learning import Compositions, Coverage, Problem, search_compositions

_LISTS = """
joined(A, B, C) :- append(A, B, C).
at(N, L, X) :- nth0(N, L, X).
back(A, B) :- reverse(A, B).
copies(X, N, L) :- findall(X, between(1, N, _), L).
total(A, B, C) :- C is A + B.
product(A, B, C) :- C is A * B.
three(3).
zero(0).
any(0). any(1). any(2).
"""
_MODES = (
    "joined(+list,+list,-list)",
    "at(+int,+list,-int)",
    "back(+list,-list)",
    "copies(+int,+int,-list)",
    "total(+int,+int,-int)",
    "product(+int,+int,-int)",
)
_CONSTANTS = ("three(-int)", "zero(-int)", "any(-int)")


def _term(text: str) -> Term:
    return read_term(text, "test")


def _declared(head: str) -> Declarations:
    modes = tuple(map(Mode.parse, _MODES))
    return Declarations(Mode.parse(head), modes, generators=tuple(map(Mode.parse, _CONSTANTS)))


def _background(declared: Declarations) -> Background:
    background = Background(_LISTS)
    for mode in declared.body:
        background.allow(mode.about, mode.inputs)
    return background


def _rows(*pairs: str) -> tuple[tuple[Term, ...], ...]:
    return tuple(arguments(_term(f"f({pair})")) for pair in pairs)


def _found(
    head: str, positives: tuple[tuple[Term, ...], ...], negatives: tuple[tuple[Term, ...], ...] = ()
) -> Compositions | None:
    declared = _declared(head)
    background = _background(declared)
    examples = Examples(positives, negatives)
    coverage = Coverage(background, positives, negatives)
    return search_compositions(Problem(background, declared, examples), coverage, 4, lambda: False)


@pytest.mark.parametrize(
    ("pairs", "clause"),
    [
        (("[1,2],[1,2,1,2]", "[4],[4,4]"), "f(A,B) :- joined(A,A,B)."),
        (("[1,2],[2,1,1,2]", "[4,5],[5,4,4,5]"), "f(A,B) :- back(A,C), joined(C,A,B)."),
        (("[7,2],[7,7,7]", "[4,5,6],[4,4,4]"), "f(A,B) :- at(0,A,C), copies(C,3,B)."),
    ],
)
def test_the_smallest_composition_is_found(pairs: tuple[str, ...], clause: str) -> None:
    found = _found("f(+list,-list)", _rows(*pairs))
    assert found is not None
    assert found.complete
    assert str(found.found[-1].clause) == clause


def test_a_composition_has_to_be_right_on_examples_outside_the_sample() -> None:
    """The three longest lists are equal to their reversals; a short one is not."""
    same = [f"{word},{word}" for word in ("[1,2,3,2,1]", "[4,5,6,5,4]", "[7,8,9,8,7]")]
    found = _found("f(+list,-list)", _rows(*same, "[1,2],[2,1]"))
    assert found is not None
    assert found.complete
    assert str(found.found[-1].clause) == "f(A,B) :- back(A,B)."
    found = _found("f(+list,-list)", _rows(*same, "[1,2],[5,5]"))
    assert found is not None
    assert not found.complete


def test_the_last_argument_is_the_output_if_none_is_declared() -> None:
    found = _found("f(+int,+int)", _rows("2,6", "3,12", "5,30"))
    assert found is not None
    assert found.complete
    assert str(found.found[-1].clause) in (
        "f(A,B) :- product(A,A,C), total(A,C,B).",
        "f(A,B) :- product(A,A,C), total(C,A,B).",
    )


def test_only_functions_are_composed() -> None:
    assert _found("f(+list,-list)", _rows("[1],[1,1]", "[1],[1]")) is None
    assert _found("f(+list)", (_rows("[1,2]"))) is None
    assert _found("f(+list,-colour)", _rows("[1],red", "[2],blue")) is None


def test_negatives_exclude_a_composition() -> None:
    found = _found("f(+list,-list)", _rows("[1],[1,1]", "[2],[2,2]"), _rows("[3],[3,3]"))
    assert found is not None
    assert not found.complete


def _pairs(sign: str, pairs: list[tuple[int, int]]) -> str:
    return "".join(f"{sign}(f({a},{b})).\n" for a, b in pairs)


def test_a_constant_of_a_bias_without_recursion_is_an_input() -> None:
    """Popper's biases name constants by predicates with a single answer, whose direction is out."""
    positives = [(n, 3 * n + 3) for n in (1, 2, 4, 8)]
    files = {
        "bk.pl": _LISTS,
        "bias.pl": """
            head_pred(f,2). body_pred(total,3). body_pred(product,3). body_pred(three,1).
            type(f,(int,int)). type(total,(int,int,int)). type(product,(int,int,int)).
            type(three,(int,)). direction(f,(in,out)). direction(total,(in,in,out)).
            direction(product,(in,in,out)). direction(three,(out,)).
        """,
        "exs.pl": _pairs("pos", positives) + _pairs("neg", [(1, 7), (2, 6), (3, 1)]),
    }
    learned = learn_folder(read_task(files.get, LearningSettings())).learned
    assert learned.finished
    assert learned.train.accuracy == 1
    (clause,) = learned.theory
    assert {goal.name for goal in clause.body if isinstance(goal, Struct)} == {"total", "product"}


def test_without_a_right_composition_other_clauses_are_searched_for() -> None:
    """Half of the lists are reversed and the others doubled."""
    declared = _declared("f(+list,-list)")
    positives = _rows(
        *(f"[1,{n}],[{n},1]" for n in range(2, 8)), *(f"[{n}],[{n},{n}]" for n in range(2, 8))
    )
    negatives = _rows(*(f"[1,{n}],[1,2,3]" for n in range(2, 8)))
    examples = Examples(positives, negatives)
    learned = learn(
        _background(declared), declared, examples, LearningSettings(nodes=500), auto=True
    )
    assert learned.train.accuracy == 1
    assert len(learned.theory) == 2
