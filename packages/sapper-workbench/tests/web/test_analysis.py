"""Analyses over HTTP are those of ``sapper.analyse``, whatever form the position comes in."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sapper
from sapper.arena import play, turns
from sapper.game import BLOCKED, HIDDEN, LEVELS, Deal, Level, Position, Rules
from sapper.json_input import read_value
from sapper.notation import Variations, link_of_deal, mbf_of_deal
from sapper.records import Record, positions_of
from sapper.reviews import find
from sapper_workbench.study.watch import judge
from tests.web.served import Client, get, parsed, post, timeless


def mid_game(level: str, seed: int, moves: int) -> Position:
    """A position that a player came to."""
    size = Level.parse(level)
    deal = Deal.seeded(size.grid, size.mines, seed)
    position = Position.start(size.grid, size.mines)
    for turn, _ in zip(turns("csp", Rules(), deal), range(moves), strict=False):
        if turn.after.outcome == "playing":
            position = turn.after
    return position


@settings(max_examples=25)
@given(seed=st.integers(0, 500), moves=st.integers(0, 60))
def test_an_analysis_is_sappers(client: Client, seed: int, moves: int) -> None:
    position = mid_game("intermediate", seed, moves)
    reply = post(client, "/api/analyse", text=str(position))
    due = sapper.analyse(position)
    assert reply["consistent"]
    risks = [np.nan if p is None else p for p in reply["mine_probability"]]
    np.testing.assert_array_equal(risks, due.mine_probability.ravel())
    assert reply["safe"] == [list(cell) for cell in due.safe]
    assert reply["certain_mines"] == [list(cell) for cell in due.certain_mines]
    assert reply["log10_layouts"] == due.log10_layouts
    assert reply["suggestion"]["cell"] is not None
    assert Position.parse(reply["text"]) == position
    again = post(client, "/api/analyse", text=reply["link"])
    assert timeless(again) == timeless(reply)


def test_without_the_number_of_mines_only_certain_cells_are_told(client: Client) -> None:
    text = "9x9x?\n" + "H" * 9 + "\n111" + "H" * 6 + ("\n" + "H" * 9) * 7
    reply = post(client, "/api/analyse", text=text)
    due = sapper.analyse(text)
    assert reply["text"] == text
    assert reply["board"]["rules"]["mines_known"] is False
    assert reply["safe"] == [list(cell) for cell in due.safe]
    assert reply["certain_mines"] == [list(cell) for cell in due.certain_mines]
    assert set(reply["mine_probability"]) <= {None, 0.0, 1.0}
    assert reply["log10_layouts"] is None
    assert reply["note"] == due.note
    again = post(client, "/api/analyse", text=reply["link"])
    assert timeless(again) == timeless(reply)
    why = post(client, "/api/why", text=text, cell=[5, 5])
    assert "the number of mines is not known" in why["words"]


def test_large_boards_go_to_a_worker_and_answer_alike(client: Client) -> None:
    position = mid_game("60x60x500", 1, 80)
    assert position.grid.size > 2500
    reply = post(client, "/api/analyse", text=str(position))
    assert reply["safe"] == [list(cell) for cell in sapper.analyse(position).safe]


def test_an_impossible_position_is_an_answer(client: Client) -> None:
    reply = post(client, "/api/analyse", text="3x3x4\nHHH\nH2H\n3HH")
    assert reply["consistent"] is False
    assert "no layout fits" in reply["error"]
    assert reply["conflict"]["clues"]
    assert reply["mine_probability"] == [None] * 9
    assert reply["suggestion"] is None
    assert len(reply["board"]["cells"]) == 9


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        ("3x3x1\nHHH", "3 rows"),
        ("3x3x1\nHHH\nHZH\nHHH", "line 3, column 2"),
        ("?b=1&m=zz", "m="),
        ("1000x1000x5\n" + "\n".join(["H" * 1000] * 1000), "characters"),
        ("300x300x5\n" + "\n".join(["H" * 300] * 300), "at most 40,000 cells"),
        ("{}", "record"),
    ],
)
def test_what_cannot_be_read_is_named(client: Client, text: str, words: str) -> None:
    answer = client.post("/api/analyse", json={"text": text})
    assert answer.status_code in (400, 413)
    assert words in answer.json()["error"] or answer.status_code == 413


def test_why_names_clues_that_prove_it(client: Client) -> None:
    position = Position.parse("5x3x3\nHHHHH\n1222H\n0001H")
    analysis = sapper.analyse(position)
    for cell in map(position.grid.cell, position.hidden_indices):
        reply = post(client, "/api/why", text=str(position), cell=list(cell))
        due = "safe" if cell in analysis.safe else "neither"
        assert reply["certain"] == ("mine" if cell in analysis.certain_mines else due)
        if reply["certain"] != "neither":
            kept = {tuple(clue) for clue in reply["clues"]}
            found = sapper.analyse(without_clues(position, kept))
            certain = found.safe if reply["certain"] == "safe" else found.certain_mines
            assert cell in certain
        with_mine, without = reply["layouts"] or ([], [])
        assert bool(with_mine) == (reply["certain"] == "neither")
        assert (list(cell) in with_mine, list(cell) in without) == (bool(with_mine), False)
    for wrong, status in (([9, 9], 400), ([0, "x"], 400), ([2, 0], 200)):
        answer = client.post("/api/why", json={"text": str(position), "cell": wrong})
        assert answer.status_code == status


def without_clues(position: Position, kept: set[Any]) -> Position:
    """A position that shows only some clues: the others' cells just hold no mines."""
    untold = {
        index
        for index, code in enumerate(position.cells)
        if code < HIDDEN and position.grid.cell(index) not in kept
    }
    cells = bytes(BLOCKED if i in untold else code for i, code in enumerate(position.cells))
    grid = replace(position.grid, blocked=frozenset(untold))
    return Position(grid, position.rules, position.mines, cells)


def encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


def test_files_are_read_by_what_they_hold(client: Client) -> None:
    record: Record = play("csp", Deal.seeded(LEVELS["beginner"].grid, 10, 1)).record
    reply = post(client, "/api/analyse", file=encoded(record.text.encode()), name="game.json")
    assert Record.parse(reply["record"]).steps == record.steps
    shown = positions_of(read_value(reply["tree"], Variations).checked()).here.value
    assert shown == list(record.positions())[-1]
    assert post(client, "/api/analyse", text=record.text) == reply
    deal = Deal.of_mines(LEVELS["beginner8"].grid, frozenset({1, 5, 9}))
    mines = [[0, 1], [0, 5], [1, 1]]
    reply = post(client, "/api/analyse", file=encoded(mbf_of_deal(deal)), name="x.mbf")
    assert reply["truth"]["mines"] == mines
    reply = post(client, "/api/analyse", text=link_of_deal(deal))
    assert (reply["truth"]["mines"], reply["mines"]) == (mines, 3)
    reply = post(client, "/api/analyse", file=encoded(b"4x3x2\nHHHH\n1221\n0000"))
    assert reply["safe"] == [[0, 0], [0, 3]]


@pytest.mark.parametrize(
    "file",
    [encoded(b"\x00\x01\x02"), encoded(b""), "no base 64", encoded(b"\xff" * 1000), "AAA"],
)
@pytest.mark.parametrize("name", ["x.avf", "x.mbf", "../x.evf", "x"])
def test_files_that_cannot_be_read_are_refused(client: Client, file: str, name: str) -> None:
    answer = client.post("/api/analyse", json={"file": file, "name": name})
    assert answer.status_code == 400
    assert 5 < len(answer.json()["error"]) < 500


def test_a_board_of_games_is_analysed_as_it_stands(client: Client) -> None:
    game: Any = post(client, "/api/games", 201, level="beginner", seed=4)
    path = f"/api/games/{game['id']}"
    post(client, f"{path}/moves", action="open", cell=[4, 4])
    reply = get(client, f"{path}/analysis")
    assert reply["board"]["cells"] == get(client, path)["board"]["cells"]


def test_the_page_is_there(client: Client) -> None:
    answer = client.get("/")
    assert answer.status_code == 200
    etag = answer.headers["etag"]
    assert client.get("/", headers={"if-none-match": etag}).status_code == 304
    for file in Path("packages/sapper-workbench/src/sapper_workbench/web/page").rglob("*.*"):
        path = str(file.relative_to("packages/sapper-workbench/src/sapper_workbench/web/page"))
        assert client.get(f"/{path}").content == file.read_bytes()


@pytest.mark.parametrize("size", ["9x9x10", "60x60x500"])
def test_an_answer_is_judged_as_in_the_terminal(client: Client, size: str) -> None:
    position = mid_game(size, 1, 12)
    findings = find(position)
    assert findings.analysis is not None
    chosen = next(cell for cell in findings.analysis.safe if position[cell] == HIDDEN)
    mine = findings.analysis.certain_mines[0]
    for cell, claim, right in ((chosen, "safe", True), (mine, "safe", False), (mine, "mine", True)):
        due = judge(findings, cell, "mine" if claim == "mine" else "safe", chosen)
        reply = post(
            client, "/api/answer", text=str(position), cell=cell, claim=claim, chosen=chosen
        )
        assert reply["right"] is right is due.right
        assert reply["words"] == due.reason.words
        assert reply["clues"] == [list(clue) for clue in due.reason.clues]


def test_an_answer_at_an_open_cell_is_refused(client: Client) -> None:
    text = "4x3x2\nHHHH\n1221\n0000"
    reply = post(client, "/api/answer", 400, text=text, cell=[1, 0], chosen=[0, 0])
    assert reply == {"error": "[1, 0] is not hidden: pick a hidden cell"}
    reply = post(client, "/api/answer", 400, text=text, cell=[9, 0], chosen=[0, 0])
    assert "outside" in reply["error"] or "expected" in reply["error"]
    reply = post(client, "/api/answer", 400, text=text, cell=[0, 0], chosen=[0, 0], claim="gold")
    assert "claim" in reply["error"]


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("....*\n*....\n....*", None),
        ("....*\n*....\n....*", (0, 0)),
        ("...*\n*...", (1, 1)),
        ("9x9:4,4,m00b7d48a3e0231c419200", None),
    ],
)
def test_a_board_with_its_mines_is_solved_as_by_sapper(
    client: Client, text: str, start: tuple[int, int] | None
) -> None:
    found = post(client, "/api/solve", text=text, start=start)
    due = sapper.solve(text, start)
    assert found["words"] == due.words
    assert (found["guess_needed"], found["start"]) == (due.guess_needed, list(due.start))
    assert found["other_starts"] == [list(cell) for cell in due.other_starts]
    assert (found["hardest"] == "") == (not due.steps)
    assert (found["stuck"] is None) == (due.stuck is None)
    twins = found["twins"] and found["twins"]["layouts"]
    assert twins == (due.layouts and [[list(cell) for cell in each] for each in due.layouts])


def test_of_a_large_board_that_needs_a_guess_the_cells_that_differ_are_shown(
    client: Client,
) -> None:
    luck = Random(2)  # an intermediate board that needs a guess
    cells = [(row, column) for row in range(16) for column in range(16) if row > 1 or column > 1]
    mines = set(luck.sample(cells, 40))
    rows = ("".join(".*"[(row, column) in mines] for column in range(16)) for row in range(16))
    text = "\n".join(rows)
    found, due = post(client, "/api/solve", text=text, start=(0, 0)), sapper.solve(text, (0, 0))
    assert due.layouts is not None
    part, (one, two) = found["twins"], due.layouts
    assert len(part["cells"]) == part["width"] * part["height"] < 16 * 16
    differing = [set(map(tuple, each)) for each in part["layouts"]]
    assert len(differing[0] ^ differing[1]) == len(set(one) ^ set(two))


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"text": "..*\n...\n...", "start": [0, 2]}, "[0, 2] is a mine: start from a safe cell"),
        ({"text": "..*\n...\n...", "start": [0, 7]}, "[0, 7]"),
        ({"text": "123\n123"}, "the text has no mines"),
    ],
)
def test_what_cannot_be_solved_is_refused(client: Client, body: Any, words: str) -> None:
    refused = client.post("/api/solve", json=body)
    assert refused.status_code in (400, 409)
    assert words in refused.json()["error"]


def candidates(client: Client, **body: Any) -> list[tuple[str, Any]]:
    """The events of the stream of candidates."""
    answer = client.post("/api/candidates", json=body, headers={"accept": "text/event-stream"})
    assert answer.status_code == 200, answer.text
    return parsed(answer.text)


def test_candidates_are_streamed_until_they_are_final(client: Client) -> None:
    text = "9x9x10\n" + "\n".join(["HHHHHHHHH"] * 8 + ["HHHHHHHH1"])
    reply = candidates(client, text=text, player="csp", playouts=60)
    looks = [data for name, data in reply if name == "candidates"]
    assert [each["done"] for each in looks] == [False] * (len(looks) - 1) + [True]
    last = looks[-1]["candidates"]
    assert {each["chance_playouts"] for each in last} == {60}
    chances = [each["chance"] for each in last]
    assert chances == sorted(chances, reverse=True)
    (advice,) = [data for name, data in reply if name == "advice"]
    assert advice["decision"] == json.loads(
        json.dumps(sapper.suggest(Position.parse(text), "csp").to_json(whole=True))  # type: ignore[call-arg]
    ) | {"seconds": advice["decision"]["seconds"]}


def test_an_impossible_position_has_no_candidates(client: Client) -> None:
    reply = candidates(client, text="3x3x1\nHHH\nH8H\nHHF")
    assert reply[-1][0] == "refused"
    assert "8 at [1, 1]" in reply[-1][1]["error"]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"text": "nothing"}, "WIDTHxHEIGHTxMINES"),
        ({"text": "2x1x1\nHH", "player": "nobody"}, "nobody"),
        ({"text": "2x1x1\nHH", "playouts": 0}, "playouts"),
        ({"text": "?b=1&m=o"}, ""),
    ],
)
def test_what_has_no_candidates_is_refused(client: Client, body: Any, words: str) -> None:
    answer = client.post("/api/candidates", json=body)
    assert answer.status_code == 400
    assert words in answer.json()["error"]


def test_the_clicks_that_open_most(client: Client) -> None:
    found = post(client, "/api/clicks", text="6x2x2\nHFHHFH\n111111")
    assert found["plans"][0]["moves"] == [
        {"action": "chord", "cell": [1, 1]},
        {"action": "chord", "cell": [1, 4]},
    ]
    assert found["plans"][0]["saved"] == 2
    none = post(client, "/api/clicks", text="2x2x1\nHH\n11")
    assert none["plans"] == []
    assert "no hidden cell is certainly safe" in none["words"]
