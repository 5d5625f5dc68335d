"""Tasks that would run for ever, or out of memory, end with a sentence."""

from __future__ import annotations

import time

import pytest

from mio import learn_texts
from mio.language import Program, read

EXAMPLES = "pos(t(1)). pos(t(2)). neg(t(3)). neg(t(4))."
BIAS = """head_pred(t,1). body_pred(p,1). body_pred(q,1).
    type(t,(n,)). type(p,(n,)). type(q,(n,)). direction(p,(in,)). direction(q,(in,))."""
FACTS = "q(1). q(2). q(5).\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("background", "sentence"),
    [
        ("p(X) :- p(X).", "p/1 ("),
        ("p(X) :- r(X). r(X) :- p(X).", "p/1 ("),
        ("p(X) :- r(s(X)). r(X) :- r(s(X)).", "p/1 ("),
        ("p(X) :- between(1, inf, Y), Y < X, Y > X.", "p/1 ("),
    ],
    ids=["itself", "cycle", "growing", "endless"],
)
def test_endless_definitions_are_named(background: str, sentence: str) -> None:
    """They are named in one note, and the other predicates are learned from."""
    learned = learn_texts({"bk.pl": FACTS + background, "exs.pl": EXAMPLES, "bias.pl": BIAS}, 5)
    assert learned["theory"] == ["t(A) :- q(A)."]
    (note,) = [note for note in learned["notes"] + learned["notices"] if sentence in note]
    assert "bk.pl, line 2" in note


def test_huge_constants_are_learned_from() -> None:
    long, big = "a" * 100_000, 10**4000
    facts = f"p({long}). p({big}). q(1)."
    rows = f"pos(t({long})). pos(t({big})). neg(t(1)). neg(t(b))."
    learned = learn_texts({"bk.pl": facts, "exs.pl": rows, "bias.pl": BIAS}, 5)
    assert learned["theory"] == ["t(A) :- p(A)."]


def test_directives_are_not_executed() -> None:
    """They are ignored with a notice, whatever they say."""
    files = {
        "bk.pl": f":- initialization(halt). :- shell('touch x').\n{FACTS} p(1).",
        "exs.pl": EXAMPLES,
        "bias.pl": BIAS,
    }
    learned = learn_texts(files, 5)
    assert learned["theory"] == ["t(A) :- q(A)."]
    assert any("initialization" in notice for notice in learned["notices"])


@pytest.mark.slow
def test_many_facts_are_read_and_learned_from() -> None:
    """A smaller version of a million facts; tables of facts need no index of their clauses."""
    count = 15_000
    facts = "".join(f"knows(p{i}, p{i * 7 % count}). age(p{i}, {i % 90}).\n" for i in range(count))
    files = {
        "bk.pl": facts + "old(A) :- A > 80.",
        "exs.pl": "".join(
            f"{'pos' if i * 7 % count % 90 > 80 else 'neg'}(happy(p{i})).\n" for i in range(300)
        ),
        "bias.pl": """head_pred(happy,1). body_pred(knows,2). body_pred(age,2). body_pred(old,1).
            type(happy,(p,)). type(knows,(p,p)). type(age,(p,n)). type(old,(n,)).
            direction(happy,(in,)). direction(knows,(in,out)). direction(age,(in,out)).
            direction(old,(in,)).""",
    }
    learned = learn_texts(files, 30)
    assert learned["theory"] == ["happy(A) :- knows(A,B), age(B,C), old(C)."]
    program = Program.read(read(files["bk.pl"]))
    assert len(program.facts(("age", 2))) == count
    assert program.predicates["age", 2].is_facts
    assert not program.predicates["old", 1].is_facts


@pytest.mark.slow
def test_many_short_queries_keep_the_time_limit() -> None:
    """A literal of four inputs has thousands of combinations of them, each a query of its own."""
    texts = {
        "bk.pl": "mix(A, B, C, D, [A, B, C, D]) :- A \\= B.\nnumber(_, N) :- between(1, 40, N).\n",
        "exs.pl": "pos(f(0)). pos(f(1)). neg(f(2)). neg(f(3)).",
        "bias.pl": "head_pred(f,1). body_pred(mix,5). body_pred(number,2)."
        " type(f,(n,)). type(mix,(n,n,n,n,l)). type(number,(n,n)). direction(f,(in,))."
        " direction(mix,(in,in,in,in,out)). direction(number,(in,out)).",
    }
    begun = time.thread_time()
    learn_texts(texts, 1)
    assert time.thread_time() - begun < 10  # a busy machine stretches every step
