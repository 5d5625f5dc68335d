"""A seed of 128 bits, such as the page prints, gives the same game in every interface."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import sapper
from sapper.engine import MoveAnswers
from sapper.engine.requests import read
from sapper.game import Deal, Level, Move, Referee, Rules
from sapper.players import native, player
from sapper.records import Record
from sapper_gym.environment import PlayerPolicy
from sapper_lab.export import TEXTS, has_wide_seeds, rows, write_parquet
from sapper_lab.store import open_store
from sapper_mcp import tools
from sapper_workbench.study import GameSetup
from tests.cli.runs import run
from tests.test_same_game import Made, made_of, of_json
from tests.web.served import Client, events, get, post, served

SEED = 262_626_262_626_262_626_262_626_262_626_262_626_264  # of 128 bits
DIGITS = str(SEED)
LEVEL = Level.parse("beginner")
DEAL = Deal.seeded(LEVEL.grid, LEVEL.mines, SEED)
RECORD = sapper.play("swift", DEAL, chance=sapper.Chance(SEED, 1, 0)).record
GAME = [made_of(step.decision) for step in RECORD.steps]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(tmp_path_factory.mktemp("games")) as found:
        yield found


def test_python_plays_it() -> None:
    assert SEED.bit_length() == 128
    assert len(GAME) > 5
    found = sapper.play("swift", level="beginner", seed=SEED)
    assert found.record.deal == DEAL
    assert [made_of(step.decision) for step in found.steps] == GAME


def test_the_command_line_plays_it() -> None:
    found = run("play", "swift", "--level", "beginner", "--seed", DIGITS, "--json")
    assert [of_json(step) for step in json.loads(found.stdout)["steps"]] == GAME
    dealt = run("deal", "--level", "beginner", "--seed", DIGITS).stdout.splitlines()
    assert dealt[1].split() == [str(cell) for cell in DEAL.order[:19]]


def test_the_terminal_plays_it() -> None:
    session = GameSetup("beginner", "swift", "safe", SEED, 0).session()
    while session.position.outcome == "playing":
        session.play_agent()
    assert [made_of(step.decision) for step in session.steps] == GAME


def test_the_engine_plays_it() -> None:
    answers, referee, moves = MoveAnswers(), Referee(DEAL, Rules()), []
    while referee.position.outcome == "playing":
        asked = {"id": 1, "request": "move", "game": "g", "position": str(referee.position)}
        request: Any = read(json.dumps({**asked, "player": "swift", "seed": DIGITS}).encode())
        decision = answers.decide(request)["decision"]
        moves.append(of_json(decision))
        referee.play(Move(decision["action"], tuple(decision["cell"])))
    assert moves == GAME


def test_mcp_deals_it() -> None:
    call = tools.read("play", {"seed": DIGITS, "moves": [list(GAME[0][1])]})
    referee = Referee(DEAL, Rules())
    referee.open(GAME[0][1])
    assert tools.answered((), call)["position"] == str(referee.position)


def test_the_page_plays_it(client: Client) -> None:
    game = post(client, "/api/games", 201, level="beginner", first="safe", seed=DIGITS)
    assert game["seed"] == DIGITS
    path, moves = f"/api/games/{game['id']}", list[Made]()
    while get(client, path)["board"]["outcome"] == "playing":
        moves.append(of_json(post(client, f"{path}/agent", player="swift")["step"]["decision"]))
    assert moves == GAME


def test_a_match_on_the_page_plays_it(client: Client) -> None:
    asked = {"players": "swift", "level": "beginner", "games": 20, "seed": DIGITS}
    *_, (_, last) = events(client, "/api/match", **asked)
    ((played,), (contest,)) = last["report"]["contests"][0]["players"], last["report"]["contests"]
    assert contest["seed"] == DIGITS
    assert played["wins"] == sapper.match("swift", "beginner", games=20, seed=SEED).players[0].wins


def test_the_environments_play_it() -> None:
    single = gymnasium.make("sapper/Minesweeper-v0", level="beginner")
    several: Any = gymnasium.make_vec(
        "sapper/Minesweeper-v0",
        num_envs=2,
        vectorization_mode="vector_entry_point",
        level="beginner",
    )
    policy, moves = PlayerPolicy("swift"), []
    seen, info = single.reset(seed=SEED)
    all_seen, infos = several.reset(seed=[SEED, 5])
    assert infos["seed"].tolist() == [SEED, 5]
    over = False
    while not over:
        np.testing.assert_array_equal(all_seen[0], seen)
        moves.append(divmod(policy(seen, info), LEVEL.width))
        action = moves[-1][0] * LEVEL.width + moves[-1][1]
        seen, _, over, _, info = single.step(action)
        all_seen, *_ = several.step(np.array([action, 0]))
    assert moves == [cell for _, cell, _ in GAME]
    assert several.reset(seed=7)[1]["seed"].dtype == np.int64


@pytest.mark.kernel
@pytest.mark.parametrize("recipe", ["swift", "single-point > random"])
def test_compiled_games_are_those_of_python(recipe: str) -> None:
    numbers = range(20)
    found = native.play(player(recipe), Rules(), LEVEL.grid, LEVEL.mines, SEED, numbers)
    assert found is not None
    for number, moves, won in zip(numbers, found.moves, found.won, strict=True):
        deal = Deal.seeded(LEVEL.grid, LEVEL.mines, SEED, number)
        record = sapper.play(recipe, deal, chance=sapper.Chance(SEED, 1, number))
        assert (moves, won) == (len(record.steps), record.outcome == "won")


def test_values_of_first_cells_depend_on_all_bits_of_the_seed() -> None:
    low, high = (
        sapper.opening("5x5x5", games=50, seed=seed).cells[0].chance for seed in (9, 9 + 2**64)
    )
    assert low != high


def test_records_and_results_have_the_digits() -> None:
    text = replace(RECORD, seed=SEED).text
    assert json.loads(text)["seed"] == DIGITS
    assert Record.parse(text).seed == SEED
    assert Record.parse(text.replace(f'"{DIGITS}"', DIGITS)).seed == SEED, "of earlier versions"
    assert sapper.match("swift", "beginner", games=1, seed=SEED).to_json()["seed"] == DIGITS
    assert sapper.match("swift", "beginner", games=1, seed=7).to_json()["seed"] == 7


def test_a_store_keeps_it(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    for games in (10, 20):  # the second experiment continues the first
        ((contest,),) = [
            sapper.experiment(
                sapper.Plan("p", ("swift",), ("beginner",), games=games, seed=SEED), path
            ).contests
        ]
        assert contest.to_json()["seed"] == DIGITS
    with open_store(path) as store:
        assert [entry.contest.seed for entry in store.entries()] == [SEED]
        assert has_wide_seeds(store)
        with (tmp_path / "x.csv").open("w+", encoding="utf-8") as text:
            assert TEXTS["csv"](rows(store), text) == 20
            text.seek(0)
            assert {row["seed"] for row in csv.DictReader(text)} == {DIGITS}
        pytest.importorskip("pyarrow.parquet", reason="the extra parquet is not installed")
        from pyarrow import parquet

        binary = BytesIO()
        write_parquet(rows(store), binary, wide_seeds=True)
        binary.seek(0)
        assert set(parquet.read_table(binary)["seed"].to_pylist()) == {DIGITS}
