"""Terms and clauses come back from their text; what cannot be read is named with its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mio import (
    Clause,
    InputError,
    NotationError,
    Struct,
    Term,
    Variable,
    parse_theory,
    printed,
    written,
)
from mio.language import listed, read, read_term

ATOMS = ["a", "foo", "it's", "A b", "[]", "+", "-", ",", "is", "\\", "é", "!", "\n", "f.g"]
names = st.one_of(st.sampled_from(ATOMS), st.text(max_size=4))
constants = st.one_of(names, st.integers(-99, 99), st.floats(allow_nan=False, allow_infinity=False))
variables = st.sampled_from([Variable("X"), Variable("Y1"), Variable("_Z")])


def compound(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    several = st.lists(inner, min_size=1, max_size=3)
    operators = st.sampled_from(["+", "-", "*", "=", "is", ",", ";", "->", "<", "\\+"])
    return st.one_of(
        st.builds(Struct, names, several),
        st.builds(Struct, operators, st.lists(inner, min_size=1, max_size=2)),
        st.builds(listed, st.lists(inner, max_size=3)),
        st.builds(listed, several, inner),
    )


terms = st.recursive(st.one_of(constants, variables), compound, max_leaves=12)


@given(terms)
def test_a_term_comes_back_from_its_text(term: Term) -> None:
    assert read_term(written(term)) == term


#: A conjunction as a goal would come back as its goals, a head ``:- a`` as a directive.
goals = st.builds(Struct, names, st.lists(terms, min_size=1, max_size=2)).filter(
    lambda goal: goal.name not in (",", ":-", "?-")
)
clauses = st.builds(Clause, goals, st.lists(goals, max_size=3).map(tuple))


@given(st.lists(clauses, max_size=2))
def test_a_theory_comes_back_from_its_text(found: list[Clause]) -> None:
    assert parse_theory(printed(found)) == tuple(found)


def test_numbers_are_equal_only_to_numbers_of_their_type() -> None:
    assert Struct("f", (1,)) != Struct("f", (1.0,))
    assert read_term("f(1)") != read_term("f(1.0)")


def test_long_lists_are_no_trouble() -> None:
    term = listed(range(20_000))
    assert read_term(written(term)) == term


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("p(a", "x.pl, line 1, column 4: expected ',' or ')', found the end of the text"),
        ("p(a).\nq(b) r.", "x.pl, line 2, column 6: expected an operator or a full stop"),
        ("p(a).\n\n  q(]).", "x.pl, line 3, column 5: expected a term, found ']'"),
        ("p('a).", "x.pl, line 1, column 3: the quotation that starts here is not closed"),
        ("p(a). /* q", "x.pl, line 1, column 7: the comment that starts here is not closed"),
        ("p(a)", "x.pl, line 1, column 5: expected an operator or a full stop"),
        ("p([a|b).", "x.pl, line 1, column 7: expected ',', '|' or ']', found ')'"),
        ("p(`a).", "x.pl, line 1, column 3: unexpected character '`'"),
    ],
)
def test_unreadable_text_is_named_with_line_and_column(text: str, expected: str) -> None:
    with pytest.raises(NotationError) as error:
        read(text, "x.pl")
    assert expected in str(error.value)


def test_what_only_python_knows_has_no_text() -> None:
    with pytest.raises(InputError, match="type frozenset has no text form"):
        written(Struct("f", (frozenset(),)))


@pytest.mark.parametrize(
    "fact", ["p(a)", "p(a,b_1, cD)", "q9(-12,007,x)", "dynamic(is,mod)", "p( a,b)", "p(a,-b)"]
)
def test_a_plain_fact_is_read_as_any_other_statement(fact: str) -> None:
    """The space before the full stop keeps the second one from being read as a whole."""
    one, two, three = read(f"% facts\n{fact}. {fact} . {fact}.")
    assert one.term == two.term == three.term
    assert (one.where, two.where) == ("text, line 2", "text, line 2")
