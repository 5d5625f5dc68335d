"""Where games are lost: judged by brute force, and replayed from a store to the very move."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given, settings

from sapper.errors import BudgetError, InputError
from sapper.game import Position, Rules
from sapper.inference import analyse
from sapper_lab import report
from sapper_lab.report import PLACES, Losses, place_of, replay, where_lost
from sapper_lab.store import StoredGame, open_store
from tests.inference.brute import LIMIT, mine_counts
from tests.lab.stores import contest, play_into
from tests.strategies import positions, rules


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("3x3x2\nHHH\nHHH\nHHH", "first move"),
        ("3x2x1 first=any\nHFH\nHHH", "first move"),
        ("4x2x1\n1HHH\n1HHH", "avoidable guess"),  # the third column is safe
        ("2x2x1\n1H\n1H", "forced guess"),
    ],
)
def test_places_of_plain_positions(text: str, place: str) -> None:
    assert place_of(Position.parse(text)) == place


@settings(max_examples=40)
@given(positions(rule=rules().map(lambda r: replace(r, signs="none", gold_known=False))))
def test_a_guess_is_forced_where_no_layout_spares_a_cell(position: Position) -> None:
    hidden = position.hidden_indices
    assume(hidden and len(hidden) <= LIMIT and not position.untouched)
    total, mines = mine_counts(position)
    assume(total)
    safe = any(mines[i] == 0 for i in hidden)
    assert place_of(position) == ("avoidable guess" if safe else "forced guess")


def test_what_took_too_long_is_unclear(monkeypatch: pytest.MonkeyPatch) -> None:
    def uncounted(position: Position, **_: object) -> object:
        return replace(analyse(position), note="counting took too long")

    def stopped(*_: object, **__: object) -> object:
        raise BudgetError("this took too long")

    position = Position.parse("2x2x1\n1H\n1H")
    monkeypatch.setattr(report, "analyse", uncounted)
    assert place_of(position) == "forced guess"  # satisfiability says so
    monkeypatch.setattr(report, "certain_cells", stopped)
    assert place_of(position) == "unclear"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("losses") / "results.db"
    players = ("csp", "single-point > random", "mio")
    play_into(path, contest("plan", "6x6x7", players, 60, Rules("any")))
    return path


def lost_games(store: Path, player: str) -> list[StoredGame]:
    with open_store(store) as opened:
        (entry,) = opened.entries()
        return list(opened.games(entry, player, "lost"))


@pytest.mark.parametrize("player", ["csp", "single-point > random", "mio"])
def test_replays_are_the_games_played(store: Path, player: str) -> None:
    played = contest("plan", "6x6x7", (player,), 60, Rules("any"))
    games = lost_games(store, player)
    calls: list[None] = []
    found = where_lost(played, player, len(games), games, lambda: calls.append(None))
    assert found.changed == 0
    assert found.sample == found.lost == len(games) == len(calls)
    assert found.number("first move") > 0
    assert found.number("forced guess") > 0
    assert (found.number("avoidable guess") > 0) == (player != "csp")


@pytest.mark.parametrize("change", ["moves", "guesses", "decisions"])
def test_a_game_that_comes_out_otherwise_is_told_apart(store: Path, change: str) -> None:
    played = contest("plan", "6x6x7", ("csp",), 60, Rules("any"))
    game = lost_games(store, "csp")[0]
    assert replay(played, "csp", game) in PLACES
    others = {"moves": game.moves + 1, "guesses": game.guesses + 1, "decisions": {"csp": 99}}
    other = replace(game, **{change: others[change]})  # type: ignore[arg-type]
    assert replay(played, "csp", other) is None
    assert where_lost(played, "csp", 2, [game, other]).changed == 1


def test_games_of_another_player_come_out_otherwise(store: Path) -> None:
    played = contest("plan", "6x6x7", ("csp",), 60, Rules("any"))
    games = lost_games(store, "single-point > random")[:20]
    assert where_lost(played, "csp", 20, games).changed > 10


def test_unknown_players_are_named(store: Path) -> None:
    played = contest("plan", "6x6x7", ("csp",), 60, Rules("any"))
    with pytest.raises(InputError, match="nobody"):
        where_lost(played, "nobody", 1, lost_games(store, "csp")[:1])


def test_shares_have_wilsons_interval() -> None:
    found = Losses(40, (1, 6, 3, 0), changed=2)
    assert found.sample == 10
    assert found.share("forced guess") == 0.6
    assert found.interval("forced guess") == pytest.approx((0.3127, 0.8318), abs=1e-4)
    assert Losses(0, (0, 0, 0, 0)).interval("first move") == (0.0, 1.0)


def test_games_that_take_too_long_are_skipped(store: Path) -> None:
    with open_store(store) as opened:
        entry = opened.entries()[0]
        player = entry.contest.players[0]
        games = tuple(opened.games(entry, player, "lost"))
    slow = [replace(game, cpu_seconds=1000.0) for game in games]
    found = where_lost(entry.contest, player, len(games), slow, seconds=10.0)
    assert (found.sample, found.skipped) == (0, len(games))
    assert where_lost(entry.contest, player, len(games), games).skipped == 0
