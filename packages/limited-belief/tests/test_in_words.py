"""Formulas as English clauses."""

import pytest

from limited_belief import EXAMPLES, Session, example, in_words, parse_formula

DECLARED = """
rigid sort action
sort person
name ann, bob : person
variable x : person
function father(person) : person
function tell(person) : action
predicate rich(person), sings(person), likes(person, person), rain
"""


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("rich(ann) and not sings(bob)", "ann is rich and it is not true that bob sings"),
        ("father(father(ann)) != bob", "the father of the father of ann is not bob"),
        ("rain or not rain", "rain or not rain"),
        ("rain -> likes(ann, bob)", "if rain, then likes(ann, bob)"),
        ("exists x rich(x)", "there is a person x such that x is rich"),
        ("K<0> rich(ann)", "it is known with no splits that ann is rich"),
        ("not M<2> rich(ann)", "it is not possible with two fixes that ann is rich"),
        ("K<inf> rain", "it is known with any number of splits that rain"),
        ("forall x rich(x)", "for every person x, x is rich"),
        ("B<1, 1> (true => rain)", "it is believed with one split and with one fix that rain"),
        ("[tell(ann)] rain", "after tell(ann), rain"),
    ],
)
def test_a_formula_is_said_in_the_words_of_its_author(formula: str, said: str) -> None:
    session = Session()
    assert list(session.run(session.read(DECLARED))) == []
    assert in_words(parse_formula(formula, session.vocabulary)) == said


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name != "sudoku"])
def test_every_question_of_the_examples_reads_without_signs(name: str) -> None:
    session = Session()
    for statement in session.read(example(name)).statements:
        formula = getattr(statement, "formula", None)
        if formula is not None:
            assert not set("=<>[]") & set(in_words(formula)), str(formula)
