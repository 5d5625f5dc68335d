"""The command: files, examples, the prompt; answers, explanations, and what is wrong."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from limited_belief import EXAMPLES, Session
from limited_belief.cli import converse
from running import run, sentence

FATHER = """sort person
name frank, fred : person
variable x : person
function father : person
predicate rich(person)
know father = frank or father = fred
know rich(father)
"""


def test_answers_name_line_question_and_level() -> None:
    text = FATHER + "ask rich(frank) or rich(fred)\nask K<0> (rich(frank) or rich(fred))\n"
    result = run("-", stdin=text)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "line 8: yes   rich(frank) or rich(fred)   (level 1)",
        "line 9: no    K<0> (rich(frank) or rich(fred))",
    ]
    assert run(stdin=text).stdout == result.stdout


def test_no_and_unknown_are_different_answers() -> None:
    """Two knights or knaves: a says that they are of different kinds, which b denies."""
    text = "predicate a, b, c\nknow a <-> not b\nknow b <-> not (a and not b)\nknow not a or b\n"
    text += "ask a\nask c\nask b at 1\nask K<1> a\n"
    assert run(stdin=text).stdout.splitlines() == [
        "line 5: no    a   (its negation follows at level 1)",
        "line 6: unknown  c   (neither it nor its negation follows with 2 splits)",
        "line 7: yes   b",
        "line 8: no    K<1> a",
    ]
    rows = json.loads(run("--json", stdin=text).stdout)["results"]
    assert [row["verdict"] for row in rows] == ["no", "unknown", "yes", "no"]
    assert [row["answer"] for row in rows] == [False, False, True, False]
    assert rows[0]["negation"]["level"] == 1
    assert "yes: K<1> not a" in run("--why", stdin=text).stdout


def test_why_shows_the_split_tree() -> None:
    text = FATHER + "ask K<1> exists x (father = x and rich(x))"
    shown = run("--why", stdin=text).stdout
    assert "split on father:" in shown
    assert "if father = frank, then rich(frank): it holds" in shown
    assert "contradiction" in shown


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_are_there_by_name_and_come_out(name: str) -> None:
    result = run(name, "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert list(found) == ["file", "consistent", "results", "unexpected"]
    assert found["consistent"] is True
    assert found["unexpected"] == 0
    assert all(row["answer"] == row["expected"] for row in found["results"])


def test_json_explains_with_the_split_tree_and_the_fixes() -> None:
    text = FATHER + "ask K<1> (rich(frank) or rich(fred)) is yes\nask M<1> father = fred is yes\n"
    splits, fixes = json.loads(run("--json", stdin=text).stdout)["results"]
    assert list(splits) == [
        *("line", "question", "answer", "expected", "level", "seconds", "explanation", "verdict")
    ]
    assert (splits["line"], splits["answer"], splits["level"]) == (8, True, 1)
    case = splits["explanation"]["case"]
    assert case["split"] == "rich(frank)"
    assert [inner["assumed"] for inner in case["cases"]] == [["rich(frank)"], ["not rich(frank)"]]
    assert "rich(fred)" in case["cases"][1]["learned"]
    assert fixes["explanation"]["fixes"] == [["father = fred"]]


def test_an_answer_that_is_not_expected_ends_in_2_after_all_questions() -> None:
    text = FATHER + "ask K<1> rich(frank) is yes\nask K<0> rich(father) is yes\n"
    result = run(stdin=text)
    assert result.exit_code == 2
    assert "line 8: no    K<1> rich(frank)   – not as expected" in result.stdout
    assert "line 9: yes   K<0> rich(father)" in result.stdout
    assert result.stderr == "limited-belief: standard input: 1 answer not as expected (line 8)\n"


def test_contradictory_knowledge_is_said_to_be() -> None:
    holes = "sort h name a, b : h function p, q, r : h\n"
    holes += "know (p = a or p = b) and (q = a or q = b) and (r = a or r = b)\n"
    holes += "know p != q and q != r and p != r\nask K<0> false is no\nask K<1> false is yes\n"
    for text in (holes, "predicate p know p know not p ask K<0> false is yes"):
        result = run(stdin=text)
        assert result.exit_code == 0
        assert "the knowledge contradicts itself" in result.stderr
        found = json.loads(run("--json", stdin=text).stdout)
        assert found["consistent"] is False


PIGEONS = 9


def pigeonholes() -> str:
    """One pigeon more than holes: there is no model, but few splits do not show it."""
    text = f"sort hole name h1..h{PIGEONS - 1} : hole function "
    text += ", ".join(f"p{i}" for i in range(PIGEONS)) + " : hole\n"
    for i in range(PIGEONS):
        text += "know " + " or ".join(f"p{i} = h{k}" for k in range(1, PIGEONS)) + "\n"
        text += "".join(f"know p{i} != p{j}\n" for j in range(i))
    return text


def test_a_question_that_takes_too_long_is_left_open_and_the_others_are_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a clock that goes on 10 ms at every look."""
    text = pigeonholes() + "ask K<5> p0 = h1\nask K<0> p0 != p1 is yes\n"
    looks = count()
    monkeypatch.setattr(time, "monotonic", lambda: 0.01 * next(looks))
    result = run("--seconds", "0.3", stdin=text)
    monkeypatch.undo()
    assert result.exit_code == 2
    assert "open  K<5> p0 = h1: 'K<5> p0 = h1' was not answered within 0.3 seconds" in result.stdout
    assert "yes   K<0> p0 != p1" in result.stdout
    assert "limited-belief: standard input: line " in result.stderr
    assert result.stderr.endswith(": 'K<5> p0 = h1' was not answered within 0.3 seconds\n")


def test_a_question_that_makes_no_sense_does_not_keep_others_from_being_answered() -> None:
    text = FATHER + "ask K<1> rich(x)\nask K<0> rich(father)\nask K<1> rich(frank) at 2\n"
    result = run("--json", stdin=text)
    assert result.exit_code == 2
    rows = json.loads(result.stdout)["results"]
    assert [row["answer"] for row in rows] == [None, True, None]
    assert "is free in the question" in rows[0]["words"]
    assert "(1 more left open)" in result.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sort person\nknow rich", "standard input: line 2, column 6: 'rich' is not declared by"),
        (FATHER + "ask K<1> rich(x)", "line 8: variable 'x' is free in the question"),
        (
            FATHER + "ask rich(frank) and K<1> rich(fred)",
            "line 8: 'rich(frank)' is outside any belief: put K, M or B before it",
        ),
        (
            FATHER + "ask K<1> rich(frank) at 2",
            "line 8: 'at' is only for questions without K, M, G",
        ),
        (FATHER + "ask rich(x)", "line 8: variable 'x' is free"),
        (FATHER + "know frank = rich", "'rich' takes 1 argument, not 0"),
        ("predicate p know " + "p <-> (" * 40 + "p" + ")" * 40, "too many nested '<->'"),
        (
            "predicate "
            + ", ".join(f"p{i}" for i in range(30))
            + " know "
            + " or ".join(f"(p{i} and p{i + 1})" for i in range(0, 30, 2)),
            "this formula makes more than 10,000 clauses: split it into several",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, said: str) -> None:
    assert said in sentence(stdin=text)


def test_a_conditional_belief_holds_for_every_name() -> None:
    text = """sort animal name tweety, robin : animal variable x : animal
    predicate bird(animal), penguin(animal), flies(animal)
    believe bird(x) => flies(x)
    believe penguin(x) => bird(x)
    believe penguin(x) => not flies(x)
    ask B<1, 1> (bird(robin) => flies(robin)) is yes
    ask B<1, 1> (penguin(tweety) => not flies(tweety)) is yes
    ask B<1, 1> (penguin(tweety) => flies(tweety)) is no
    ask forall x B<1, 1> (penguin(x) => bird(x)) is yes
    """
    shown = run(stdin=text).stdout.splitlines()
    assert [line.split()[2] for line in shown] == ["yes", "yes", "no", "yes"]


def test_wrong_files_and_options_are_named(tmp_path: Path) -> None:
    missing = str(tmp_path / "nowhere")
    assert missing in sentence(missing)
    junk = tmp_path / "junk"
    junk.write_bytes(bytes(range(256)))
    assert str(junk) in sentence(str(junk))
    assert "at least 0, not -1" in sentence("rich-father", "--splits", "-1")
    assert "'soon'" in run("rich-father", "--seconds", "soon").stderr


def test_a_file_goes_before_an_example_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sudoku").write_text("ask K<0> true is yes")
    assert run("sudoku").stdout == "line 1: yes   K<0> true\n"


def typed(*lines: str) -> Callable[[], str]:
    waiting = list(lines)

    def read() -> str:
        if not waiting:
            raise EOFError
        return waiting.pop(0)

    return read


def test_the_prompt_answers_explains_and_loses_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    session = Session()
    lines = [*FATHER.splitlines(), "", "K<1> (rich(frank) or rich(fred))", "why", "know rich(x"]
    lines += [
        "ask K<1> rich(x)",
        "help",
        "ask rich(frank) or rich(fred)",
        "show",
        "know not rich(father)",
    ]
    converse(session, why=False, read=typed(*lines))
    shown = capsys.readouterr().out
    assert "yes   K<1> (rich(frank) or rich(fred))\n" in shown
    assert "split on rich(frank):" in shown
    assert "column 12: expected" in shown
    assert "variable 'x' is free" in shown
    assert "declare a sort" in shown
    assert "yes   rich(frank) or rich(fred)   (level 1)" in shown
    assert "know father = frank or father = fred\nknow rich(father)\nask" in shown
    assert shown.count("the knowledge contradicts itself") == 1


def test_ctrl_c_at_a_question_gives_it_up_and_loses_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session()

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    def interrupted() -> str:
        monkeypatch.setattr("limited_belief.reasoning.splits._Search.prove", interrupt)
        return "K<1> (rich(frank) or rich(fred))"

    def again() -> str:
        monkeypatch.undo()
        return "K<1> (rich(frank) or rich(fred))"

    steps = iter([*((lambda line=line: line) for line in FATHER.splitlines()), interrupted, again])

    def read() -> str:
        step = next(steps, None)
        if step is None:
            raise EOFError
        return step()

    converse(session, why=False, read=read)
    shown = capsys.readouterr().out
    assert "interrupted" in shown
    assert "yes   K<1> (rich(frank) or rich(fred))" in shown.split("interrupted")[1]


def test_the_prompt_ends_with_quit(capsys: pytest.CaptureFixture[str]) -> None:
    converse(Session(), why=True, read=typed("why", "quit", "sort a"))
    assert "no question has been asked yet" in capsys.readouterr().out
