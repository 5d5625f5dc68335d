"""Folders with one damaged part: what is left is learned, or one sentence says what is wrong."""

from __future__ import annotations

import random

import pytest

from sapper.errors import SapperError
from sapper.mio import LearningSettings
from sapper.mio.folders.folder import learn_folder, task_of

COUNT = 24  #: damaged folders for each run

BACKGROUND = """parent(ann,bob). parent(bob,dan). parent(ann,cid). parent(cid,eve). parent(gus,cid).
parent(dan,fay). parent(eve,hal).
female(ann). female(eve). female(fay).
"""
EXAMPLES = """pos(gp(ann,dan)). pos(gp(ann,eve)). pos(gp(gus,eve)). pos(gp(bob,fay)).
neg(gp(ann,bob)). neg(gp(bob,dan)). neg(gp(ann,fay)). neg(gp(dan,ann)). neg(gp(eve,eve)).
"""
BIAS = """head_pred(gp,2). body_pred(parent,2). body_pred(female,1).
type(gp,(person,person)). type(parent,(person,person)). type(female,(person,)).
direction(gp,(in,in)). direction(parent,(in,out)). direction(female,(in,)).
"""

#: Additions to the background, the first of which declares a predicate ``bad``.
CLAUSES = (
    "bad(X, Y).",
    "bad(X, _).",
    "bad(X, Y) :- bad(X, Y).",
    "bad(X, Y) :- nobody(X, Y).",
    "bad(X, Y) :- Y is X + 1.",
    "bad(X, Y) :- atom_length(X, Y).",
    "bad(X, s(Y)) :- bad(X, Y). bad(X, z).",
    "bad(X, Y) :- Y = f(_).",
    "bad(X, Y) :- between(1, inf, Y).",
    "bad(X, Y) :- 3(X).",
    "bad(X Y).",
    "bad('open, X).",
    "bad(X, Y) :- X ==> Y.",
    'bad(X, "text").',
    "bad(X, 1.5e400).",
    ":- table bad/2.",
    ":- incremental(bad/2), use_module(library(lists)).",
    ":- op(700, xfx, ===>).",
    "bad(X, Y) :- call(Z, X).",
    "bad(X, Y) :- \\+ parent(Y, Z), X > Z.",
)
#: Additions to the bias.
LINES = (
    "type(bad,(person,)).",
    "type(parent,(person,person,person)).",
    "direction(bad,(in,sideways)).",
    "direction(female,(in,out)).",
    "body_pred(nowhere,3).",
    ":- clause(C), #count{V : clause_var(C,V)} > 4.",
    "max_clauses(2). max_vars(4). enable_pi.",
    "unknown_setting(7).",
    "enable_recursion.",
    "body_pred(X,Y).",
    'body_pred("parent",2).',
    "threshold(nothing).",
    "type(parent,(thing,thing)).",
)
#: Additions to the examples.
EXAMPLE_LINES = (
    "pos(gp(ann,X)).",
    "neg(gp(ann)).",
    "pos(other(ann,dan)).",
    "neg(gp(ann,dan)).",
    "foo(bar).",
    "pos gp(ann,dan).",
    ":- pos(gp(ann,dan)).",
    "pos(3).",
    "\0\1.",
)


def damaged(number: int) -> dict[str, str]:
    """The texts of a folder with a bad predicate, and perhaps a bad line in its bias."""
    chance = random.Random(number)
    bad, line = CLAUSES[number % len(CLAUSES)], chance.choice(LINES)
    declared = "body_pred(bad,2). " + chance.choice(
        ("", "type(bad,(person,person)). direction(bad,(in,out)).", "direction(bad,(in,in)).")
    )
    lines = BACKGROUND.splitlines()
    lines.insert(chance.randrange(len(lines) + 1), bad)
    bias = BIAS + declared + ("\n" + line if chance.random() < 0.6 else "")
    return {"bk.pl": "\n".join(lines), "exs.pl": EXAMPLES, "bias.pl": bias}


@pytest.mark.slow
@pytest.mark.parametrize("number", range(COUNT))
def test_a_bad_part_does_not_end_learning(number: int) -> None:
    texts = damaged(number)
    learned, _ = learn_folder(task_of(texts.get, LearningSettings(seconds=5)))
    assert learned.train.accuracy == 1, (texts, learned)


@pytest.mark.parametrize("line", EXAMPLE_LINES)
def test_a_bad_example_is_left_out_with_one_notice(line: str) -> None:
    texts = {"bk.pl": BACKGROUND, "exs.pl": f"{EXAMPLES}{line}\n", "bias.pl": BIAS}
    task = task_of(texts.get, LearningSettings(seconds=5))
    assert len(task.notices) == 1
    assert task.notices[0].startswith("exs.pl")
    learned, _ = learn_folder(task)
    assert learned.train.accuracy == 1


def test_a_missing_full_stop_costs_one_clause() -> None:
    texts = {"bk.pl": f"bad(X, Y) :- parent(X, Y)\n{BACKGROUND}", "exs.pl": EXAMPLES}
    task = task_of((texts | {"bias.pl": BIAS}).get, LearningSettings(seconds=5))
    assert len(task.notices) == 1
    learned, _ = learn_folder(task)
    assert learned.train.accuracy == 1


def test_modes_in_the_form_of_aleph_within_the_form_of_popper_are_ignored() -> None:
    bias = f"{BIAS}:- modeb(7, parent(+person, -person)).\n"
    texts = {"bk.pl": BACKGROUND, "exs.pl": EXAMPLES, "bias.pl": bias}
    learned, _ = learn_folder(task_of(texts.get, LearningSettings(seconds=5)))
    assert learned.train.accuracy == 1


@pytest.mark.parametrize("name", ["bk.pl", "exs.pl", "bias.pl"])
def test_a_missing_file_is_named(name: str) -> None:
    texts = {"bk.pl": BACKGROUND, "exs.pl": EXAMPLES, "bias.pl": BIAS}
    del texts[name]
    with pytest.raises(SapperError, match=name.replace(".", r"\.")):
        task_of(texts.get)
