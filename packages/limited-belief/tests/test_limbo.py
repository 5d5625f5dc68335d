"""Problem files of limbo: declarations, knowledge, questions, loops, and faults in one sentence."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from limited_belief import InputError, NotationError, Result, Session, parse_program

HEAD = """
Sort BOOL, OBJ
Name T -> BOOL
Name n, m -> OBJ
Var x, y -> OBJ
Fun c/0 -> OBJ
Fun p/1, q/1 -> BOOL
"""
FIELDS = """
Sort POS
Name f1, f2, f3, f4 -> POS
Fun water/1, fired/1 -> BOOL
Call: bs_init(f1, f2, f3, f4)
"""


def results(text: str) -> list[Result]:
    return list(parse_program(text).run(Session()))


@pytest.mark.parametrize(
    "text",
    [
        "KB: c = n v c == m  Assert: K<1> Ex x c = x  Refute: Know<0> ex x c = x",
        "KB: p(n)=T ^ (p(n)=T -> q(n)=T)  Assert: K<0> q(n) = T  Refute: K<1> p(m)=T",
        "KB: p(x) = T  Assert: Fa x K<0> p(x) = T  Assert: K<0> ~~p(m) = T",
        "KB: c /= n  Assert: K<0> ~c = n  Assert: M<1> c = m  Assert: c = c  Refute: c = n",
        "Real: c = n  Assert: c = n  Refute: K<1> c = n  Assert: Ex x (c = x ^ ~K<1> c = x)",
        "Let phi := p(n) = T v ~p(n) = T  Assert: K<0> phi  Let phi := p(n) = T  Refute: K<1> phi",
        "KB: B<1,1> p(n)=T ==> q(n)=T  Assert: Bel<1,1> p(n)=T ==> q(n)=T",
        "KB: G Bel<1,1> p(x)=T ==> q(x)=T  Assert: G B<1,1> p(n)=T ==> q(n)=T",
        "KB: K<0> p(n)=T  Assert: G K<0> p(n)=T",
    ],
)
def test_what_is_asserted_holds_and_what_is_refuted_does_not(text: str) -> None:
    found = results(HEAD + text)
    assert found
    for result in found:
        assert result.answer is not None
        assert result.as_expected, str(result.answer)


def test_functions_take_arguments_of_any_sort() -> None:
    found = results(HEAD + "KB: p(n)=T  KB: p(T)=T  Assert: K<0> p(T)=T  Refute: K<1> p(m)=T")
    assert all(result.answer and result.as_expected for result in found)


def test_loops_bind_words_to_names() -> None:
    found = results(
        HEAD
        + """
        KB: p(n) = T
        KB: p(m) /= T
        for X -> OBJ K<0> p(X)=T { Assert: X = n } else Assert: n = m
        If Y in m, n -> OBJ K<0> p(Y)=T Begin Assert: Y = n End Else Begin Assert: n = m End
        while Z -> OBJ ~K<0> q(Z)=T { KB: q(Z)=T } else { Assert: n = m }
        Assert: K<0> (q(n)=T ^ q(m)=T)
        if K<0> q(n) /= T { Assert: n = m } else if n = n { Query: n = n }
        """
    )
    assert len(found) == 4
    assert all(result.answer and result.answer.holds for result in found)


def test_conjunctions_share_their_splits_if_asked_to() -> None:
    """Each part needs a split of another term."""
    question = "K<1> ((p(n)=T v p(n)/=T) ^ (c=n v p(m)=T) ^ (c=m v q(n)=T))"
    known = (
        HEAD + "KB: p(m)=T v q(m)=T  KB: p(m)=T v ~q(m)=T  KB: q(n)=T v c=n  KB: q(n)=T v c/=n\n"
    )
    both = f"{known} Assert: {question} Call: disable_distribute() Refute: {question}"
    assert [result.as_expected for result in results(both)] == [True, True]


def test_the_ships_are_always_in_the_same_places() -> None:
    shots = "".join(f"Call: bs_fire(f{i})  Query: K<0> water(f{i})=T\n" for i in (1, 2, 3, 4))
    found = [result.answer and result.answer.holds for result in results(HEAD + FIELDS + shots)]
    assert found == [False, False, False, True]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("KB: c = ", "expected a word, found the end"),
        ("Sort OBJ", "line 8, column 6: sort 'OBJ' is already declared"),
        ("Fun c/1 -> OBJ", "line 8, column 5: 'c' is already declared"),
        ("KB: d = n", "line 8, column 5: 'd' is not declared"),
        ("KB: p = T", "'p' takes 1 argument, not 0"),
        ("KB: n(m) = m", "'n' is not a function"),
        ("Query: Ex n n = n", "'n' is not a variable"),
        ("Query: phi", "'phi' is not an abbreviation"),
        ("KB: M<1> c = n", "line 8: knowledge cannot be about belief"),
        ("KB: K<123> c = n", "level 123 is above 99"),
        ("Call: dance()", "there is no procedure 'dance'"),
        ("Call: bs_init(n)", "bs_init takes 4 or 16 fields"),
        ("KB: [] c /= x <-> x = n", "expected '=', not '/='"),
        ("while n = n { Let phi := n = n }", "line 8: this loop did not end"),
        ("Query: " + "~" * 200 + " n = n", "more than 100 nested"),
    ],
)
def test_a_fault_is_one_sentence_with_its_place(text: str, sentence: str) -> None:
    with pytest.raises((NotationError, InputError), match=sentence) as caught:
        results(HEAD.strip() + "\n\n" + text)
    assert str(caught.value).startswith("line ")


@given(st.text(alphabet="KBM<>1, ()[]=/~^v:->Txpn\n", max_size=30))
def test_any_text_is_a_program_or_one_sentence(text: str) -> None:
    with suppress(InputError):
        results(HEAD + "Query: " + text)
