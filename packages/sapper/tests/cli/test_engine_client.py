"""The client of the engine protocol gives the decisions and the errors of the library."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

import sapper
from sapper.engine import Client, EngineError

POSITION = "4x3x2\nHHHH\n1221\n0000"


@pytest.fixture(scope="module")
def engine() -> Iterator[Client]:
    with Client() as client:
        yield client


@pytest.mark.parametrize("recipe", ["csp", "swift", "sat > random"])
def test_an_engine_decides_as_the_player_does(engine: Client, recipe: str) -> None:
    here, there = sapper.Player(recipe).choose(POSITION), engine.choose(POSITION, recipe)
    assert isinstance(here, sapper.Decision)
    assert isinstance(there, sapper.Decision)
    assert (there.move, there.strategy, there.reason) == (here.move, here.strategy, here.reason)
    assert there.passed == here.passed


def test_an_engine_passes_as_the_player_does(engine: Client) -> None:
    guess, recipe = "3x1x1\nH1H", "sat > single-point"
    passed = engine.choose(guess, recipe)
    assert isinstance(passed, sapper.Pass)
    assert passed == sapper.Player(recipe).choose(guess)


def test_an_engine_says_who_it_is_and_analyses(engine: Client) -> None:
    assert engine.hello()["protocol"] == 1
    assert engine.analyse(POSITION)["safe"] == [[0, 0], [0, 3]]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda engine: engine.choose(POSITION, "nobody"), "unknown player or strategy 'nobody'"),
        (lambda engine: engine.choose("2x1x1\n1H"), "the game is won"),
        (lambda engine: engine.choose(POSITION, wrong=1), "wrong"),
        (lambda engine: engine.request("dance"), "dance"),
    ],
)
def test_the_errors_of_an_engine_are_those_of_the_library(
    engine: Client, call: object, words: str
) -> None:
    with pytest.raises(sapper.InputError, match=words):
        call(engine)  # type: ignore[operator]
    assert engine.hello()["name"] == "sapper"


def test_an_engine_that_ended_is_named() -> None:
    client = Client()
    client.close()
    with pytest.raises(EngineError, match=r"^the engine has ended"):
        client.hello()
    with pytest.raises(EngineError, match="cannot start the engine no-such-engine"):
        Client(["no-such-engine"])
    with (
        Client([sys.executable, "-c", "print('{}')"]) as other,
        pytest.raises(EngineError, match="answered another request"),
    ):
        other.hello()
