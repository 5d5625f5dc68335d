"""Yes, no and unknown: whether a formula follows, its negation does, or neither; and the results of
``believe``."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from limited_belief import InputError, NotationError, believe

ATOMS = "pqr"
literals = st.tuples(st.sampled_from(ATOMS), st.booleans())
clauses = st.lists(st.lists(literals, min_size=1, max_size=3), max_size=6)


def said(clause: list[tuple[str, bool]]) -> str:
    return " or ".join(atom if true else f"not {atom}" for atom, true in clause)


@given(clauses, st.lists(literals, min_size=1, max_size=2))
def test_with_enough_splits_the_verdict_is_that_of_all_models(
    known: list[list[tuple[str, bool]]], asked: list[tuple[str, bool]]
) -> None:
    text = f"predicate {', '.join(ATOMS)}\n" + "".join(f"know {said(one)}\n" for one in known)
    (result,) = believe(text + f"ask {said(asked)}\n", splits=len(ATOMS))

    def holds(model: dict[str, bool], clause: list[tuple[str, bool]]) -> bool:
        return any(model[atom] == true for atom, true in clause)

    worlds = (
        dict(zip(ATOMS, values, strict=True))
        for values in itertools.product((True, False), repeat=len(ATOMS))
    )
    models = [world for world in worlds if all(holds(world, one) for one in known)]
    among = {holds(model, asked) for model in models}
    expected = "yes" if False not in among else "unknown" if True in among else "no"
    assert result.verdict == expected


def test_the_results_of_believe_say_whether_all_is_well() -> None:
    results = believe("predicate p\nknow p\nask p is no\nask not p\n")
    assert (results.consistent, results.unexpected, len(results)) == (True, 1, 2)
    assert [result.verdict for result in results] == ["yes", "no"]
    assert str(results).splitlines() == [
        "yes   p   (level 0)   – not as expected",
        "no    not p   (its negation follows at level 0)",
    ]
    assert list(results.to_json()) == ["consistent", "results", "unexpected"]
    assert believe("predicate p\nknow p\nknow not p").consistent is False


def test_a_question_without_sense_is_open() -> None:
    (result,) = believe("sort s\nvariable x : s\npredicate p(s)\nask K<1> p(x)\n")
    assert (result.verdict, result.answer) == ("open", None)
    assert "is free in the question" in str(result)


def test_text_and_files_are_told_apart_by_line_breaks(tmp_path: Path) -> None:
    file = tmp_path / "p.believe"
    file.write_text("predicate p\nknow p\nask p\n")
    assert [r.verdict for r in believe(file)] == ["yes"]
    assert [r.verdict for r in believe(str(file))] == ["yes"]
    with pytest.raises(InputError, match="unknown file or example 'predicate p know p ask p'"):
        believe("predicate p know p ask p")


def test_a_word_that_is_not_declared_reminds_of_variables() -> None:
    with pytest.raises(NotationError, match="'y' is not declared by variable, name, function or"):
        believe("sort s\nfunction f : s\nask exists y f = y\n")
