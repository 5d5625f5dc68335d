"""Damaged folders: what is left is learned, or one sentence says what is wrong."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from mio import (
    Background,
    Clause,
    Examples,
    LearningSettings,
    MioError,
    learn,
    learn_folder,
    parse_declarations,
    read_folder,
    read_task,
)
from mio.background import Interpreter
from mio.language import Program, read
from mio_command import run, sentence
from task_damage import damaged

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


def confirm(number: int, folder: Path) -> None:
    """A damaged folder is learned, or one sentence says why it cannot be."""
    made = damaged(number)
    made.write(folder)
    if not made.learnable:
        assert sentence(str(folder))
        return
    result = run(str(folder), "--json", "--seconds", "5")
    assert result.exit_code == 0, (made, result.stderr)
    learned = json.loads(result.stdout)
    assert learned["theory"], (made, learned)
    assert learned["train_accuracy"] == 1, (made, learned)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(20))
def test_a_damaged_folder_is_learned_or_refused(number: int, tmp_path: Path) -> None:
    confirm(number, tmp_path)


def test_the_generator_is_varied() -> None:
    """Of a hundred folders, most are learnable, and no two are equal."""
    folders = [damaged(number) for number in range(100)]
    assert 60 < sum(folder.learnable for folder in folders) < 90
    assert len({str(folder) for folder in folders}) > 90


@pytest.mark.parametrize("line", EXAMPLE_LINES)
def test_a_bad_example_is_left_out_with_one_notice(line: str) -> None:
    texts = {"bk.pl": BACKGROUND, "exs.pl": f"{EXAMPLES}{line}\n", "bias.pl": BIAS}
    task = read_task(texts.get, LearningSettings(seconds=5))
    assert len(task.notices) == 1
    assert task.notices[0].startswith("exs.pl")
    learned = learn_folder(task).learned
    assert learned.train.accuracy == 1


def test_a_missing_full_stop_costs_one_clause() -> None:
    texts = {"bk.pl": f"bad(X, Y) :- parent(X, Y)\n{BACKGROUND}", "exs.pl": EXAMPLES}
    task = read_task((texts | {"bias.pl": BIAS}).get, LearningSettings(seconds=5))
    assert len(task.notices) == 1
    learned = learn_folder(task).learned
    assert learned.train.accuracy == 1


def test_modes_in_the_form_of_aleph_within_the_form_of_popper_are_ignored() -> None:
    bias = f"{BIAS}:- modeb(7, parent(+person, -person)).\n"
    texts = {"bk.pl": BACKGROUND, "exs.pl": EXAMPLES, "bias.pl": bias}
    learned = learn_folder(read_task(texts.get, LearningSettings(seconds=5))).learned
    assert learned.train.accuracy == 1


@pytest.mark.parametrize("name", ["bk.pl", "exs.pl", "bias.pl"])
def test_a_missing_file_is_named(name: str) -> None:
    texts = {"bk.pl": BACKGROUND, "exs.pl": EXAMPLES, "bias.pl": BIAS}
    del texts[name]
    with pytest.raises(MioError, match=name.replace(".", r"\.")):
        read_task(texts.get)


@pytest.mark.parametrize(
    "clause",
    [
        "bad(X, Y) :- Y = f(Y).",
        "bad(X, Y) :- X = [Y|X].",
        "bad(X, Y) :- between(1, 100000000, Y), Y < 0.",
        "bad(X, Y) :- Y is 2 ** 1000000000.",
        "bad(X, Y) :- Y is (-8) ** 0.5.",
        f"bad(a, {'s(' * 3000}z{')' * 3000}).",
        "bad(a, 1.5e400).",
        "X :- bad(X, X).",
    ],
)
def test_a_clause_that_cannot_be_evaluated_costs_little(clause: str) -> None:
    bias = f"{BIAS}body_pred(bad,2). type(bad,(person,person)). direction(bad,(in,out)).\n"
    texts = {"bk.pl": f"{clause}\n{BACKGROUND}", "exs.pl": EXAMPLES, "bias.pl": bias}
    begun = time.thread_time()
    learned = learn_folder(read_task(texts.get, LearningSettings(seconds=30))).learned
    assert learned.train.accuracy == 1
    assert time.thread_time() - begun < 20


def test_numbers_of_many_digits_are_read_and_written() -> None:
    many = "-" + "1234567890" * 1000
    assert str(Clause.parse(f"p({many}).")) == f"p({many})."


@pytest.mark.parametrize(
    "encoding", ["utf-8-sig", "utf-16", "latin-1"], ids=["byte order mark", "utf-16", "latin-1"]
)
@pytest.mark.parametrize("name", ["bk.pl", "exs.pl", "bias.pl"])
def test_other_encodings_are_read(name: str, encoding: str, tmp_path: Path) -> None:
    texts = {"bk.pl": BACKGROUND, "exs.pl": EXAMPLES, "bias.pl": BIAS}
    for file, text in texts.items():
        used = encoding if file == name else "utf-8"
        (tmp_path / file).write_bytes(f"% für alle\r{text}".encode(used))
    task = read_folder(tmp_path)
    assert len(task.examples) == 9
    expected = [] if encoding == "utf-8-sig" else [f"{name} is not valid UTF-8, so it is read as "]
    assert [notice.removesuffix(encoding) for notice in task.notices] == expected


def test_a_constraint_after_facts_on_the_line_before_keeps_them() -> None:
    bias = f"{BIAS.replace(chr(10), ' ')}\n:- clause(C), #count{{V : clause_var(C,V)}} > 4.\n"
    texts = {"bk.pl": BACKGROUND, "exs.pl": EXAMPLES, "bias.pl": bias}
    task = read_task(texts.get)
    assert [mode.name for mode in task.declared.body] == ["parent", "female"]
    assert task.notices == ("bias.pl, line 2: the answer-set constraint is ignored",)


def test_a_predicate_of_long_queries_costs_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each query over the limit lowers the limit of the next ones, until none is tried."""
    steps = 0
    rows = Interpreter.rows

    def counted(self: Interpreter, *args: Any) -> Any:
        nonlocal steps
        try:
            return rows(self, *args)
        finally:
            steps += self.bounds.steps - max(0, self.left)

    monkeypatch.setattr(Interpreter, "rows", counted)
    bias = f"{BIAS}body_pred(bad,2). type(bad,(person,person)). direction(bad,(in,out)).\n"
    background = f"bad(X, Y) :- bad(X, Z), bad(Z, Y).\n{BACKGROUND}"
    texts = {"bk.pl": background, "exs.pl": EXAMPLES, "bias.pl": bias}
    learned = learn_folder(read_task(texts.get, LearningSettings(seconds=30))).learned
    assert learned.train.accuracy == 1
    assert steps < 50_000


def test_waiting_does_not_use_up_the_time() -> None:
    """The limit is in CPU seconds: a predicate that sleeps for longer changes nothing."""
    background = Background(BACKGROUND)
    sleep, limit, calls = 0.2, 1.0, list[str]()

    def old(person: str) -> bool:
        calls.append(person)
        time.sleep(sleep)
        return person == "ann"

    background.function("old", "+", old)
    modes = parse_declarations("gp(+p,+p)", "parent(+p,-p)", "female(+p)", "old(+p)")
    rows = (("ann", "dan"), ("ann", "eve"), ("gus", "eve")), (("ann", "bob"), ("eve", "eve"))
    learned = learn(background, modes, Examples(*rows), LearningSettings(seconds=limit))
    assert learned.finished
    assert learned.train.accuracy == 1
    assert learned.seconds < limit < sleep * len(calls)


def test_a_fact_about_names_does_not_exclude_a_predicate_that_computes() -> None:
    texts = {
        "bk.pl": "third(N) :- N mod 3 =:= 0.\nlabel(a, b).\n",
        "exs.pl": "pos(f(3)). pos(f(6)). pos(f(9)). neg(f(2)). neg(f(4)).\n",
        "bias.pl": "head_pred(f,1). body_pred(third,1). body_pred(label,2).\n",
    }
    learned = learn_folder(read_task(texts.get, LearningSettings(seconds=5))).learned
    assert str(learned) == "f(A) :- third(A).\n"


@pytest.mark.parametrize("line", [":- bad(", "bad(X, Y) :- parent(X,", "bad :- [a"])
def test_an_unclosed_clause_costs_no_fact_on_the_next_line(line: str) -> None:
    texts = {"bk.pl": f"{line}\n{BACKGROUND}", "exs.pl": EXAMPLES, "bias.pl": BIAS}
    task = read_task(texts.get)
    assert len(task.notices) == 1
    assert len(task.background.list_answers(("parent", 2))) == 7
    facts = f"{line}\np(a, 0.75).\n"
    assert Program.read(read(facts, notices=[])).facts(("p", 2)) == [("a", 0.75)]


def test_calls_with_large_terms_are_left_out_of_a_recursion() -> None:
    texts = {
        "bk.pl": "edge(a,b). edge(b,c). edge(c,d). edge(d,e). edge(x,y). edge(y,z).\n"
        "bad(a,[0,1,2]). bad([0,1,2],[]).\n",
        "exs.pl": "pos(gp(a,b)). pos(gp(a,c)). pos(gp(a,e)). pos(gp(b,d)). pos(gp(x,z)).\n"
        "neg(gp(b,a)). neg(gp(a,x)). neg(gp(x,e)). neg(gp(d,c)). neg(gp(a,a)).\n",
        "bias.pl": "enable_recursion. head_pred(gp,2). body_pred(edge,2). body_pred(bad,2).\n"
        "type(bad,(node,node)). direction(bad,(in,out)).\n",
    }
    learned = learn_folder(read_task(texts.get, LearningSettings(seconds=5))).learned
    assert learned.train.accuracy == 1
