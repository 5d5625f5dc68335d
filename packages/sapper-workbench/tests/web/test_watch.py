"""Games watched over HTTP are the games that players play."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import sapper
from sapper.arena import play
from sapper.game import PLAYS, Chance, Deal, Level, Rules
from sapper.notation import demo_world
from sapper.records import Record
from tests.web.served import Client, events, get, post


@pytest.mark.parametrize(
    ("player", "level", "first"),
    [
        ("swift", "beginner", "safe"),
        ("champion(playouts=20)", "beginner8", "any"),
        ("limited(splits=2)", "beginner", "opening"),
        ("mio(theory=larger)", "beginner", "safe"),
        ("bssuct(simulations=50)", "5x4x4", "safe"),
        ("scan", "beginner", "safe"),
    ],
)
def test_a_watched_game_is_the_players(client: Client, player: str, level: str, first: Any) -> None:
    size = Level.parse(level)
    query = {"width": size.width, "height": size.height, "mines": size.mines}
    answer = events(client, "/api/watch", player=player, first=first, seed=3, number=2, **query)
    names = [name for name, _ in answer]
    deal = Deal.seeded(size.grid, size.mines, 3, 2)
    record = play(
        sapper.player(player), deal, rules=Rules(first), chance=Chance(3, PLAYS, 2)
    ).record
    assert names == ["start", *["step"] * len(record.steps), "end"]
    steps = [data for name, data in answer if name == "step"]
    for step, (due, after) in zip(
        steps, zip(record.steps, list(record.positions())[1:], strict=True), strict=True
    ):
        decision = step["decision"]
        assert (decision["action"], tuple(decision["cell"])) == (
            due.decision.move.action,
            due.decision.move.cell,
        )
        assert decision["strategy"] == due.decision.strategy
        assert decision["reason"] == due.decision.reason.words
        assert step["outcome"] == after.outcome
        assert [p["strategy"] for p in decision["passed"]] == [
            p.strategy for p in due.decision.passed
        ]
    end = answer[-1][1]
    assert end["outcome"] == record.outcome
    assert (end["moves"], end["guesses"]) == (len(record.steps), record.guesses)
    assert end["decisions"] == record.decisions
    assert end["truth"]["mines"] == [list(cell) for cell in record.mines]


def test_a_board_of_the_demo_begins_open_and_is_won_by_flagging(client: Client) -> None:
    world = demo_world("demo-small", 1)
    answer = events(client, "/api/watch", player="limited", world="demo-small", seed=1)
    (_, start), *steps, (_, end) = answer
    assert start["level"] == "demo-small-1"
    assert start["board"]["rules"]["won_by"] == "flagging"
    assert start["board"]["cells"][world.deal.grid.index(world.hints[0])] == "0"
    assert end["outcome"] == "won"
    mines = {tuple(cell) for cell in end["truth"]["mines"]}
    moves = [step["decision"] for _, step in steps]
    assert {tuple(move["cell"]) for move in moves if move["action"] == "flag"} == mines


def test_players_whose_first_cell_is_given_play_the_same_board(client: Client) -> None:
    found = []
    for player in ("csp", "random"):
        query = {"level": "beginner8", "first": "opening", "seed": 3, "opened": "6,2"}
        answer = events(client, "/api/watch", player=player, **query)
        steps = [data for name, data in answer if name == "step"]
        assert [step["number"] for step in steps] == list(range(2, len(steps) + 2))
        end = answer[-1][1]
        assert end["moves"] == len(steps) + 1
        found.append((answer[0][1]["board"]["cells"], end["truth"]["mines"]))
    assert found[0] == found[1]
    assert found[0][0][6 * 8 + 2] == "0"
    for opened, fault in (("8,0", "[8, 0]"), ("8", "opened")):
        refused = client.get("/api/watch", params={"level": "beginner8", "opened": opened})
        assert refused.status_code == 400
        assert fault in refused.text


def test_the_board_can_be_followed_without_rules(client: Client) -> None:
    signs = gold = 0
    for seed in range(8):
        answer = events(client, "/api/watch", player="logic4", world="medium", seed=seed)
        start = next(data for name, data in answer if name == "start")
        cells = start["board"]["cells"]
        for name, data in answer:
            if name == "step":
                for index, code in data["changed"]:
                    assert cells[index] != code
                    cells[index] = code
        truth = answer[-1][1]["truth"]
        mines, golden = ({r * 8 + c for r, c in truth[kind]} for kind in ("mines", "gold"))
        assert {i for i, code in enumerate(cells) if code == "G"} <= golden
        assert {i for i, code in enumerate(cells) if code == "*"} <= mines
        assert answer[-1][1]["outcome"] != "won" or cells.count("H") + cells.count("F") <= len(
            mines
        )
        signs += any("+" in code for code in cells)
        gold += "G" in cells
    assert signs
    assert gold


def thoughts(client: Client, kind: str, **query: Any) -> list[Any]:
    """Decisions of some games that tell of such an effort."""
    found = []
    for seed in range(6):
        answer = events(client, "/api/watch", seed=seed, **query)
        decisions = [data["decision"] for name, data in answer if name == "step"]
        found += [one for one in decisions if (one["effort"] or {}).get("kind") == kind]
    assert found
    return found


def test_limited_belief_shows_its_splits(client: Client) -> None:
    found = thoughts(client, "splits", player="limited(splits=2)", level="intermediate")
    assert {0, 1} <= {one["effort"]["level"] for one in found}
    for one in found:
        level, tree = one["effort"]["level"], one["effort"]["tree"]
        assert one["kind"] == f"level {level}"
        assert ("split" in tree) == (level > 0)
        if level:
            assert tree["split"].startswith("[")
            assert len(tree["cases"]) == 2


def test_trees_show_their_candidates(client: Client) -> None:
    for player in ("champion(playouts=20)", "bssuct(simulations=60)"):
        for one in thoughts(client, "search", player=player, width=5, height=5, mines=6):
            moves = one["effort"]["moves"]
            assert one["cell"] in [move["cell"] for move in moves]
            assert all(move["visits"] > 0 and 0 <= move["value"] <= 1 for move in moves)


def test_learned_rules_show_what_they_are_bound_to(client: Client) -> None:
    found = thoughts(client, "rule", player="mio(only=S-1+S-2+M-1)", level="beginner")
    assert {one["effort"]["name"] for one in found} <= {"S-1", "S-2", "M-1"}
    for one in found:
        bindings = one["effort"]["bindings"]
        assert [one["cell"]] in [each.get("cells") for each in bindings.values()]
        clues = [each["clue"] for each in bindings.values() if "clue" in each]
        assert clues
        assert all(clue in one["clues"] for clue in clues)


def test_a_game_is_reviewed(client: Client) -> None:
    deal = Deal.seeded(Level(8, 8, 10).grid, 10, 4)
    record: Record = play("random", deal).record
    record = replace(record, seed=4)
    game = post(client, "/api/games", 201, record=record.text)
    path = f"/api/games/{game['id']}"
    answer = events(client, f"{path}/review", playouts=20)
    assert {name for name, _ in answer} - {"progress", "chances"} == {
        "guess",
        "exercise",
        "review",
    }
    seen = [data for name, data in answer if name == "guess"]
    review = answer[-1][1]
    assert seen == review["guesses"][::-1]
    assert len(review["curve"]) == len(record.steps) + 1
    assert review["curve"][-1]["chance"] == 0.0
    assert review["guesses"][-1]["hit"] is True
    assert get(client, path)["truth"]["mines"] == [list(cell) for cell in record.mines]
