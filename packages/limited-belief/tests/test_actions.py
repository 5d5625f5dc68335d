"""Actions: regression agrees with carrying out the actions in every world that is possible."""

from __future__ import annotations

from itertools import product

import pytest

from acting import ACTIONS, ROOM, after, results, seen
from limited_belief import InputError, NotationError, Session, parse_file
from limited_belief.language import logic


@pytest.mark.parametrize("real", ["nothing", "box"])
def test_what_is_known_after_actions_holds_in_all_worlds_that_show_the_same(real: str) -> None:
    questions, expected = [], []
    for actions in product(ACTIONS, repeat=2):
        worlds = [w for w in ("nothing", "box") if seen(w, actions) == seen(real, actions)]
        done = "".join(f"[{action}] " for action in actions)
        for value in ("nothing", "box", "cup"):
            questions.append(f"ask {done}K<2> holding = {value}")
            expected.append(all(after(world, actions) == value for world in worlds))
    found = results(f"{ROOM} real holding = {real}\n" + "\n".join(questions))
    assert [result.answer and result.answer.holds for result in found] == expected


def test_the_real_world_is_not_known() -> None:
    found = results(f"""{ROOM} real holding = box
        ask real holding = box is yes  ask real holding = nothing is no  ask holding = box is no
        ask real exists x (holding = x and not K<1> holding = x) is yes
        ask [look] K<1> exists x (holding = x and K<1> holding = x) is yes""")
    assert all(result.answer and result.as_expected for result in found)


def test_possible_after_looking_is_what_agrees_with_what_was_seen() -> None:
    found = results(f"""{ROOM} real holding = box
        ask M<1> holding = nothing is yes
        ask [look] M<1> holding = box is yes  ask [look] M<2> holding = nothing is no""")
    assert all(result.answer and result.as_expected for result in found)


@pytest.mark.parametrize("real", ["lit", "not lit"])
def test_what_a_sensor_shows_may_be_whether_something_is_true(real: str) -> None:
    session = Session()
    sensor = logic.Function("shown", logic.TRUTH, ("action",))
    head = f"rigid sort action  name look : action  predicate lit  real {real}"
    list(session.run(session.read(head)))
    lit = logic.Equal(logic.Term(logic.Function("lit", logic.TRUTH)), logic.T)
    look = logic.Name("look", "action")
    session.knowledge.sense(sensor)
    session.knowledge.define(logic.Axiom(None, logic.Term(sensor, (look,)), logic.T, lit))
    for formula, holds in ((lit, real == "lit"), (logic.Not(lit), real != "lit")):
        assert session.knowledge.ask(logic.After(look, logic.Known(1, formula))).holds == holds


def test_rigid_terms_are_names() -> None:
    found = results(f"""{ROOM} ask K<0> pickup(box) != pickup(cup) is yes
        ask K<0> pickup(box) != drop is yes  ask K<0> exists x pickup(x) = pickup(cup) is yes
        ask K<0> pickup(holding) != pickup(cup) is yes
        ask K<1> pickup(holding) != pickup(box) is no""")
    assert all(result.answer and result.as_expected for result in found)


def test_a_sequence_of_actions_comes_back_from_its_text() -> None:
    file = parse_file(f"{ROOM} real holding = box  ask real [drop] [look] K<1> holding = nothing")
    assert parse_file(str(file)) == file


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("predicate p, q  always p <-> q  always q <-> p", "circular: q → p → q"),
        ("predicate p  always p <-> not p", "circular: p → p"),
        ("sort s  variable x, y : s  predicate p(s)  always p(x) <-> x = y", "'y' is free"),
        ("predicate p  always p <-> K<0> p", "cannot be about belief"),
    ],
)
def test_an_axiom_that_defines_nothing_is_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        results(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("rigid sort a  sensor s : a", "expected one argument, an action"),
        ("sort s  name n : s  predicate p  always [n] p <-> p", "expected a variable"),
        ("sort s  name n : s  always n = n <-> true", "expected a predicate, or a term"),
        ("sort s  rigid sort s", "already declared, as another kind of sort"),
        ("sort s  name n : s  predicate p  know [n] p", "cannot be about later situations"),
    ],
)
def test_a_bad_declaration_is_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(NotationError, match=sentence):
        parse_file(text)


def test_many_actions_are_refused_or_answered_within_the_budget() -> None:
    """Each action doubles the regressed question."""
    double = """predicate p, q  rigid sort act  name go : act  variable a : act
        always [a] p <-> (p and q or q and not p)  always [a] q <-> (p and not q or q and p)\n"""
    (result,) = results(double + "ask " + "[go] " * 60 + "K<0> p")
    assert result.answer is None
    assert "too large in regression" in result.words
