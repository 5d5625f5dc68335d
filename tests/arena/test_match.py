"""Matches: identical deals, sums in any order, and the same result on any number of workers."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.arena.match import workers as workers_module
from sapper.arena.match.batch import Batch, Table, play_sheet, tallies_of
from sapper.arena.match.game import play
from sapper.arena.match.match import MatchInterrupted, match
from sapper.arena.match.result import MatchResult, Pair, Score
from sapper.arena.match.workers import Pace
from sapper.arena.stats.statistics import mcnemar, wilson
from sapper.errors import InputError, NotationError
from sapper.game import Chance, Deal, Grid, Level, Rules
from sapper.game.deal import PLAYS
from sapper.players import player
from sapper.players.native import native
from tests.arena.games import FLAGGER, PYTHON

BEGINNER = Level.parse("beginner8")


def timeless(result: MatchResult) -> MatchResult:
    """Return the result without CPU times, which differ between runs."""
    return replace(result, players=tuple(replace(s, cpu_seconds=0.0) for s in result.players))


@pytest.mark.parametrize(
    "recipes", [["csp", "random", "csp"], [PYTHON, "single-point"]], ids=["native", "python"]
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
                Rules("any"),
                Deal.seeded(BEGINNER.grid, 10, 9, number),
                Chance(9, PLAYS, number),
            )
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
    table = Table((player(recipe),), Grid(8, 7), 9, rules, seed=4)
    batch = Batch(range(3, 23))
    fast = tallies_of(table.players[0], table, batch)
    monkeypatch.setattr(native, "play", lambda *_: None)
    slow = tallies_of(table.players[0], table, batch)
    for here, there in zip(fast, slow, strict=True):
        used = {name: n for name, n in here.decisions.items() if n}
        assert replace(here, decisions=used) == there


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
    table = Table((player("csp"), player("random")), Grid(5, 5), 4, Rules(), seed=1)
    starts = [sum(sizes[:i]) for i in range(len(sizes))]
    sheets = [play_sheet(table, Batch(range(a, a + n))) for a, n in zip(starts, sizes, strict=True)]
    luck.shuffle(sheets)  # type: ignore[attr-defined]
    total = sheets[0]
    for sheet in sheets[1:]:
        total += sheet
    whole = play_sheet(table, Batch(range(sum(sizes))))
    assert total.games == whole.games
    assert total.pairs == whole.pairs
    for here, there in zip(total.rows, whole.rows, strict=True):
        assert (here.wins, here.guesses) == (there.wins, there.guesses)
        assert +here.decisions == +there.decisions


@given(st.integers(1, 10_000), st.integers(1, 8), st.floats(1e-9, 10))
def test_batches_cover_all_games(games: int, workers: int, seconds: float) -> None:
    pace = Pace(workers)
    left = games
    while left:
        size = pace.games(left)
        assert 1 <= size <= left
        left -= size
        sheet = play_sheet(Table((), Grid(1, 1), 0, Rules(), 0), Batch(range(size)))
        pace.saw(replace(sheet, seconds=seconds * size))
        if seconds * size > 10 * workers_module.SECONDS:
            assert size == 1 or left == 0 or pace.games(left) < size


def test_custom_players_meet_recipes() -> None:
    result = match([FLAGGER, "random"], (Grid(4, 4, "torus"), 3), games=5, workers=2)
    assert result.level == "4x4x3 torus"
    assert result.players[0].decisions == {"flagger": 10}
    assert result.players[0].wins == 0


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


def test_text_of_a_result_comes_back_equal() -> None:
    result = match(["csp", "random", "csp"], BEGINNER, games=20)
    assert MatchResult.parse(str(result)) == result
    stopped = replace(result, interrupted=True)
    assert MatchResult.parse(str(stopped)) == stopped


@pytest.mark.parametrize("junk", ["", "[]", "{}", "null", '{"players": 3}', '{"players": [{}]}'])
def test_junk_is_no_result(junk: str) -> None:
    with pytest.raises(NotationError):
        MatchResult.parse(junk)


def test_json_has_the_keys_of_the_contract_and_no_others() -> None:
    found = json.loads(str(match(["csp", "random"], "beginner8", games=10)))
    assert list(found) == ["level", "first", "games", "players", "pairs"]
    assert list(found["players"][0]) == [
        *("player", "wins", "games", "win_rate", "interval", "cpu_seconds", "decisions", "guesses")
    ]
    assert list(found["pairs"][0]) == ["a", "b", "both", "only_a", "only_b", "neither", "p_value"]


def test_result_without_games_has_no_rate_to_tell() -> None:
    empty = MatchResult("beginner", "safe", 0, (Score("x", 0, 0, 0.0, {}, 0),), (), True)
    assert empty.to_json()["players"][0]["interval"] == [0.0, 1.0]
    assert Pair("x", "y", 0, 0, 0, 0).p_value == 1.0


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
