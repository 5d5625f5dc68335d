"""Studies on the server: kept, changed, exported; nobody sees those of another visitor."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

from sapper_workbench.history import file_of
from tests.records.finished import played
from tests.web.served import Client, get, post, served
from tests.web.test_shared import Visitor, shared

BOARD = "4x3x2\nHHHH\n1221\n0000"


def tree(comment: str = "", **fields: Any) -> dict[str, Any]:
    """A tree that consists of a position."""
    return {"kind": "position", "start": BOARD, "moves": [], "comment": comment, **fields}


def titles(client: Client, study: int) -> list[str]:
    return [each["title"] for each in get(client, f"/api/studies/{study}")["chapters"]]


def test_a_study_is_made_changed_exported_and_deleted(tmp_path: Path) -> None:
    with served(tmp_path, history=True) as client:
        number = post(client, "/api/studies", 201, name="  My  study ")["id"]
        path = f"/api/studies/{number}"
        first = post(client, f"{path}/chapters", 201, title="A", tree=tree("Look"))["id"]
        record = file_of(played(1), "record").decode()
        game = post(client, f"{path}/chapters", 201, title="The game", game=record)["id"]
        post(client, path, order=[game, first])
        assert titles(client, number) == ["The game", "A"]
        shown = get(client, f"{path}/chapters/{game}")
        assert len(shown["tree"]["moves"]) == len(played(1).steps)
        assert shown["board"]["cells"] == ["H"] * 25
        assert shown["game"].startswith("sapper-game")
        marked = tree("Look", marks=[[0, 1]], arrows=[[[1, 0], [0, 0]]])
        post(client, f"{path}/chapters/{first}", tree=marked, title="B")
        again = get(client, f"{path}/chapters/{first}")
        assert (again["title"], again["game"]) == ("B", "")
        assert again["tree"]["marks"] == [[0, 1]]
        assert again["tree"]["arrows"] == [[[1, 0], [0, 0]]]

        file = client.get(f"{path}/file")
        copy = post(client, "/api/studies", 201, file=base64.b64encode(file.content).decode())["id"]
        assert client.get(f"/api/studies/{copy}/file").content == file.content
        link = get(client, f"{path}/link")["link"]
        found = post(client, "/api/studies/shared", link=f"http://localhost/{link}")
        assert found["name"] == "My study"
        assert [each["title"] for each in found["chapters"]] == ["The game", "B"]
        assert found["chapters"][1]["tree"] == again["tree"]

        post(client, f"{path}/chapters/{game}/delete")
        assert titles(client, number) == ["B"]
        post(client, f"{path}/delete")
        assert [each["id"] for each in get(client, "/api/studies")["studies"]] == [copy]
        assert client.get(path).status_code == 404


def test_a_game_of_the_history_opens_with_the_comments_of_its_chapter(tmp_path: Path) -> None:
    with served(tmp_path, history=True) as client:
        for number in (1, 2):
            file = base64.b64encode(file_of(played(number), "record")).decode()
            assert post(client, "/api/history/import", file=file, name="a", at=number)["added"]
        other, game = (each["id"] for each in get(client, "/api/history")["games"])
        record = client.get(f"/api/history/{game}/file?form=record").text
        study = post(client, "/api/studies", 201, name="S")["id"]
        path = f"/api/studies/{study}/chapters"
        chapter = post(client, path, 201, title="The game", game=record)["id"]
        notes = get(client, f"{path}/{chapter}")["tree"]
        notes["comment"] = "A long opening"
        notes["moves"][0] |= {"comment": "Here", "marks": [[0, 1]]}
        post(client, f"{path}/{chapter}", tree=notes)

        def comments(number: int) -> list[str]:
            opened = post(client, f"/api/history/{number}/open")["game"]
            return [each["comment"] for each in get(client, f"/api/games/{opened}/tree")["nodes"]]

        assert comments(game)[:2] == ["A long opening", "Here"]
        assert set(comments(other)) == {""}


def test_a_lesson_becomes_a_study(tmp_path: Path) -> None:
    with served(tmp_path, history=True) as client:
        number = post(client, "/api/studies", 201, lesson="one-two")["id"]
        lesson = get(client, "/api/lessons/one-two")
        study = get(client, f"/api/studies/{number}")
        assert study["name"] == lesson["title"]
        assert len(study["chapters"]) == len(lesson["exercises"])
        chapter = study["chapters"][0]["id"]
        shown = get(client, f"/api/studies/{number}/chapters/{chapter}")
        assert shown["board"] == lesson["exercises"][0]["board"]
        assert shown["tree"]["marks"] == lesson["exercises"][0]["marks"]


def test_what_is_wrong_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with served(tmp_path, history=True) as client:
        path = f"/api/studies/{post(client, '/api/studies', 201, name='x')['id']}"
        chapter = post(client, f"{path}/chapters", 201, title="A", tree=tree())["id"]
        for where, status, body in (
            ("/api/studies", 400, {}),
            ("/api/studies", 400, {"name": " "}),
            ("/api/studies", 400, {"name": "x", "lesson": "one-two"}),
            ("/api/studies", 400, {"file": "AAAA"}),
            ("/api/studies/shared", 400, {"link": "#analyse?study=eJzz"}),
            (path, 400, {"order": [chapter, chapter]}),
            (f"{path}/chapters", 400, {"title": "A"}),
            (f"{path}/chapters", 400, {"title": "A", "game": BOARD}),
            (f"{path}/chapters", 400, {"title": "A", "tree": tree(marks=[[9, 9]])}),
            (f"{path}/chapters/{chapter}", 400, {"title": "x" * 150}),
            (f"{path}/chapters/{chapter + 1}", 404, {"title": "x"}),
            ("/api/studies/99/chapters", 404, {"title": "A", "tree": tree()}),
            ("/api/studies/x/delete", 404, {}),
        ):
            assert "\n" not in post(client, where, status, **body)["error"]
        assert titles(client, int(path.rpartition("/")[2])) == ["A"]


def test_a_server_without_history_reads_links_but_keeps_no_studies(tmp_path: Path) -> None:
    with served(tmp_path / "a", history=True) as client:
        number = post(client, "/api/studies", 201, lesson="one-one")["id"]
        link = get(client, f"/api/studies/{number}/link")["link"]
    with served(tmp_path / "b") as client:
        assert get(client, "/api/studies") == {"kept": False, "studies": []}
        assert "no studies" in post(client, "/api/studies", 404, name="x")["error"]
        assert len(post(client, "/api/studies/shared", link=link)["chapters"]) == 5


def test_visitors_see_their_own_studies_only(tmp_path: Path) -> None:
    with shared(tmp_path) as client:
        one, other = Visitor(client), Visitor(client)
        number = one.json("POST", "/api/studies", lesson="one-two")["id"]
        chapter = one.json("GET", f"/api/studies/{number}")["chapters"][0]["id"]
        path = f"/api/studies/{number}"
        assert other.json("GET", "/api/studies")["studies"] == []
        for method, where in (
            ("GET", path),
            ("GET", f"{path}/file"),
            ("GET", f"{path}/link"),
            ("GET", f"{path}/chapters/{chapter}"),
            ("POST", path),
            ("POST", f"{path}/delete"),
            ("POST", f"{path}/chapters/{chapter}/delete"),
        ):
            assert other.ask(method, where).status_code == 404
        link = one.json("GET", f"{path}/link")["link"]
        assert other.json("POST", "/api/studies/shared", link=link)["name"] == "1-2"
        assert other.json("POST", "/api/studies", link=link)["id"] >= 1
        assert len(one.json("GET", "/api/studies")["studies"]) == 1
