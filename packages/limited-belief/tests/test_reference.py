"""The answers that the published examples of limited belief must have, one by one."""

from __future__ import annotations

import pytest

from limited_belief import Session

FATHER = """
sort person  name frank, fred : person  variable x : person
function father : person  predicate rich(person)
know father = frank or father = fred
know rich(father)
"""
CONSTANT = """
sort thing  name m, n : thing  variable x : thing  function c : thing
know c = m or c = n
"""
DISJUNCTION = """
sort thing  name m, n : thing  variable x : thing  predicate p(thing)
know p(m) or p(n)
"""
EMPTY = """
sort thing  variable x : thing  function a, b : thing  predicate p
"""
ADAPTIVE = """
predicate f, g1, g2, h
know f or g1 or h  know not f or g2 or h  know f or not g1 or h  know not f or not g2 or h
"""
FRIENDS = """
sort person  name mary, sue, jane, george : person  variable x : person
function best_friend(person), father(person) : person
know best_friend(mary) = sue or best_friend(mary) = jane
know father(sue) = george and father(jane) = george
"""
PIGEONS = """
sort hole  name h1, h2 : hole  function p1, p2, p3 : hole
know (p1 = h1 or p1 = h2) and (p2 = h1 or p2 = h2) and (p3 = h1 or p3 = h2)
know p1 != p2 and p1 != p3 and p2 != p3
"""
IDENTITY = """
sort thing  name n, m : thing  variable x : thing  function f(thing) : thing
know f(x) = x
"""
PENGUINS = """
predicate bird, flies, penguin, wings, red
believe bird => flies  believe penguin => bird
believe penguin => not flies  believe bird => wings
"""
BATTLESHIP = """
sort cell  name p0..p4 : cell  variable x, y : cell
function head, body, tail : cell  predicate hit(cell), water(cell)
"""
FAMILY = """
sort thing  name n, m : thing  variable x : thing  function g(thing) : thing
know g(x) = n or g(x) = m
"""

CASES = {
    "father": (
        FATHER,
        {
            "K<0> (father = frank -> rich(frank))": "Y",
            "K<0> (rich(frank) or rich(fred))": "N",
            "K<1> (rich(frank) or rich(fred))": "Y",
            "M<0> father = frank": "N",
            "M<1> father = frank": "Y",
            "M<1> rich(frank)": "Y",
            "K<1> exists x (father = x and rich(x) and M<1> father != x)": "Y",
        },
    ),
    "constant": (
        CONSTANT,
        {
            "K<0> exists x c = x": "N",
            "K<1> exists x c = x": "Y",
            "exists x K<1> c = x": "N",
            "exists x M<1> c = x": "Y",
            "forall x M<1> c = x": "N",
            "exists x K<1> c != x": "Y",
            "forall x M<2> c != x": "Y",
            "K<1> forall x (c = x -> M<1> c != x)": "Y",
        },
    ),
    "disjunction": (
        DISJUNCTION,
        {
            "K<0> exists x p(x)": "N",
            "K<1> exists x p(x)": "Y",
            "M<0> exists x p(x)": "N",
            "M<1> exists x p(x)": "Y",
            "exists x K<1> p(x)": "N",
            "forall x M<1> p(x)": "Y",
        },
    ),
    "empty": (
        EMPTY,
        {
            "K<0> (p or not p)": "Y",
            "K<0> exists x a = x": "N",
            "K<1> exists x a = x": "Y",
            "K<3> a = b": "N",
        },
    ),
    "resolution": (
        "predicate p, q  know p or q  know not p or q",
        {"K<0> q": "N", "K<1> q": "Y"},
    ),
    "adaptive": (ADAPTIVE, {"K<1> h": "N", "K<2> h": "Y"}),
    "friends": (
        FRIENDS,
        {
            "K<0> father(best_friend(mary)) = george": "Y",
            "K<0> exists x (best_friend(mary) = x and father(x) = george)": "N",
            "K<1> exists x (best_friend(mary) = x and father(x) = george)": "Y",
        },
    ),
    "pigeons": (PIGEONS, {"K<0> false": "N", "K<1> false": "Y"}),
    "identity": (
        IDENTITY,
        {
            "M<0> forall x f(x) = x": "Y",
            "K<0> f(n) != m": "Y",
            "K<0> f(f(f(n))) = n": "Y",
        },
    ),
    "penguins": (
        PENGUINS,
        {
            "B<1, 1> (penguin => not flies)": "Y",
            "B<1, 1> (penguin => flies)": "N",
            "B<1, 1> (bird => not penguin)": "Y",
            "B<1, 1> (true => not penguin)": "Y",
            "B<1, 1> (penguin => wings)": "N",
            "B<1, 1> (bird and red => flies)": "N",
            "B<2, 2> (bird and red => flies)": "Y",
            "B<0, 0> (bird => flies)": "N",
            "B<0, 1> (bird => flies)": "Y",
            "B<1, 0> (bird => flies)": "N",
        },
    ),
    "both known": ("predicate p, q  know p and q", {"M<1> (p or q)": "Y"}),
    "family": (FAMILY, {"M<2> forall x g(x) = n": "Y"}),
}
QUESTIONS = [(name, question) for name, (_, asked) in CASES.items() for question in asked]


@pytest.mark.parametrize(("name", "question"), QUESTIONS)
def test_the_answer_is_the_published_one(name: str, question: str) -> None:
    knowledge, answers = CASES[name]
    session = Session()
    (result,) = session.run(session.read(f"{knowledge}\nask {question}"))
    assert result.answer is not None
    assert result.answer.holds == (answers[question] == "Y"), str(result.answer)


@pytest.mark.parametrize(("levels", "spheres"), [("<1, 1>", 3), ("<0, 1>", 2), ("<0, 0>", 2)])
def test_spheres_that_low_levels_cannot_tell_apart_are_left_out(levels: str, spheres: int) -> None:
    """At level 1 there are those without penguins, with them, and all others. At level 0 penguins
    are not refuted in the first one, nor confirmed, so only the last comes after it."""
    session = Session()
    list(session.run(session.read(PENGUINS.replace("believe", f"believe {levels}"))))
    assert session.knowledge.spheres() == spheres
