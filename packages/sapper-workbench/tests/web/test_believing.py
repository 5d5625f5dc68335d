"""Limited belief over HTTP: the answers, their explanations, and limits on what visitors ask."""

from __future__ import annotations

from typing import Any

import pytest

import sapper
from limited_belief import EXAMPLES, example
from sapper_workbench.web import believing
from tests.web.served import Client, get, parsed, post


def asked(client: Client, text: str, **fields: Any) -> list[tuple[str, Any]]:
    reply = client.post("/api/believe", json={"text": text, **fields})
    assert reply.status_code == 200, reply.text
    return parsed(reply.text)


def test_the_lessons_are_those_of_the_package(client: Client) -> None:
    lessons = get(client, "/api/believe/lessons")
    assert [lesson["name"] for lesson in lessons] == list(EXAMPLES)
    assert lessons[0]["title"] == "A rich father: what a case split is, and how it adds effort"
    assert lessons[0]["text"] == example("rich-father")


@pytest.mark.parametrize("name", ["rich-father", "minefield"])
def test_the_answers_are_those_of_the_reasoner(client: Client, name: str) -> None:
    *answers, consistent = asked(client, example(name))
    assert {kind for kind, _ in answers} == {"answer"}
    due = [(r.ask.line, str(r.ask.formula), r.verdict) for r in sapper.believe(name)]
    assert [(a["line"], a["question"], a["verdict"]) for _, a in answers] == due
    assert consistent == ("consistent", True)
    assert all(answer["as_expected"] for _, answer in answers)


def test_an_answer_has_its_level_and_its_split_tree(client: Client) -> None:
    text = "predicate p, q\nknow p or q\nknow not p or q\nask q\nask not q\nask p"
    answers = [answer for kind, answer in asked(client, text) if kind == "answer"]
    shown, denied, unknown = answers
    assert (shown["verdict"], shown["words"]) == ("yes", "level 1")
    assert shown["explanation"]["case"]["split"] == "q"
    assert (denied["verdict"], denied["words"]) == ("no", "its negation follows at level 1")
    assert denied["explanation"]["holds"]
    assert unknown["verdict"] == "unknown"
    assert asked(client, text, splits=0)[0][1]["verdict"] == "unknown"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("predicate p\nknow p(", "line 2, column 8: expected"),
        ("predicate p\nknow q", "line 2, column 6"),
        ("predicate p\nknow K<1> p", "line 2, column 6: knowledge cannot be about belief"),
    ],
)
def test_an_error_is_one_sentence_with_its_line(client: Client, text: str, sentence: str) -> None:
    ((kind, refusal),) = asked(client, text)
    assert kind == "refused"
    assert sentence in refusal["error"]


def test_what_is_too_long_is_refused(client: Client) -> None:
    reply = client.post("/api/believe", json={"text": "#" * 50_001})
    assert reply.status_code == 400
    assert "'text'" in reply.json()["error"]


def test_a_hard_question_is_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine pigeons in eight holes: there is no model, and few splits do not show it."""
    monkeypatch.setattr(believing, "QUESTION_SECONDS", 0.01)
    names = ", ".join(f"h{k}" for k in range(8))
    text = [f"sort hole name {names} : hole function {', '.join(f'p{i}' for i in range(9))} : hole"]
    text += ["know " + " or ".join(f"p{i} = h{k}" for k in range(8)) for i in range(9)]
    text += [f"know p{i} != p{j}" for i in range(9) for j in range(i)]
    told: list[tuple[str, Any]] = []
    believing.answer_questions(
        lambda name, data: told.append((name, data)), "\n".join([*text, "ask K<9> p0 = h1"]), 1
    )
    assert told[0][1].verdict == "open"
    assert "within 0.01 seconds" in told[0][1].words


def test_the_effort_of_a_position_is_the_level_of_each_cell(client: Client) -> None:
    text = "4x2x2\nHHHH\n1221"
    reply = post(client, "/api/effort", text=text)
    assert sorted(reply["levels"]) == [
        [[0, 0], 1, False],
        [[0, 1], 1, True],
        [[0, 2], 1, True],
        [[0, 3], 1, False],
    ]
    assert post(client, "/api/effort", text=text, splits=0) == {"levels": []}
    wrong = client.post("/api/effort", json={"text": "3x1x1\n1H0"})
    assert wrong.status_code == 400
    assert wrong.json() == {"error": "the clues contradict each other"}
