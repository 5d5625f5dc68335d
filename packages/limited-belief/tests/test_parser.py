"""Formulas and files come back from their text; errors say where, and what was expected."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from formulas import CONSTANTS, NAMES, PLAIN, WORDS, F, P, X, Y, many_valued
from limited_belief import NotationError, Vocabulary, parse_file, parse_formula
from limited_belief.language import (
    Ask,
    Believe,
    File,
    Functions,
    Know,
    Names,
    Sorts,
    Statement,
    Variables,
    logic,
)

levels = st.none() | st.integers(0, 99)


def _about_belief(inner: SearchStrategy[logic.Formula]) -> SearchStrategy[logic.Formula]:
    several = st.lists(inner, min_size=2, max_size=4).map(tuple)
    both = st.sampled_from([X, Y])
    return (
        inner.map(logic.Not)
        | several.map(logic.And)
        | several.map(logic.Or)
        | st.builds(logic.Implies, inner, inner)
        | st.builds(logic.Iff, inner, inner)
        | st.builds(logic.Exists, both, inner)
        | st.builds(logic.ForAll, both, inner)
        | st.builds(logic.Known, levels, inner)
        | st.builds(logic.Possible, levels, inner)
        | st.builds(logic.Guarantee, inner)
        | st.builds(logic.Believed, levels, levels, inner, inner)
    )


formulas = st.recursive(many_valued() | st.builds(logic.Constant, st.booleans()), _about_belief)
HEAD: tuple[Statement, ...] = (
    Sorts(("thing",)),
    Names(tuple(NAMES)),
    Variables((X, Y)),
    Functions(tuple(CONSTANTS)),
    Functions((F,)),
    Functions(tuple(PLAIN)),
    Functions((P,)),
)
statements = (
    st.builds(Know, many_valued())
    | st.builds(Believe, many_valued(), many_valued(), levels, levels)
    | st.builds(Ask, formulas, st.none(), st.just(False), st.none() | st.booleans())
    | st.builds(Ask, formulas, levels, st.just(True), st.none() | st.booleans())
)


@given(formulas)
def test_a_formula_comes_back_from_its_text(formula: logic.Formula) -> None:
    assert parse_formula(str(formula), WORDS) == formula


@given(st.lists(statements, max_size=5))
def test_a_file_comes_back_from_its_text(body: list[Statement]) -> None:
    file = File((*HEAD, *body))
    assert parse_file(str(file)) == file


@given(formulas, st.data())
def test_a_text_cut_anywhere_is_a_formula_or_one_sentence(
    formula: logic.Formula, data: st.DataObject
) -> None:
    text = str(formula)
    cut = text[: data.draw(st.integers(0, len(text)))]
    with suppress(NotationError):
        parse_formula(cut, WORDS)
        return
    with pytest.raises(NotationError, match=r"^line 1, column \d+: [^\n]+$"):
        parse_formula(cut, WORDS)


@given(st.text(max_size=60))
def test_any_text_is_a_file_or_one_sentence(text: str) -> None:
    with suppress(NotationError):
        parse_file(text)
        return
    with pytest.raises(NotationError, match=r"^line \d+, column \d+: [^\n]+$"):
        parse_file(text)


WORDS_OF = """sort person, place
name mary, sue : person  name home : place
variable x : person  variable v : place
function friend(person) : person  function lives(person) : place  predicate happy(person)
"""


@pytest.mark.parametrize(
    ("signs", "words"),
    [
        ("¬happy(x) ∧ happy(mary)", "not happy(x) and happy(mary)"),
        ("happy(x) ∨ mary ≠ sue", "happy(x) or mary != sue"),
        ("happy(x) → happy(mary) → happy(sue)", "happy(x) -> (happy(mary) -> happy(sue))"),
        ("happy(x) ↔ true", "happy(x) <-> true"),
        ("∃x ∀v lives(x) = v", "exists x forall v lives(x) = v"),
        ("exists x, v lives(x) = v", "exists x exists v lives(x) = v"),
        ("K⟨2⟩ M⟨∞⟩ happy(mary)", "K<2> M<inf> happy(mary)"),
        ("B⟨1,2⟩(happy(mary) ⇒ happy(sue))", "B<1, 2> (happy(mary) => happy(sue))"),
        ("((happy(x)))", "happy(x)"),
        ("not not happy(x)", "not not happy(x)"),
        ("G (happy(x) or false)", "G (happy(x) or false)"),
    ],
)
def test_signs_and_words_mean_the_same(signs: str, words: str) -> None:
    vocabulary = Vocabulary()
    parse_file(WORDS_OF, vocabulary)
    formula = parse_formula(signs, vocabulary)
    assert str(formula) == words
    assert parse_formula(words, vocabulary) == formula


def test_words_are_sorted_names_variables_and_terms() -> None:
    vocabulary = Vocabulary()
    parse_file(WORDS_OF, vocabulary)
    friend = logic.Function("friend", "person", ("person",))
    x, mary = logic.Variable("x", "person"), logic.Name("mary", "person")
    found = parse_formula("friend(friend(x)) = mary", vocabulary)
    assert found == logic.Equal(logic.Term(friend, (logic.Term(friend, (x,)),)), mary)
    happy = logic.Function("happy", "truth", ("person",))
    assert parse_formula("happy(mary)", vocabulary) == logic.Equal(
        logic.Term(happy, (mary,)), logic.T
    )


def test_a_range_names_all_between() -> None:
    (_, names) = parse_file("sort cell name p1..p4, 9 : cell").statements
    assert str(names) == "name p1, p2, p3, p4, 9 : cell"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("know", "line 1, column 5: expected a formula, found the end"),
        ("sort a\nknow (true", "line 2, column 11: expected"),
        ("sort a\nname b c : a", "line 2, column 8: expected ',' or ':', found 'c'"),
        ("sort a $", "line 1, column 8: expected"),
        ("is", "line 1, column 1: expected a statement (sort, rigid sort, name"),
        ("ask K<x> true", "column 7: expected a level, found"),
        ("ask K<1000> true", "column 7: level 1000 is above 99: write inf for no limit"),
        ("ask true is perhaps", "column 13: expected 'yes' or 'no', found 'perhaps'"),
        ("name a : b", "line 1, column 6: unknown sort 'b': declare it with 'sort'"),
        ("sort truth", "'truth' is the sort of predicates"),
        ("sort a name know : a", "column 13: 'know' is a keyword"),
        ("sort s name a : s predicate a", "'a' is already declared as a name of sort s"),
        (
            "know p",
            "line 1, column 6: 'p' is not declared by variable, name, function or predicate",
        ),
        ("predicate p know p(p)", "column 18: 'p' takes 0 arguments, not 1"),
        ("sort s predicate p(s) know p", "'p' takes 1 argument, not 0"),
        (
            "sort s, t name a : s predicate p(t) know p(a)",
            "a is of sort s, but 'p' takes the sort t",
        ),
        ("sort s, t name a : s name b : t know a = b", "a is of sort s, b of sort t"),
        ("sort s name a : s know a(a) = a", "'a' is a name of sort s: it takes no arguments"),
        ("sort s name a : s know a", "a is of sort s: expected '=' or '!='"),
        ("predicate p, q know p = q", "a predicate stands alone"),
        ("sort s name a : s know exists a a = a", "'a' is a name of sort s: expected a variable"),
        ("predicate p know K<1> p", "knowledge cannot be about belief"),
        ("predicate p believe M<1> p => p", "a conditional belief cannot be about belief"),
        ("sort s name a9..b3 : s", "'a9..b3': expected a range"),
        ("sort s name 9..3 : s", "'9..3': expected a range"),
        ("sort s name 1..9999999999 : s", "expected a range"),
        ("predicate p know " + "not " * 500 + "p", "more than 100 nested formulas"),
        ("predicate p know " + "(" * 5000, "more than 100 nested formulas"),
        (
            "sort s variable x : s function f(s) : s know " + "f(" * 500 + "x" + ")" * 500 + " = x",
            "more than 100 nested terms",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, said: str) -> None:
    vocabulary = Vocabulary()
    with pytest.raises(NotationError) as caught:
        parse_file(text, vocabulary)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300
    assert vocabulary == Vocabulary(), "nothing is half declared"
