"""A server of counterexamples in a program of its own: what it teaches, and its faults."""

from __future__ import annotations

import json
import shlex
import sys
from io import StringIO

import pytest

from divisible import sampler
from mio import Clause, InputError, RemoteServer, ServerLostError, serve

ABOUT = ("t", 1)
RULE = Clause.parse("t(A) :- rest(A,0).")


def test_questions_are_answered_line_by_line() -> None:
    judge = {"ask": "judge", "theory": [str(RULE), "t(A) :- rest(A,1)."]}
    questions = [{"ask": "examples", "positives": 2, "negatives": 1}, judge]
    answers = StringIO()
    serve(sampler(), "t", StringIO("".join(json.dumps(one) + "\n" for one in questions)), answers)
    first, verdict = map(json.loads, answers.getvalue().splitlines())
    known = sampler()
    drawn = known.examples(2, 1)
    assert first == {
        "examples": [
            *(f"pos(t({number}))." for (number,) in drawn.positives),
            *(f"neg(t({number}))." for (number,) in drawn.negatives),
        ]
    }
    here = known.judge([RULE, Clause.parse("t(A) :- rest(A,1).")])
    assert verdict["kept"] == [str(RULE)]
    assert tuple(verdict["drawn"]) == here.drawn
    assert len(verdict["examples"]) == len(here.counterexamples)


@pytest.mark.parametrize("line", ["{", '{"ask": "luck"}', "[]", '{"ask": "judge"}'])
def test_a_question_of_another_form_is_refused(line: str) -> None:
    answers = StringIO()
    serve(sampler(), "t", StringIO(line + "\n"), answers)
    assert json.loads(answers.getvalue())["error"].startswith("expected a question")


def answering(answer: object) -> str:
    """A command that answers its first question with a text or with JSON, and waits for more."""
    line = answer if isinstance(answer, str) else json.dumps(answer)
    program = f"import sys; sys.stdin.readline(); print({line!r}, flush=True); sys.stdin.read()"
    return shlex.join([sys.executable, "-S", "-c", program])


VERDICT: dict[str, object] = {"kept": [str(RULE)], "examples": ["pos(t(2))."], "drawn": [7, 9]}


def test_a_verdict_is_read() -> None:
    with RemoteServer(answering(VERDICT), ABOUT) as server:
        verdict = server.judge([RULE])
    assert (verdict.kept, verdict.drawn) == ((RULE,), (7, 9))
    assert verdict.counterexamples.positives == ((2,),)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("pos(t(1)).", "the server's answer: expected a JSON object on one line, found 'pos(t(1"),
        ("[1]", "expected a JSON object on one line, found '[1]'"),
        ({"error": "no luck"}, "the server reports: no luck"),
        ({"examples": "pos"}, 'expected examples, a list such as ["pos(t(1))."]'),
        ({**VERDICT, "examples": ["pos(t(."]}, "the server's examples, line 1"),
        ({**VERDICT, "examples": ["pos(u(1))."]}, "expected an example of t/1, found u(1)"),
        ({**VERDICT, "examples": ["pos(t(1)). neg(t(1))."]}, "t(1) is both positive and negative"),
        ({**VERDICT, "kept": None}, "expected kept, a list of clauses, and drawn, two numbers"),
        ({**VERDICT, "drawn": [1]}, "expected kept, a list of clauses, and drawn, two numbers"),
        ({**VERDICT, "kept": ["t(1)."]}, "expected to keep clauses of the theory, found 't(1).'"),
        ({**VERDICT, "kept": [[1]]}, "expected to keep clauses of the theory, found '[1]'"),
    ],
)
def test_a_wrong_answer_is_one_sentence(answer: object, words: str) -> None:
    with RemoteServer(answering(answer), ABOUT) as server, pytest.raises(InputError) as error:
        server.judge([RULE])
    assert words in str(error.value)


def test_a_program_that_ends_or_is_silent_is_lost() -> None:
    program = [sys.executable, "-S", "-c"]
    with (
        RemoteServer(shlex.join([*program, ""]), ABOUT) as server,
        pytest.raises(ServerLostError, match="the server has ended"),
    ):
        server.examples(1, 1)
    silent = shlex.join([*program, "import sys; sys.stdin.read()"])
    with (
        RemoteServer(silent, ABOUT, patience=0.01) as server,
        pytest.raises(ServerLostError, match=r"gave no answer within 0\.01 seconds"),
    ):
        server.examples(1, 1)
    with (
        RemoteServer(silent, ABOUT, interrupted=lambda: True) as server,
        pytest.raises(ServerLostError, match="stopped"),
    ):
        server.examples(1, 1)
