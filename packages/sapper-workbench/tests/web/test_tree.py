"""The tree of a visitor's game over HTTP, and trees of positions: nothing is lost, nothing is shown
too early, and damaged ones are refused in one sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.notation.variations.text import read
from sapper.records import Game, Record, write
from tests.web.served import ALONE, Client, get, post, served

SIZE = {"width": 6, "height": 5, "mines": 6}
MARKUP = '<img src=x onerror="alert(1)">'


def begin(client: Client, **setup: Any) -> str:
    """The path of a new game."""
    return f"/api/games/{post(client, '/api/games', 201, **SIZE, seed=3, **setup)['id']}"


def play_on(client: Client, path: str) -> str:
    """Open cells until the game has ended; return how."""
    while (board := get(client, path)["board"])["outcome"] == "playing":
        cell = divmod(board["cells"].index("H"), board["width"])
        post(client, f"{path}/moves", action="open", cell=cell)
    return str(board["outcome"])


@pytest.mark.slow
@settings(max_examples=25)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(("move", "move", "undo", "visit", "comment", "promote", "delete")),
            st.integers(0, 29),
        ),
        max_size=12,
    )
)
def test_the_tree_is_what_answers_say_and_survives_a_restart(
    tmp_path_factory: pytest.TempPathFactory, edits: list[tuple[str, int]]
) -> None:
    folder = tmp_path_factory.mktemp("games")
    with served(folder, ALONE) as client:
        path = begin(client)
        for edit, number in edits:
            tree = get(client, f"{path}/tree")
            node = tree["nodes"][number % len(tree["nodes"])]["id"]
            if edit == "move":
                body: dict[str, Any] = {"action": "flag", "cell": divmod(number, 6)}
                answer = client.post(f"{path}/moves", json=body).json()
                after = get(client, f"{path}/tree")
                if "error" not in answer:
                    assert answer["node"] == after["at"]
                continue
            body = {} if edit == "undo" else {"node": node}
            body |= {"text": f"{MARKUP} {number}"} if edit == "comment" else {}
            answer = client.post(f"{path}/{edit}", json=body)
            assert answer.status_code in (200, 409)
            if answer.status_code == 200 and edit in ("comment", "promote", "delete"):
                assert answer.json() == get(client, f"{path}/tree")
            if answer.status_code == 200 and edit == "visit":
                assert answer.json()["node"] == node == get(client, f"{path}/tree")["at"]
        expected = get(client, f"{path}/tree")
    with served(folder, ALONE) as client:
        found = get(client, f"{path}/tree")
        assert shape(found) == shape(expected)
        assert get(client, path)["node"] == found["at"]


def shape(tree: dict[str, Any]) -> list[Any]:
    """A tree without the numbers of its nodes."""
    place = {node["id"]: index for index, node in enumerate(tree["nodes"])}
    nodes = [{**node, "id": None, "parent": place.get(node["parent"])} for node in tree["nodes"]]
    return [nodes, place[tree["at"]]]


def test_text_and_link_show_the_mines_so_they_wait_for_an_end(client: Client) -> None:
    path = begin(client, first="any")
    for name in ("variations", "variations.txt"):
        refused = client.get(f"{path}/{name}")
        assert refused.status_code == 409
        assert "contain the mines" in refused.json()["error"]
    play_on(client, path)
    end = get(client, path)["node"]
    game = post(client, f"{path}/visit", node=0)
    assert (game["board"]["outcome"], game["ended"], game["moves"]) == ("playing", True, 0)
    assert "truth" not in game
    found = get(client, f"{path}/variations")
    text = client.get(f"{path}/variations.txt")
    assert text.text == found["text"] + "\n"
    assert "attachment" in text.headers["content-disposition"]
    for source in (found["text"], found["link"], f"http://localhost:1/{found['link']}"):
        again = post(client, "/api/games", 201, record=source)
        assert (again["node"], again["ended"]) == (0, True)
        nodes = get(client, f"/api/games/{again['id']}/tree")["nodes"]
        assert shape({"nodes": nodes, "at": 0}) == shape({**get(client, f"{path}/tree"), "at": 0})
    post(client, f"{path}/delete", node=get(client, f"{path}/tree")["nodes"][1]["id"])
    assert client.get(f"{path}/variations").status_code == 409
    assert client.post(f"{path}/visit", json={"node": end}).status_code == 400


def test_other_moves_are_tried_after_the_end_against_the_same_deal(client: Client) -> None:
    path = begin(client, first="any")
    play_on(client, path)
    truth = get(client, path)["truth"]
    nodes = get(client, f"{path}/tree")["nodes"]
    post(client, f"{path}/visit", node=nodes[1]["id"])
    seconds = get(client, path)["seconds"]
    play_on(client, path)
    assert get(client, path)["truth"] == truth
    assert get(client, path)["seconds"] == seconds
    safe = [c for c in range(30) if divmod(c, 6) not in map(tuple, truth["mines"])]
    post(client, f"{path}/visit", node=nodes[1]["id"])
    for cell in safe:
        client.post(f"{path}/moves", json={"action": "open", "cell": divmod(cell, 6)})
    assert get(client, path)["board"]["outcome"] in ("won", "lost")


def test_a_game_from_a_record_or_session_keeps_its_moves_after_a_restart(tmp_path: Path) -> None:
    with served(tmp_path, ALONE) as client:
        path = begin(client)
        post(client, f"{path}/moves", action="flag", cell=[0, 0])
        post(client, f"{path}/undo")
        post(client, f"{path}/moves", action="flag", cell=[0, 1])
        post(client, f"{path}/comment", node=2, text=MARKUP)
        expected = get(client, f"{path}/tree")
        (file,) = tmp_path.glob("*.jsonl")
        again = post(client, "/api/games", 201, record=file.read_text())
    with served(tmp_path, ALONE) as client:
        assert get(client, f"/api/games/{again['id']}/tree") == expected


def test_damaged_trees_are_refused_in_one_sentence(client: Client) -> None:
    path = begin(client, first="any")
    play_on(client, path)
    found = get(client, f"{path}/variations")
    text, link = found["text"], found["link"]
    vast = "sapper-game\n9999x9999x1\n\nopen [0, 0] *"
    many = text.replace("@", "").replace("*", "flag [4, 5] unflag [4, 5] " * 90_000 + "*")
    for source in (text[:-1], text[:-8], link[:-9], vast, many, "sapper-position\n1x1x0\nH\n\n*"):
        refused = client.post("/api/games", json={"record": source})
        assert refused.status_code in (400, 413)
        assert "\n" not in refused.json()["error"]
    long = client.post(f"{path}/comment", json={"node": 1, "text": "x" * 1001})
    assert "at most 1,000 characters" in long.json()["error"]
    for body in ({"node": 10**6}, {"node": -1}, {"node": "1"}, {}):
        for name in ("visit", "promote", "delete"):
            assert client.post(f"{path}/{name}", json=body).status_code == 400


def test_trees_are_read_for_analysis(client: Client) -> None:
    positions = (
        "sapper-position\n2x2x1\nHH\nHH\n\n1. [0, 0]=1 {a} (1. [0, 0]=1, [0, 1]=F) 2. mines=2 *"
    )
    found = post(client, "/api/analyse", text=positions)
    assert found["board"]["cells"] == ["H"] * 4
    written = post(client, "/api/variations", tree=found["tree"])
    assert read(written["text"])[0] == read(positions)[0]
    assert post(client, "/api/analyse", text=written["link"]) == found
    path = begin(client, first="any")
    play_on(client, path)
    game = get(client, f"{path}/variations")
    for source in (game["text"], game["link"], write(Game.of_variations(*read(game["text"])))):
        reply = post(client, "/api/analyse", text=source)
        assert len(reply["tree"]["moves"]) == len(Record.parse(reply["record"]).steps)
        assert reply["tree"]["at"] == len(reply["tree"]["moves"])
        assert post(client, "/api/variations", tree=reply["tree"])["text"]
    for tree in (
        {**found["tree"], "start": "2x2"},
        {**found["tree"], "at": 9},
        {**found["tree"], "kind": "game"},
        {**found["tree"], "moves": [{"parent": 1, "mines": 1}]},
        {**found["tree"], "moves": [{"parent": 0}]},
        {**found["tree"], "moves": [{"parent": 0, "cells": [[[0, 0], "<b>"]]}]},
        {**found["tree"], "moves": [{"parent": 0, "cells": [[[9, 0], "1"]]}]},
        json.loads("[]"),
    ):
        assert post(client, "/api/variations", 400, tree=tree)["error"]
