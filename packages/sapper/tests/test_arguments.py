"""Wrong types are refused as wrong values are: a ``SapperError`` with one sentence."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sapper
from tests.sources import needs

TEXT = "4x3x2\nHHHH\n1221\n0000"
POSITION = sapper.Position.parse(TEXT)
DEAL = sapper.Deal.seeded(sapper.Grid(4, 4), 3, seed=1)
RECORD = sapper.play("csp", DEAL).record
WRONG: tuple[Any, ...] = (3, 2.5, None, [], {}, object(), b"4x3x2")
any_of: Any = sapper  # calls with wrong types on purpose


def test_whatever_takes_a_position_takes_its_text() -> None:
    assert sapper.analyse(TEXT).safe == sapper.analyse(POSITION).safe
    assert sapper.suggest(TEXT).move == sapper.suggest(POSITION).move  # type: ignore[union-attr]
    assert [c.cell for c in sapper.candidates(TEXT, 20).best] == [
        c.cell for c in sapper.candidates(POSITION, 20).best
    ]
    assert sapper.explain(TEXT, (0, 0)).words == sapper.explain(POSITION, (0, 0)).words
    assert sapper.explain_all(TEXT).keys() == sapper.explain_all(POSITION).keys()
    assert sapper.difficulty(TEXT) == sapper.difficulty(POSITION)
    assert sapper.analyse_many([TEXT, POSITION]).safe[0].tolist() == (
        sapper.analyse_many([POSITION]).safe[0].tolist()
    )


def test_one_player_may_stand_for_a_list_of_players() -> None:
    alone = sapper.match("csp", "beginner8", games=3)
    listed = sapper.match(["csp"], "beginner8", games=3)
    assert [(p.player, p.wins) for p in alone.players] == [
        (p.player, p.wins) for p in listed.players
    ]


@pytest.mark.parametrize("function", ["analyse", "suggest", "candidates", "explain_all"])
@pytest.mark.parametrize(
    "wrong", [*WRONG, np.zeros((3, 4), np.uint8)], ids=lambda w: type(w).__name__
)
def test_anything_but_a_position_is_refused(function: str, wrong: Any) -> None:
    with pytest.raises(sapper.SapperError, match=r"^position: expected a sapper\.Position"):
        getattr(any_of, function)(wrong)


CALLS: list[tuple[Callable[[], object], str]] = [
    (lambda: any_of.match(["csp"], "beginner", games="10"), "games: expected a whole number"),
    (lambda: any_of.match(["csp"], 9, games=2), "level: expected"),
    (lambda: any_of.match([3], "beginner", games=2), "player: expected"),
    (lambda: any_of.match(3, "beginner", games=2), "players: expected a list"),
    (lambda: any_of.match(["csp"], "beginner", games=2, seed="x"), "seed: expected"),
    (lambda: any_of.play(3, level="beginner"), "player: expected"),
    (lambda: any_of.player(3), "recipe: expected a string"),
    (lambda: any_of.suggest(TEXT, 3), "player: expected"),
    (lambda: any_of.analyse(TEXT, seconds="1"), "seconds: expected a number"),
    (lambda: any_of.optimum("3x2x1", seconds=math.nan), "seconds: expected a number of at least 0"),
    (lambda: any_of.opening("3x3x2", games=2, seconds=-1), "at least 0, not -1"),
    (lambda: any_of.explain(TEXT, (0.0, 0)), "expected a cell (row, column), not (0.0, 0)"),
    (lambda: any_of.candidates(TEXT, "many"), "playouts: expected a whole number"),
    (lambda: any_of.analyse_many([TEXT], workers="two"), "workers: expected"),
    (lambda: any_of.analyse_many([TEXT, "x"]), "line 1 should start"),
    (lambda: any_of.analyse_many([TEXT, 3]), "position: expected"),
    (lambda: any_of.analyse_many(3), "positions: expected a list"),
    (lambda: any_of.Position.parse(3), "position: expected a string"),
    (lambda: any_of.Position.from_array([[1]], 0.5), "mines: expected a whole number"),
    (lambda: any_of.Grid("a", 2), "width: expected a whole number"),
    (lambda: any_of.Level.parse(9), "level: expected a string"),
    (lambda: any_of.Chance("x"), "expected whole numbers in Chance(…), not 'x'"),
    (lambda: any_of.Chance.parse(3), "is not the 64 hexadecimal digits of a Chance"),
    (lambda: any_of.analyse(np.zeros(3)), "not an ndarray"),
    (lambda: POSITION[0], "expected a cell"),  # type: ignore[index]
    (lambda: POSITION[0, 1.5], "expected a cell"),  # type: ignore[index]
]


@pytest.mark.parametrize(("call", "words"), CALLS, ids=[words for _, words in CALLS])
@needs("sapper_agents", "sapper_lab")
def test_a_wrong_type_is_named_in_one_sentence(call: Callable[[], object], words: str) -> None:
    with pytest.raises(sapper.SapperError) as caught:
        call()
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


#: The functions of the verbs, with arguments that they accept.
FUNCTIONS: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {
    "analyse": ((TEXT,), {}),
    "suggest": ((TEXT,), {}),
    "candidates": ((TEXT, 5), {}),
    "explain": ((TEXT, (0, 0)), {}),
    "explain_all": ((TEXT,), {}),
    "difficulty": ((TEXT,), {}),
    "analyse_many": (([TEXT],), {}),
    "player": (("csp",), {}),
    "play": (("csp", DEAL), {}),
    "match": ((["csp"],), {"level": "4x4x3", "games": 2}),
    "review": ((RECORD,), {"playouts": 2}),
    "optimum": (("3x2x1",), {}),
    "bounds": (("3x3x2",), {"deals": 2, "layouts": 2}),
    "opening": (("3x3x2",), {"games": 2}),
    "believe": (("rich-father",), {}),
    "experiment": (("nosuch.toml", "nosuch.db"), {}),
    "learn": (("nosuch",), {}),
    "load": (("nosuch",), {}),
}
#: Values that no argument is meant to take, and some that only a few may.
ODD: tuple[Any, ...] = (
    *WRONG,
    -1,
    2**62,
    10**30,
    float("nan"),
    "",
    "☃",
    "a\0b",
    "x" * 5000,
    b"\xff",
    [None],
    (1,),
    (-1, 0),
    (0.5, 1),
    np.zeros((3, 3)),
)
#: Numbers of games and playouts that a computer could work on for ever are no mistakes.
LONG = {"games", "deals", "playouts", "layouts", "workers", "seconds", "guesses", "splits"}


@pytest.mark.parametrize("name", FUNCTIONS)
@needs("sapper_agents", "sapper_lab")
def test_any_argument_of_any_function_is_taken_or_refused_in_one_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    function: Callable[..., object] = getattr(any_of, name)
    arguments, options = FUNCTIONS[name]
    for parameter, value in product(inspect.signature(function).parameters, ODD):
        if parameter in LONG and type(value) is int and value > 9:
            continue
        bound = inspect.signature(function).bind(*arguments, **options).arguments
        bound[parameter] = value
        keywords = inspect.Parameter.KEYWORD_ONLY
        kinds = inspect.signature(function).parameters
        words = {key: bound.pop(key) for key in [*bound] if kinds[key].kind is keywords}
        try:
            function(**bound, **words)
        except sapper.SapperError as error:
            said = str(error)
            assert "\n" not in said, (parameter, said)
            assert 0 < len(said) < 400, (parameter, said)


@pytest.mark.parametrize(
    "call",
    [
        lambda: any_of.Game(DEAL).play((0, 0)),
        lambda: any_of.player("csp").begin(sapper.Chance(1))(3),
        lambda: any_of.Plan.load(3),
        lambda: any_of.use_strategies(3),
        lambda: any_of.match("csp", games=2, deals=[DEAL, 3]),
    ],
)
def test_a_class_of_sapper_is_asked_for_by_name(call: Callable[[], object]) -> None:
    with pytest.raises(sapper.SapperError, match=r"^[^\n]{5,200}$"):
        call()


def test_a_player_takes_the_text_of_a_position() -> None:
    decide = sapper.player("swift").begin(sapper.Chance(1))
    assert decide(TEXT).move == sapper.suggest(POSITION).move  # type: ignore[arg-type, union-attr]


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    position = sapper.Position.from_array(POSITION.array(), mines=np.int64(2))  # type: ignore[arg-type]
    assert position == POSITION
    assert sapper.Chance(np.int64(3), np.uint8(4)) == sapper.Chance(3, 4)  # type: ignore[arg-type]
    assert str(sapper.Position.parse(str(position))) == TEXT
