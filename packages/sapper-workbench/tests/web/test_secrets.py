"""The mines of a running game stay secret: answers tell no more than the position, and a game whose
mines can be seen elsewhere is known."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from sapper.game import LEVELS, Deal, Position
from sapper.inference import Belief
from sapper.kernel import Chance
from sapper_workbench.web import PORTABLE
from tests.web.served import ALONE, LIMITS, Client, get, parsed, post, served, timeless
from tests.web.test_shared import Visitor, shared

SIZE = {"width": 8, "height": 6, "mines": 9}
FIRST = (2, 3)
#: What each endpoint of a game is asked; moves that open cells are compared by their decision.
ASKED: dict[tuple[str, str], Any] = {
    ("GET", ""): {},
    ("POST", "/moves"): {"action": "flag", "cell": [0, 0]},
    ("POST", "/undo"): {},
    ("POST", "/redo"): {},
    ("GET", "/hint"): {"player": "champion(playouts=20)"},
    ("GET", "/analysis"): {},
    ("GET", "/figures"): {},
    ("GET", "/difficulty"): {},
    ("GET", "/cause"): {},
    ("GET", "/challenge"): {"by": "Anna"},
    ("GET", "/race"): {},
    ("GET", "/steps"): {},
    ("GET", "/review"): {"playouts": 20},
    ("POST", "/mistakes"): {"exercise": {"tasks": []}, "action": "look"},
    ("GET", "/record"): {},
    ("GET", "/tree"): {},
    ("POST", "/visit"): {"node": 0},
    ("POST", "/comment"): {"node": 1, "text": "a comment"},
    ("POST", "/promote"): {"node": 1},
    ("GET", "/variations"): {},
    ("GET", "/variations.txt"): {},
    ("POST", "/agent"): {"player": "random"},
    ("POST", "/delete"): {"node": 2},
}


def test_every_endpoint_of_a_game_is_asked() -> None:
    base = "/api/games/{id}"
    games = {(e.method, e.path[len(base) :]) for e in PORTABLE if e.path.startswith(base)}
    assert games == set(ASKED)


@pytest.mark.parametrize("wish", [{}, {"no_guess": True}], ids=["any", "no_guess"])
def test_answers_are_the_same_whatever_lies_under_the_hidden_cells(
    tmp_path: Path, wish: dict[str, Any]
) -> None:
    """One game with its file, and the same one with other mines under an equal position."""
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    with served(one, LIMITS, history=True) as client:
        name = post(client, "/api/games", 201, **SIZE, first="opening", **wish)["id"]
        post(client, f"/api/games/{name}/moves", action="open", cell=FIRST)
        board = get(client, f"/api/games/{name}")["board"]
    shutil.copytree(one, other)
    assert _swap(one / f"{name}.jsonl", other / f"{name}.jsonl", board)
    answers = []
    for folder in (one, other):
        with served(folder, LIMITS, history=True) as client:
            answers.append(_answers(client, name))
    for what, first, second in zip(_questions(), *answers, strict=True):
        assert first == second, what


def _swap(one: Path, other: Path, board: dict[str, Any]) -> bool:
    """Give the game of the other file other mines that its position allows, if there are any."""
    head, *lines = one.read_text().splitlines()
    start = json.loads(head)
    events = [json.loads(line) for line in lines]
    rows = [board["cells"][i : i + SIZE["width"]] for i in range(0, 48, SIZE["width"])]
    text = f"8x6x9 first=opening\n{chr(10).join(''.join(row) for row in rows)}"
    position = Position.parse(text)
    old = _deal(start, events, position)
    for luck in range(100):
        mines = Belief(position).sample(Chance(luck))
        if mines == old:
            continue
        for file, these in ((one, old), (other, mines)):
            order = [*sorted(these), *(i for i in range(48) if i not in these)]
            dealt = [event for event in events if event["do"] == "deal"]
            if dealt:
                dealt[0]["mines"] = sorted(these)
            start["start"]["deal"] = order
            file.write_text("\n".join(map(json.dumps, (start, *events))) + "\n")
        return True
    return False


def _deal(start: Any, events: list[Any], position: Position) -> frozenset[int]:
    dealt = [event for event in events if event["do"] == "deal"]
    order = start["start"]["deal"]
    if dealt:
        number, given = dealt[0]["number"], dealt[0].get("mines")
        order = given or Deal.seeded(position.grid, 9, int(start["start"]["seed"]), number).order
    return Deal(position.grid, 9, tuple(order)).mine_indices(position.grid.index(FIRST), "opening")


def _questions() -> list[str]:
    return [f"{method} {path}" for method, path in ASKED] + ["challenge", "history", "pace", "file"]


def _answers(client: Client, name: str) -> list[Any]:
    found: list[Any] = []
    for (method, path), fields in ASKED.items():
        options: dict[str, Any] = {"params" if method == "GET" else "json": fields}
        answer = client.request(method, f"/api/games/{name}{path}", **options)
        shown: Any = parsed(answer.text) if path == "/review" else _plain(answer)
        if path == "/agent":
            shown = shown["step"]["decision"]
        found.append((answer.status_code, shown))
    copied = post(client, "/api/games", 201, challenge=name[:16])
    [row] = get(client, "/api/history")["games"]
    number, row["at"] = row["id"], 0
    others = [client.get(f"/api/history/{number}/{what}") for what in ("pace", "file")]
    return [*found, timeless(copied), timeless(row), *map(_plain, others)]


def _plain(answer: Any) -> Any:
    try:
        found = answer.json()
        if "end" in found:
            del found["end"]["seconds_by_strategy"]
        return timeless(found)
    except ValueError:
        return answer.text


def _play(who: Visitor, name: str, wins: bool, mines: list[list[int]]) -> None:
    board = who.json("GET", f"/api/games/{name}")["board"]
    for row in range(board["height"]):
        for column in range(board["width"]):
            shown = who.json("GET", f"/api/games/{name}")["board"]
            hidden = shown["cells"][row * board["width"] + column] == "H"
            if shown["outcome"] == "playing" and hidden and ([row, column] in mines) is not wins:
                who.json("POST", f"/api/games/{name}/moves", action="open", cell=[row, column])


def _mines(folder: Path, name: str) -> list[list[int]]:
    """The mines of a game whose first cell may be any, from its file."""
    start = json.loads((folder / f"{name}.jsonl").read_text().splitlines()[0])["start"]
    return [list(divmod(i, start["width"])) for i in start["deal"][: start["mines"]]]


@pytest.mark.parametrize("who", ["ann", "bob"])
def test_a_game_whose_board_is_opened_by_its_challenge_is_known(tmp_path: Path, who: str) -> None:
    """Ann's own copy, or one under a second cookie, shows her the mines before her game ends."""
    size = {"width": 4, "height": 3, "mines": 3, "first": "any"}
    with shared(tmp_path) as client:
        ann = Visitor(client)
        game = ann.json("POST", "/api/games", **size)
        other = {"ann": ann, "bob": Visitor(client)}[who]
        copied = other.json("POST", "/api/games", challenge=game["challenge"])["id"]
        mines = _mines(tmp_path, game["id"])
        _play(other, copied, False, mines)
    with shared(tmp_path) as client:  # also after a restart
        _continue(ann, client)
        _play(ann, game["id"], True, mines)
        won = next(r for r in ann.json("GET", "/api/history")["games"] if r["outcome"] == "won")
        assert won["known"] is True
        assert ann.json("GET", "/api/history/statistics")["levels"] == []


def _continue(who: Visitor, client: Client) -> None:
    who._client = client


def test_a_game_that_ended_before_its_challenge_was_opened_counts(tmp_path: Path) -> None:
    size = {"width": 4, "height": 3, "mines": 3, "first": "any"}
    with shared(tmp_path) as client:
        ann, bob = Visitor(client), Visitor(client)
        game = ann.json("POST", "/api/games", **size)
        mines = _mines(tmp_path, game["id"])
        _play(ann, game["id"], True, mines)
        copied = bob.json("POST", "/api/games", challenge=game["challenge"])["id"]
        _play(bob, copied, True, mines)
        for who in (ann, bob):
            [row] = who.json("GET", "/api/history")["games"]
            assert (row["outcome"], row["known"]) == ("won", False)


def test_a_rival_who_opens_a_challenge_twice_knows_the_board(tmp_path: Path) -> None:
    size = {"width": 4, "height": 3, "mines": 3, "first": "any"}
    with shared(tmp_path) as client:
        ann, bob, carol = (Visitor(client) for _ in range(3))
        challenge = ann.json("POST", "/api/games", **size)["challenge"]
        first = bob.json("POST", "/api/games", challenge=challenge)
        hers = carol.json("POST", "/api/games", challenge=first["challenge"])["id"]
        second = bob.json("POST", "/api/games", challenge=challenge)["id"]
        mines = _mines(tmp_path, second)
        for who, name in ((bob, first["id"]), (bob, second), (carol, hers)):
            _play(who, name, True, mines)
        assert {row["known"] for row in bob.json("GET", "/api/history")["games"]} == {True}
        [row] = carol.json("GET", "/api/history")["games"]
        assert row["known"] is False


def test_the_seed_of_a_persons_game_has_128_secret_bits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No two seeds that differ in one bit deal the same board, so none can be left out."""
    grid, seed = LEVELS["beginner"].grid, 1 << 127
    boards = [Deal.seeded(grid, 10, seed ^ (1 << bit)).order for bit in range(127)]
    assert len(set(boards)) == 127
    asked: list[int] = []

    def drawn(bits: int) -> int:
        asked.append(bits)
        return seed

    monkeypatch.setattr("sapper_workbench.web.views.setup.randbits", drawn)
    with served(tmp_path, ALONE) as client:
        for wish in ({}, {"world": "easy"}, {"level": "beginner8", "no_guess": True}):
            assert post(client, "/api/games", 201, **wish)["seed"] is None
    assert asked == [128] * 3
    files = [file.read_text().splitlines()[0] for file in tmp_path.glob("*.jsonl")]
    assert {json.loads(head)["start"]["seed"] for head in files} == {str(seed)}


@pytest.mark.parametrize("wish", [SIZE, {"world": "easy"}, {**SIZE, "no_guess": True}])
def test_the_seed_shown_at_the_end_deals_the_board_again(
    tmp_path: Path, wish: dict[str, Any]
) -> None:
    with served(tmp_path, LIMITS, history=True) as client:
        name = post(client, "/api/games", 201, **wish)["id"]
        game, before = _ended(client, name), get(client, f"/api/games/{name}/steps")
        assert len(game["seed"]) > 16
        again = {**wish, "seed": game["seed"]}
        if "number" in game and "world" not in wish:
            again["number"] = game["number"]
        other = post(client, "/api/games", 201, **again)["id"]
        for step in before["steps"]:
            move = {part: step["decision"][part] for part in ("action", "cell")}
            post(client, f"/api/games/{other}/moves", **move)
        assert get(client, f"/api/games/{other}")["board"] == game["board"]
        if wish is SIZE:
            rows = get(client, "/api/history")["games"]
            assert {row["seed"] for row in rows} == {game["seed"]}
            assert f"seed={game['seed']}&" in rows[0]["link"]
            tree = get(client, f"/api/games/{name}/variations")["text"]
            assert "deal:" not in tree, "the seed deals the board"
            assert post(client, "/api/games", 201, record=tree)["seed"] == game["seed"]
            record = client.get(f"/api/games/{name}/record").text
            assert post(client, "/api/games", 201, record=record)["seed"] == game["seed"]


def _ended(client: Client, name: str) -> Any:
    """A game after opening one hidden cell after another."""
    while (game := get(client, f"/api/games/{name}"))["board"]["outcome"] == "playing":
        board = game["board"]
        cell = divmod(board["cells"].index("H"), board["width"])
        post(client, f"/api/games/{name}/moves", action="open", cell=cell)
    return game
