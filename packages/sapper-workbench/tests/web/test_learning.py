"""Learning over HTTP, and results."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from sapper.game import Position
from sapper_agents.learner import (
    FoundRule,
    LearnedRules,
    LearningEvent,
    SearchProgress,
    ShownExample,
    illustrated_clause,
)
from sapper_agents.mio import THEORIES, Counterexample, JudgedRule, RuleProof
from sapper_agents.mio.mio import rules
from sapper_lab.report import report
from sapper_workbench.web.views import learning
from tests.lab.stores import small_store
from tests.web.served import Client, events, get, post, served


def test_the_packaged_rules_are_shown_on_boards(client: Client) -> None:
    reply = get(client, "/api/rules")
    due = [(theory, rule.name, str(rule.clause)) for theory in THEORIES for rule in rules(theory)]
    assert [(one["theory"], one["name"], one["clause"]) for one in reply] == due
    for one in reply:
        assert one["board"]["cells"]
        assert one["marks"]["verdict"] == one["target"]
        analysis = post(client, "/api/analyse", text=one["text"])
        certain = analysis["safe"] if one["target"] == "safe" else analysis["certain_mines"]
        assert one["marks"]["cell"] in certain


def test_a_lesson_is_a_stream_of_events(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.parse("4x3x2\nHHHH\n1221\n0000")
    rule = rules("paper")[3]
    figure = illustrated_clause(rule.clause, seed=3)
    wrong = Counterexample(position, 3, frozenset({0}))
    news: tuple[LearningEvent, ...] = (
        ShownExample("safe", position, (0, 0), True, counter=False),
        SearchProgress("safe", 1, 3, 20, 2),
        FoundRule("mine", 1, rule.clause, (), True, 9, 0, True, 77),
        FoundRule("mine", 2, rule.clause, (), False, 9, 0, True, 78),
        ShownExample("safe", position, (0, 1), False, counter=True),
        JudgedRule(rule.clause, RuleProof(False, 4, wrong), None),
    )

    def learn(tell: Callable[[LearningEvent], None], **options: Any) -> LearnedRules:
        assert not options.pop("interrupted")()
        assert options == {
            "search": "ida",
            "seed": 3,
            "seconds": 5.0,
            "rules": "paper",
            "proof_seconds": learning.PROOF_SECONDS,
        }
        for one in news:
            tell(one)
        return LearnedRules((rule.clause,), (), ())

    monkeypatch.setattr(learning, "learn_minesweeper", learn)
    reply: list[tuple[str, Any]] = []
    learning.learn_rules(
        lambda name, data: reply.append((name, to_builtins(data))), "ida", 3, "paper", 5.0
    )
    names = ["example", "search", "rule", "rule", "counterexample", "proof", "end"]
    assert [name for name, _ in reply] == names
    example, search, found, again, counter, proof, end = (data for _, data in reply)
    assert (example["positive"], counter["positive"]) == (True, False)
    assert (example["marks"]["cell"], counter["marks"]["cell"]) == ((0, 0), (0, 1))
    assert (search["left"], search["positives"], search["clauses"]) == (3, 20, 2)
    assert (found["covers"], found["explored"], found["kept"]) == (9, 77, True)
    assert figure is not None
    assert (found["marks"]["cell"], found["words"]) == (figure.tile, figure.words)
    assert (again["board"], again["marks"]) == (None, None)
    assert proof["against"]["marks"]["cell"] == (0, 3)
    assert end == {
        "theory": [str(rule.clause)],
        "rules": [{"name": "M-1", "clause": str(rule.clause)}],
    }


def test_rules_are_switched_on_and_off_in_the_recipe(client: Client) -> None:
    for only in ("S-1+M-1", "S-2"):
        reply = events(client, "/api/watch", player=f"mio(only={only})", level="beginner", seed=1)
        kinds = {data["decision"]["kind"] for name, data in reply if name == "step"}
        assert kinds <= {*only.split("+"), "random"}
    wrong = client.get("/api/watch", params={"player": "mio(only=S-9)"})
    assert "unknown rule 'S-9': expected S-1, S-2, S-3 or M-1" in wrong.json()["error"]


def test_results_are_those_the_server_was_given(tmp_path: Path) -> None:
    store = tmp_path / "some.db"
    small_store(store)
    stores = {"some": store, "none": tmp_path / "none.db"}
    with served(tmp_path / "games", results=stores) as client:
        assert get(client, "/api/results") == {"results": ["none", "some"]}
        assert get(client, "/api/about")["results"] == ["none", "some"]
        assert get(client, "/api/results/some") == json.loads(json.dumps(report(store).to_json()))
        answer = client.get("/api/results/none")
        assert answer.status_code == 400
        assert answer.json()["error"].startswith("none: ")
        assert client.get("/api/results/other").status_code == 404
