"""What the server answers to wrong requests: a status that fits, and a sentence that helps."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.served import Client, events, post, served


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with served(tmp_path_factory.mktemp("messages"), history=True) as client:
        yield client


@pytest.mark.parametrize(
    ("path", "fields", "status", "words"),
    [
        ("/api/analyse", {}, 400, "expected either 'text' or 'file', got neither"),
        ("/api/analyse", {"text": "", "file": ""}, 400, "'text' or 'file', not both"),
        ("/api/games", {"level": "nosuch"}, 400, "unknown level 'nosuch': expected"),
        ("/api/games", {"level": "3x3x9"}, 400, "no cell is left for the first move"),
        ("/api/games", {"level": "60x60x9", "no_guess": True}, 400, "has at most 2,500 cells"),
        ("/api/games", {"challenge": "x"}, 400, "expected a string that matches"),
        ("/api/lessons/nosuch", {"exercise": 0}, 404, "unknown lesson 'nosuch'"),
        ("/api/puzzles/nosuch", {}, 404, "there is no puzzle 'nosuch'"),
        ("/api/history/grade", {"level": "nosuch"}, 400, "unknown level 'nosuch'"),
    ],
)
def test_wrong_requests_are_answered_in_a_sentence(
    client: Client, path: str, fields: dict[str, object], status: int, words: str
) -> None:
    answer = client.post(path, json=fields)
    assert answer.status_code == status
    assert words in answer.json()["error"]


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/api/watch?opened=x", 400, "'opened': expected ROW,COLUMN, got 'x'"),
        ("/api/watch?level=nosuch", 400, "unknown level 'nosuch'"),
        ("/api/lessons/nosuch", 404, "unknown lesson 'nosuch'"),
        ("/api/puzzles/nosuch", 404, "there is no puzzle 'nosuch'"),
        ("/api/history?level=nosuch", 400, "unknown level 'nosuch'"),
        ("/api/history/statistics?level=nosuch", 400, "unknown level 'nosuch'"),
    ],
)
def test_wrong_questions_are_answered_in_a_sentence(
    client: Client, path: str, status: int, words: str
) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert words in answer.json()["error"]


def test_a_level_may_be_a_size_in_any_case(client: Client) -> None:
    for level, width in (("7x5x6", 7), ("7X5X6", 7), ("Beginner", 9)):
        assert post(client, "/api/games", 201, level=level)["board"]["width"] == width
    assert client.get("/api/history?level=7x5x6").json()["games"] == []


def test_an_empty_player_is_refused_and_no_player_is_the_usual_one(client: Client) -> None:
    path = "/api/games/" + post(client, "/api/games", 201, level="4x4x3")["id"]
    for answer in (
        client.post(f"{path}/agent", json={"player": ""}),
        client.get(f"{path}/hint?player="),
        client.get(f"{path}/race?player="),
    ):
        assert answer.status_code == 400
    assert client.get(f"{path}/hint").status_code == 200


def test_the_review_of_a_game_without_moves_names_no_player(client: Client) -> None:
    name = post(client, "/api/games", 201, level="4x4x3")["id"]
    said = dict(events(client, f"/api/games/{name}/review"))
    assert said["review"]["player"] == ""
