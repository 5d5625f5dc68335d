"""Matches: identical deals, sums in any order, and the same result on any number of workers."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.arena import (
    MatchInterrupted,
    MatchResult,
    MatchSetup,
    NumberedDeals,
    PairScore,
    PlayerScore,
    games_of,
    mcnemar,
    play,
    play_sums,
    wilson,
)
from sapper.arena.match import match
from sapper.errors import InputError, NotationError
from sapper.game import PLAYS, Chance, Deal, Grid, Level, Rules
from sapper.notation.demo_boards import demo_world
from sapper.players import native, player
from tests.arena.games import FLAGGER, PYTHON

BEGINNER = Level.parse("beginner8")


def timeless(result: MatchResult) -> MatchResult:
    """Return the result without CPU times, which differ between runs."""
    return replace(result, players=tuple(replace(s, cpu_seconds=0.0) for s in result.players))


@pytest.mark.parametrize(
    "recipes", [["csp", "random", "swift"], [PYTHON, "single-point"]], ids=["native", "python"]
)
def test_result_is_the_same_for_any_number_of_workers(recipes: list[str]) -> None:
    results = [
        timeless(match(recipes, BEGINNER, games=60, seed=3, workers=workers))
        for workers in (1, 2, 5)
    ]
    assert results[0] == results[1] == results[2]
    assert results[0].games == 60


def test_result_counts_the_games_one_by_one() -> None:
    recipes = ["csp", PYTHON, "single-point"]
    result = match(recipes, "beginner8", Rules("any"), 40, seed=9)
    won: list[list[bool]] = []
    for recipe, score in zip(recipes, result.players, strict=True):
        records = [
            play(
                recipe,
                Deal.seeded(BEGINNER.grid, 10, 9, number),
                rules=Rules("any"),
                chance=Chance(9, PLAYS, number),
            ).record
            for number in range(40)
        ]
        won.append([record.outcome == "won" for record in records])
        assert score.wins == sum(won[-1])
        assert score.guesses == sum(record.guesses for record in records)
        assert sum(score.decisions.values()) == sum(len(record.steps) for record in records)
        assert score.interval == wilson(score.wins, 40)
    for pair, (a, b) in zip(result.pairs, combinations(won, 2), strict=True):
        assert pair.both == sum(x and y for x, y in zip(a, b, strict=True))
        assert pair.both + pair.only_a == sum(a)
        assert pair.both + pair.only_b == sum(b)
        assert pair.both + pair.only_a + pair.only_b + pair.neither == 40
        assert pair.p_value == mcnemar(pair.only_a, pair.only_b)


@pytest.mark.kernel
@pytest.mark.parametrize("recipe", ["random", "single-point", "csp", "swift"])
@pytest.mark.parametrize("first", ["any", "safe", "opening"])
def test_kernel_plays_the_games_of_the_python_loop(
    recipe: str, first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Rules(first)  # type: ignore[arg-type]
    setup = MatchSetup((player(recipe),), Grid(8, 7), 9, rules, seed=4)
    deals = NumberedDeals(range(3, 23))
    fast = games_of(setup.players[0], setup, deals)
    monkeypatch.setattr(native, "play", lambda *_: None)
    slow = games_of(setup.players[0], setup, deals)
    for here, there in zip(fast, slow, strict=True):
        used = {name: n for name, n in here.decisions.items() if n}
        assert replace(here, decisions=used) == there


@pytest.mark.slow
def test_given_deals_are_the_seeded_ones_if_they_are_equal() -> None:
    deals = [Deal.seeded(BEGINNER.grid, 10, 6, number) for number in range(25)]
    recipes = ["csp", PYTHON]
    seeded = timeless(match(recipes, "beginner8", games=25, seed=6))
    assert timeless(match(recipes, deals=deals, seed=6)) == seeded
    assert timeless(match(recipes, deals=iter(deals), seed=6)) == seeded
    assert timeless(match(recipes, "beginner8", deals=deals, seed=6, workers=2)) == seeded
    fewer = match(recipes, deals=deals, games=10, seed=6)
    assert timeless(fewer) == timeless(match(recipes, "beginner8", games=10, seed=6))


@settings(max_examples=15)
@given(st.lists(st.integers(1, 12), min_size=1, max_size=5), st.randoms())
def test_sums_of_batches_are_the_whole_in_any_order(sizes: list[int], luck: object) -> None:
    setup = MatchSetup((player("csp"), player("random")), Grid(5, 5), 4, Rules(), seed=1)
    starts = [sum(sizes[:i]) for i in range(len(sizes))]
    parts = [
        play_sums(setup, NumberedDeals(range(a, a + n))) for a, n in zip(starts, sizes, strict=True)
    ]
    luck.shuffle(parts)  # type: ignore[attr-defined]
    total = parts[0]
    for part in parts[1:]:
        total += part
    whole = play_sums(setup, NumberedDeals(range(sum(sizes))))
    assert total.pairs == whole.pairs
    for here, there in zip(total.players, whole.players, strict=True):
        assert (here.wins, here.guesses) == (there.wins, there.guesses)
        assert +here.decisions == +there.decisions


@pytest.mark.slow
def test_custom_players_meet_recipes() -> None:
    result = match([FLAGGER, "random"], (Grid(4, 4, "torus"), 3), games=5, workers=2)
    assert result.level == "4x4x3 torus"
    assert result.players[0].decisions == {"flagger": 10}
    assert result.players[0].wins == 0


@pytest.mark.slow
def test_interrupt_brings_what_is_finished() -> None:
    def stop(done: int, due: int) -> None:
        assert due == 1000
        if done >= 20:
            raise KeyboardInterrupt

    for workers in (1, 2):
        with pytest.raises(MatchInterrupted) as caught:
            match([PYTHON, "random"], BEGINNER, games=1000, workers=workers, progress=stop)
        result = caught.value.result
        assert result.interrupted
        assert 20 <= result.games < 1000
        assert all(score.games == result.games for score in result.players)
        assert result.to_json()["interrupted"] is True


def test_one_worker_needs_no_joblib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "joblib", None)
    assert match(["random"], BEGINNER, games=3).games == 3


def test_json_of_a_result_comes_back_equal() -> None:
    result = match(["csp", "random", "swift"], BEGINNER, games=20)
    assert MatchResult.parse(json.dumps(result.to_json())) == result
    stopped = replace(result, interrupted=True)
    assert MatchResult.parse(json.dumps(stopped.to_json())) == stopped


def test_text_of_a_result_is_a_table_for_people() -> None:
    players = (
        PlayerScore("csp", 812, 1000, 0.1, {}, 5),
        PlayerScore("random", 7, 1000, 0.1, {}, 5),
    )
    pair = PairScore("csp", "random", 6, 806, 1, 187)
    result = MatchResult("beginner", "safe", 1000, players, (pair,), interrupted=True)
    assert str(result).splitlines() == [
        "beginner · first move safe · 1,000 games · interrupted",
        "",
        "player  won  games  won %          95%",
        "csp     812  1,000  81.20  78.66–83.50",
        "random    7  1,000   0.70    0.34–1.44",
        "",
        "first | second  both  only first  only second  neither  difference             95%"
        "         p",
        "csp | random       6         806            1      187       80.50  77.91 to 82.85"
        "  1.9e-240",
    ]


@pytest.mark.parametrize("junk", ["", "[]", "{}", "null", '{"players": 3}', '{"players": [{}]}'])
def test_junk_is_no_result(junk: str) -> None:
    with pytest.raises(NotationError):
        MatchResult.parse(junk)


def test_json_has_the_keys_of_the_contract_and_no_others() -> None:
    found = match(["csp", "random"], "beginner8", games=10).to_json()
    assert list(found) == ["level", "first", "games", "seed", "version", "players", "pairs"]
    assert list(found["players"][0]) == [
        *("player", "wins", "games", "win_rate", "interval", "cpu_seconds", "decisions", "guesses"),
        "false_proofs",
    ]
    assert list(found["pairs"][0]) == ["a", "b", "both", "only_a", "only_b", "neither", "p_value"]


def test_result_without_games_has_no_rate_to_tell() -> None:
    empty = MatchResult("beginner", "safe", 0, (PlayerScore("x", 0, 0, 0.0, {}, 0),), (), True)
    assert empty.to_json()["players"][0]["interval"] == [0.0, 1.0]
    assert PairScore("x", "y", 0, 0, 0, 0).p_value == 1.0


def _short() -> Iterator[Deal]:
    yield Deal.seeded(BEGINNER.grid, 10, 0)
    yield Deal.seeded(BEGINNER.grid, 11, 0)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"players": []}, "at least one player"),
        ({"games": 0}, "at least one game, not 0"),
        ({"games": -1}, "at least one game, not -1"),
        ({"games": None}, "needs either deals, or a level and a number of games"),
        ({"level": None}, "needs either deals, or a level and a number of games"),
        ({"level": "hard"}, "unknown level"),
        ({"players": ["nobody"]}, "unknown player"),
        ({"workers": 0}, "workers, not 0"),
        ({"deals": []}, "no deals"),
        ({"deals": _short(), "level": "expert"}, "for 8x8x10|for beginner8, not for level expert"),
        ({"deals": _short(), "games": 3}, "another board"),
        (
            {"deals": [Deal.seeded(BEGINNER.grid, 10, 0)], "games": 3},
            "3 games need as many deals, not 1",
        ),
        ({"level": "3x3x8", "rules": Rules("opening")}, "promise"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: dict[str, object], sentence: str) -> None:
    given_ = {"players": ["random"], "level": "beginner8", "games": 2, **arguments}
    with pytest.raises(InputError, match=sentence):
        match(**given_)  # type: ignore[arg-type]


def test_equal_results_have_equal_hashes() -> None:
    first, second = (match(["csp", "random"], "beginner8", games=3) for _ in range(2))
    counts = [replace(score, cpu_seconds=0.0) for score in first.players]
    again = [replace(score, cpu_seconds=0.0) for score in second.players]
    assert counts == again
    assert list(map(hash, counts)) == list(map(hash, again))
    assert isinstance(hash(first), int)


def test_boards_of_the_demo_of_limited_belief_are_matched() -> None:
    result = match(["csp", "single-point > random"], "demo-small", games=4, seed=2)
    assert (result.level, result.first, result.games) == ("demo-small", "any", 4)
    won = sum(
        play("csp", demo_world("demo-small", 2 + n), number=n).outcome == "won" for n in range(4)
    )
    assert result.players[0].wins == won
    with pytest.raises(InputError, match="has its own rules and first cell"):
        match("csp", "demo-small", games=1, first="safe")
    with pytest.raises(InputError, match="demo-small-1 is a single board"):
        match("csp", "demo-small-1", games=1)
