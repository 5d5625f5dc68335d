"""Why clauses are in a theory."""

from __future__ import annotations

import pytest

from mio import (
    Background,
    Examples,
    InputError,
    explain,
    learn,
    learn_texts,
    parse_declarations,
    parse_theory,
    why_json,
    why_lines,
)
from mio.task import MAX_CHARACTERS

FACTS = "".join(f"n({i}). half({i},{i // 2}). even({i}).\n" for i in range(0, 40, 2)) + "".join(
    f"n({i}). three({i}).\n" for i in range(0, 40, 3)
)
POSITIVES = tuple((i,) for i in range(40) if i % 2 == 0 or i % 3 == 0)
NEGATIVES = tuple((i,) for i in range(40) if (i,) not in POSITIVES)
EXAMPLES = Examples(POSITIVES, NEGATIVES)
THEORY = parse_theory("t(A) :- even(A).\nt(A) :- three(A).")


def test_counts_agree_with_arithmetic() -> None:
    why = explain(Background(FACTS), THEORY, EXAMPLES)
    even, three = why.reasons
    assert even.positives == tuple((i,) for i in range(0, 40, 2))
    assert three.new == three.alone == len(range(3, 40, 6))
    assert even.alone == len(range(0, 40, 2)) - len(range(0, 40, 6))
    assert (even.value, three.value) == (20 - 1, 7 - 1)
    assert why.missed == why.wrong == ()


def test_errors_are_named() -> None:
    wrong = Examples(POSITIVES[1:], (*NEGATIVES, POSITIVES[0]))
    why = explain(Background(FACTS), THEORY[:1], wrong)
    assert why.wrong == why.reasons[0].negatives == ((0,),)
    assert why.missed == tuple((i,) for i in range(3, 40, 6))
    text = why_lines(why)
    assert "1 negative covered: 0" in text
    assert f"{len(why.missed)} positives missed: 3; 9; 15; 21; 27 …" in text
    assert why_json(why)["missed"] == {"count": 7, "examples": ["3", "9", "15", "21", "27"]}


def test_no_clause_found_is_better_than_the_one_taken_first() -> None:
    """Without noise covering takes the best clause, so a runner-up is never worth more."""
    background = Background(FACTS)
    modes = parse_declarations("t(+n)", "even(+n)", "three(+n)", "half(+n,-n)")
    learned = learn(background, modes, EXAMPLES)
    why = explain(background, learned.theory, EXAMPLES, learned.searches)
    assert {str(one.clause) for one in why.reasons} == set(map(str, THEORY))
    for one in why.reasons:
        assert one.runner_up_value is None or one.runner_up_value <= one.value


def test_clauses_of_a_program_are_explained_by_what_fails_without_them() -> None:
    background = Background("parent(a,b). parent(b,c). parent(c,d).")
    program = parse_theory("anc(A,B) :- parent(A,B).\nanc(A,B) :- parent(A,C), anc(C,B).")
    rows = (("a", "b"), ("a", "c"), ("b", "d"))
    why = explain(background, program, Examples(rows, (("b", "a"),)))
    assert why.recursive
    assert [one.positives for one in why.reasons] == [rows, rows[1:]]


def test_a_task_is_learned_from_texts() -> None:
    files = {
        "bk.pl": FACTS,
        "exs.pl": "".join(f"pos(t({p})). " for (p,) in POSITIVES)
        + "".join(f"neg(t({n})). " for (n,) in NEGATIVES),
        "bias.pl": "head_pred(t,1). body_pred(even,1). body_pred(three,1).",
    }
    learned = learn_texts(files, 20)
    assert set(learned["theory"]) == set(map(str, THEORY))
    assert [one["clause"] for one in learned["why"]["clauses"]] == learned["theory"]
    with pytest.raises(InputError, match=r"no exs\.pl"):
        learn_texts({"bk.pl": "", "bias.pl": files["bias.pl"]}, 20)
    with pytest.raises(InputError, match="at most"):
        learn_texts({**files, "bk.pl": " " * MAX_CHARACTERS}, 20)
    with pytest.raises(InputError, match="no file notes"):
        learn_texts({**files, "notes.txt": ""}, 20)
