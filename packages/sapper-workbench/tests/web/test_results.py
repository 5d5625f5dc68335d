"""Stores of results over HTTP: the games behind a figure, and matches that visitors start."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import httpx
import pytest
from msgspec import to_builtins

import sapper
from sapper.arena import play
from sapper.game import PLAYS, Chance, Deal, Level
from sapper_lab.store import open_store
from sapper_workbench.web import show_match
from tests.lab.stores import contest, play_into
from tests.web.running import PATIENCE, server
from tests.web.served import LIMITS, Client, events, get, parsed, served


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("results") / "small.db"
    play_into(path, contest("a plan", "beginner8", ["csp", "single-point"], 30))
    return path


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory, store: Path) -> Iterator[Client]:
    limits = replace(LIMITS, match_seconds=60.0)
    with served(tmp_path_factory.mktemp("games"), limits, results={"small": store}) as client:
        yield client


def test_the_games_behind_a_figure_are_those_of_the_store(bench: Client, store: Path) -> None:
    with open_store(store) as opened:
        (entry,) = opened.entries()
        due = [game.number for game in opened.games(entry, "csp", "lost")]
    path = "/api/results/small/games"
    found = get(bench, path, player="csp", outcome="lost")
    assert [game["number"] for game in found["games"]] == due
    assert not found["more"]
    report = get(bench, "/api/results/small")["contests"][0]
    row = next(row for row in report["players"] if row["player"] == "csp")
    assert (len(due), row["games"]) == (row["lost"], 30)
    parts: list[int] = []
    for start in range(0, 30, 7):
        part = get(bench, path, player="csp", start=start, most=7)
        assert part["more"] == (start + 7 < 30)
        parts += [game["number"] for game in part["games"]]
    assert parts == list(range(30))


def test_a_game_of_the_list_is_played_again_from_its_number(bench: Client) -> None:
    found = get(bench, "/api/results/small/games", player="csp", start=5, most=1)["games"][0]
    level = Level.parse("beginner8")
    deal = Deal.seeded(level.grid, level.mines, 1, found["number"])
    again = play("csp", deal, chance=Chance(1, PLAYS, found["number"])).record
    assert (again.outcome, len(again.steps)) == (found["outcome"], found["moves"])
    query = {"player": "csp", "level": "beginner8", "seed": 1, "number": found["number"]}
    reply = events(bench, "/api/watch", **query)
    assert reply[-1][1]["outcome"] == found["outcome"]
    assert reply[-1][1]["moves"] == found["moves"]


def test_games_that_are_not_there_are_refused_in_a_sentence(bench: Client, store: Path) -> None:
    for query, words in (
        ({"player": "nobody"}, "'nobody' does not play"),
        ({"player": "csp", "contest": 1}, "there is no contest 1: expected 0 to 0"),
        ({"player": "csp", "most": 1000}, "most"),
        ({"player": "csp", "outcome": "drawn"}, "outcome"),
        ({}, "player"),
    ):
        answer = bench.get("/api/results/small/games", params=query)
        assert answer.status_code == 400
        assert words in answer.json()["error"]
        assert str(store.parent) not in answer.text
    assert bench.get("/api/results/none/games", params={"player": "csp"}).status_code == 404


def test_a_match_is_the_match_of_the_command_line(bench: Client) -> None:
    query = {"players": "csp; single-point", "level": "beginner8", "games": 40, "seed": 7}
    reply = events(bench, "/api/match", **query)
    progress = [data for name, data in reply if name == "progress"]
    assert progress[0]["done"] == 0
    assert progress[-1]["done"] == progress[-1]["due"] == 80
    name, end = reply[-1]
    assert name == "end"
    due = sapper.match(["csp", "single-point"], "beginner8", games=40, seed=7)
    (found,) = end["report"]["contests"]
    rows = {row["player"]: row for row in found["players"]}
    for score in due.players:
        assert (rows[score.player]["wins"], rows[score.player]["games"]) == (score.wins, 40)
        won = [game for game in end["games"][score.player] if game["outcome"] == "won"]
        assert len(won) == score.wins
    assert found["pairs"][0]["only_a"] == due.pairs[0].only_a
    assert (found["seed"], found["first"], found["level"]) == (7, "safe", "beginner8")


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"players": ""}, "a match here has 1 to 4 players"),
        ({"players": "csp;" * 5}, "not 5"),
        ({"players": "oracle"}, "unknown player or strategy 'oracle'"),
        ({"players": "csp; mio(guess=pass, theory=own.pl)"}, "the server reads no files"),
        ({"players": "mio(theory = larger.pl)"}, "the server reads no files"),
        ({"players": "csp;csp"}, "twice"),
        ({"players": "csp", "level": "80x80x100"}, "at most 2,500 cells"),
        ({"players": "csp", "level": "huge"}, "unknown level"),
        ({"players": "csp", "level": "3x3x9"}, "no cell is left"),
        ({"players": "csp", "games": 1001}, "games"),
        ({"players": "csp", "first": "last"}, "first"),
    ],
)
def test_a_match_that_cannot_be_is_refused_in_a_sentence(
    bench: Client, query: dict[str, Any], words: str
) -> None:
    ((name, data),) = events(bench, "/api/match", **query)
    assert name == "refused"
    assert words in data["error"]


@pytest.mark.slow
def test_a_match_ends_in_time_with_the_games_that_are_finished(tmp_path: Path) -> None:
    reply: list[tuple[str, Any]] = []
    show_match(
        lambda name, data: reply.append((name, to_builtins(data))),
        ["csp"],
        "expert",
        "safe",
        games=1000,
        seed=1,
        seconds=0.0,
        folder=str(tmp_path),
    )
    name, end = reply[-1]
    assert name == "end"
    (row,) = end["report"]["contests"][0]["players"]
    assert 0 < row["games"] == len(end["games"]["csp"]) < 1000


@pytest.mark.slow
def test_a_visitor_who_leaves_ends_the_match(tmp_path: Path) -> None:
    """The worker is soon free again, and the match's store is removed."""
    with server("--data", str(tmp_path)) as running:
        address = f"{running.url}/api/match"
        query = {"players": "champion", "level": "expert", "games": "1000"}
        with httpx.stream("GET", address, params=query, timeout=PATIENCE) as answer:
            lines = answer.iter_lines()  # kept, because its end would close the connection
            next(line for line in lines if line.startswith("event: progress"))
            assert stores_of_matches()
        for _ in range(2):  # as many as can be played at a time
            few = {"players": "csp", "level": "beginner8", "games": "1"}
            reply = parsed(httpx.get(address, params=few, timeout=PATIENCE).text)
            assert reply[-1][0] == "end"
        until = time.monotonic() + PATIENCE
        while stores_of_matches():
            assert time.monotonic() < until
            time.sleep(0.02)


def stores_of_matches() -> list[Path]:
    return list(Path(gettempdir()).glob("sapper-match-*"))
