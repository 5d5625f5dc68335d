"""Bad input: one clear sentence within the budget, whatever the text, and never a crash."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from typing import Any

import pytest

from limited_belief import (
    InputError,
    LimitedBeliefError,
    Session,
    believe,
    parse_program,
)
from limited_belief.language import syntax
from limited_belief.reasoning import actions, setup

CIRCLE = """sort s  name a : s  variable x : s  function f, g : s
always f = x <-> g = x
always g = x <-> f = x"""
GROWTH = """sort s  name a : s  variable x : s  function f : s
rigid sort action  name act : action  variable t : action
always [t] f = x <-> (f = x and f != a) or (f != a and f = x) or exists x (f = x and f = a)
ask """


ODD: tuple[Any, ...] = (None, -1, True, 2.5, math.nan, "odd", b"odd", [], {}, object())


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: type(odd).__name__)
def test_a_wrong_argument_is_one_sentence(odd: Any) -> None:
    """Some of them are right for some arguments."""
    right = {("seconds", None), ("seconds", 2.5), ("text", "odd")}
    calls: dict[str, Callable[[], object]] = {
        "seconds": lambda: Session(seconds=odd),
        "splits": lambda: Session(deepest=odd),
        "file": lambda: believe(odd),
        "text": lambda: Session().read(odd),
    }
    for name, call in calls.items():
        if isinstance(odd, Hashable) and (name, odd) in right:
            continue
        with pytest.raises(LimitedBeliefError, match=r"^[^\n]{5,200}$"):
            call()


def first_words(text: str) -> str:
    """Return why the first question of a file was left open."""
    session = Session(seconds=0.5)
    (result, *_) = session.run(session.read(text))
    assert result.answer is None
    return result.words


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (CIRCLE, "line 3: the definition of 'g' is circular: g → f → g"),
        ("predicate p know " + "p -> " * 3000 + "p", "line 1, column 18: more than 100 nested"),
        ("predicate p know " + "[" * 3000, "expected a word"),
        ("predicate p know " + "(p or " * 3000, "more than 100 nested formulas"),
    ],
)
def test_a_text_that_cannot_be_used_is_refused(text: str, said: str) -> None:
    session = Session()
    with pytest.raises(InputError, match=said):
        list(session.run(session.read(text)))


def test_a_text_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(syntax, "MAX_TOKENS", 1000)
    text = "predicate p\n" + "know p\n" * 1000
    with pytest.raises(InputError, match=r"^line 501, column 1: more than 1,000 words and signs$"):
        Session().read(text)


def test_regression_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "MAX_SIZE", 500)
    assert "grows too large in regression" in first_words(GROWTH + "[act] " * 9 + "K<1> f = a")


def test_equivalences_do_not_grow_without_end() -> None:
    text = "predicate p ask K<1> " + "(" * 40 + "p" + " <-> p)" * 40
    assert "too many nested '<->'" in first_words(text)


@pytest.mark.parametrize(
    "question", ["ask K<1> p(a1, a1, a1)", "ask exists x, y, z K<9> p(x, y, z)"]
)
def test_ground_clauses_do_not_fill_the_memory(
    question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup, "MAX_CLAUSES", 100)
    head = "sort s  name a1 : s  variable x, y, z : s  predicate p(s, s, s)\n"
    known = "know p(x, y, z) or p(z, x, y)\n"
    assert "the knowledge makes more than 100 ground clauses" in first_words(
        head + known + question
    )


def test_a_question_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "MAX_CLAUSES", 50)
    text = """sort s  name a1 : s  variable x, y, z : s  predicate p(s, s, s)
    ask K<1> exists x, y, z p(x, y, z)"""
    assert "makes more than 50 ground clauses" in first_words(text)


@pytest.mark.parametrize("belief", ["K<99>", "M<99>", "G K<99>"])
def test_a_search_ends_with_its_time(belief: str) -> None:
    """Nine pigeons do not fit into eight holes, which splits do not show soon."""
    pigeons = range(9)
    text = f"""sort hole  name h1..h8 : hole  variable x : hole
    function {", ".join(f"p{i}" for i in pigeons)}, other : hole\n"""
    for i in pigeons:
        text += "know " + " or ".join(f"p{i} = h{k}" for k in range(1, 9)) + "\n"
        text += "".join(f"know not (p{i} = x and p{k} = x)\n" for k in range(i))
    assert "was not answered within 0.5 seconds" in first_words(f"{text}ask {belief} p0 = h1")


def test_abbreviations_do_not_grow_without_end() -> None:
    text = "Sort S  Name n -> S  Let phi := n = n\n"
    grow = "While n = n { Let phi := (phi ^ phi) }"
    with pytest.raises(InputError, match="more than 100,000 parts or 100 nested formulas"):
        list(parse_program(text + grow).run(Session()))


def test_of_an_inconsistent_base_everything_is_believed() -> None:
    session = Session(seconds=1)
    file = session.read("predicate p, q  know p  know not p  ask K<0> q  ask M<5> q")
    assert [found.answer and found.answer.holds for found in session.run(file)] == [True, False]
    assert session.consistent() is False
