"""Variants on the server: rules with examples, boards, proofs and chances, and what it refuses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sapper.errors import InputError
from sapper_variants import Layouts, Position, Variant, names
from sapper_workbench.web import listed_variants, position_in
from tests.web.served import Client, events, get, post, served


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(tmp_path_factory.mktemp("games")) as client:
        yield client


def text_of(board: dict[str, Any]) -> str:
    """The position of a board, as the page writes it."""
    width, height = board["width"], board["height"]
    rows = [" ".join(board["cells"][at * width : (at + 1) * width]) for at in range(height)]
    head = f"{width}x{height}x{board['mines']} {board['variant']}"
    return "\n".join([head, *rows, *board["lines"]])


@pytest.mark.slow
def test_every_variant_has_a_rule_and_an_example_by_it() -> None:
    found = listed_variants()
    assert [each.name for each in found] == list(names())
    assert {each.group for each in found} == {"clue", "layout", "grid", "combination"}
    for each in found:
        board, proof = each.example.board, each.example.proof
        variant = Variant.named(each.name)
        assert (board.variant, board.rule) == (variant.name, each.rule)
        assert proof.steps[-1].words.rstrip(".") != ""
        row, column = proof.cell
        concluded = proof.steps[-1].mines if proof.verdict == "mine" else proof.steps[-1].safe
        assert (row, column) in concluded


@pytest.mark.parametrize(
    ("name", "size", "level"),
    [
        ("liar", 5, "easy"),
        ("connected", 4, "medium"),
        ("hex-lines", 5, "hard"),
        ("cross+quad", 4, "easy"),
    ],
)
def test_a_board_is_won_by_hints_alone(client: Client, name: str, size: int, level: str) -> None:
    path = f"/api/variants/{name}/board"
    [(kind, board)] = events(client, path, size=size, level=level, seed=3)
    assert kind == "board"
    solution = board["solution"]
    assert [each for each in solution if each == "H"] == []
    position = Position.parse(text_of(board))
    assert position.board.shape == board["grid"]
    assert level == "hard" or board["hardest"] not in ("suppose", "several")
    assert board["difficulty"] >= 1
    while True:
        proof = post(client, "/api/variants/hint", text=text_of(board))["proof"]
        if proof is None:
            break
        row, column = proof["cell"]
        cell = row * size + column
        assert board["cells"][cell] == "H"
        assert proof["verdict"] == "safe"
        assert solution[cell] != "*"
        board["cells"][cell] = solution[cell]
        assert len(proof["grades"]) == 2
        hardest = {step["technique"] for step in proof["steps"]}
        if level != "hard":
            assert not hardest & {"suppose", "several"}
    left = {solution[i] for i, text in enumerate(board["cells"]) if text == "H"}
    assert left == {"*"}
    # The same request gets the same board, which the server has kept.
    assert events(client, path, size=size, level=level, seed=3)[0][1]["solution"] == solution


def test_chances_are_those_of_the_library(client: Client) -> None:
    found = post(client, "/api/variants/chances", text="3x2x2 liar\nH 1 H\nH H H")
    assert found["mine_probability"] == pytest.approx([0.4, None, 0.4, 0.4, 0.4, 0.4])
    assert (found["safe"], found["certain_mines"], found["note"]) == ([], [], "")


def test_the_variant_of_a_day_is_the_same_for_everyone(client: Client) -> None:
    day = get(client, "/api/variants/daily", date="2026-03-01")
    assert day == get(client, "/api/variants/daily", date="2026-03-01")
    every = {
        get(client, "/api/variants/daily", date=f"2026-03-{at:02}")["variant"]
        for at in range(1, 31)
    }
    assert len(every) > 25
    wrong = client.get("/api/variants/daily", params={"date": "tomorrow"})
    assert wrong.status_code == 400


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3x2x2 /etc/passwd.toml\nH 1 H\nH H H", "not a file"),
        ("3x2x2 a+b+c+d\nH 1 H\nH H H", "at most 3 names"),
        ("30x30x2 liar\nH", "at most 10 rows and columns"),
        ("3x2x2 lier\nH 1 H\nH H H", "lier"),
        ("3x2x2 liar\nH 9 H\nH H H", "cannot occur there"),
        ("3x1x1 standard\nH 0 H", "layout"),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_words(
    client: Client, text: str, words: str
) -> None:
    answer = client.post("/api/variants/hint", json={"text": text})
    assert answer.status_code == 400
    assert words in answer.json()["error"]


def test_no_name_leads_to_a_file_of_the_server(client: Client, tmp_path: Path) -> None:
    rules = tmp_path / "own.toml"
    rules.write_text('name = "own"\nrule = "Own."\n', encoding="utf-8")
    text = f"3x1x1 {rules}\nH 1 H"
    answer = client.post("/api/variants/hint", json={"text": text})
    assert answer.status_code == 400
    assert "not a file" in answer.json()["error"]
    refused = events(client, "/api/variants/own.toml/board")
    assert [name for name, _ in refused] == ["refused"]


def test_without_the_package_a_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sapper.errors.find_spec", lambda name: None)
    for ask in (listed_variants, lambda: position_in("3x1x1 liar\nH 1 H")):
        with pytest.raises(InputError, match=r"pip install 'sapper\[variants\]'"):
            ask()


def test_certain_cells_of_a_started_board_are_found(client: Client) -> None:
    """The easiest proof is of a cell that all layouts agree on."""
    text = "4x3x3 liar\nH 2 1 1\nH 2 3 H\nH H H H"
    row, column = post(client, "/api/variants/hint", text=text)["proof"]["cell"]
    safe, _ = Layouts.of(Position.parse(text)).certain()
    assert row * 4 + column in safe
