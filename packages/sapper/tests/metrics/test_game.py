"""The figures of games: those of ms-toollib for replays, and none where they mean nothing."""

from __future__ import annotations

import random

import ms_toollib

import sapper
from sapper.arena import play
from sapper.game import Deal, Grid, Rules, World
from sapper.metrics import MEANINGS, rows
from sapper.metrics.figures import figures
from sapper.notation import Replay, clicks
from sapper.records import Game, record_of_replay
from sapper.reviews.review import review
from tests.metrics.test_board import truth
from tests.notation.replays import on, random_replay


def test_clicks_and_3bv_of_replays_are_those_of_ms_toollib() -> None:
    compared = 0
    for seed in range(400):
        replay = random_replay(random.Random(seed))
        _, last = clicks(replay)
        if last.outcome == "lost":  # see docs/metrics.md: what the last chord opens differs
            continue
        board = ms_toollib.MinesweeperBoard(truth(replay.grid, replay.mines))
        for event in replay.events:
            if event.cell and board.game_board_state in (1, 2, 5):
                board.step(event.kind, event.cell)
        found = figures(record_of_replay(replay))
        assert found is not None, seed
        made = found.clicks
        assert (made.left, made.right, made.chord) == (board.left, board.right, board.double), seed
        assert made.effective == board.lce + board.rce + board.dce, seed
        assert found.solved == board.bbbv_solved, seed
        compared += 1
    assert compared > 100


def test_the_figures_of_a_game() -> None:
    """A mine at one end of three cells: a click at the other end wins."""
    replay = Replay(Grid(3, 1), frozenset({0}), tuple(on((0, 2), "left") + on((0, 2), "left")))
    found = figures(record_of_replay(replay), seconds=2.0)
    assert found is not None
    assert found.to_json() == {
        "bbbv": 1,
        "openings": 1,
        "islands": 0,
        "zini": 1,
        "human_zini": 1,
        "chain_zini": 1,
        "fewest_clicks": 1,
        "bbbv_solved": 1,
        "clicks": {"left": 1, "right": 0, "chord": 0, "total": 1, "wasted": 0},
        "seconds": 2.0,
        "bbbv_per_second": 0.5,
        "ioe": 1.0,
        "correctness": 1.0,
        "throughput": 1.0,
    }
    shown = dict(rows(found))
    assert shown["3BV/s"] == "0.50"
    assert shown["clicks"] == "1 (1 left)"
    assert list(MEANINGS) == list(shown)


def test_wasted_clicks_are_those_that_did_nothing_useful() -> None:
    grid = Grid(4, 1)
    events = on((0, 3), "right") + on((0, 3), "right") + on((0, 0), "right") + on((0, 3), "left")
    replay = Replay(grid, frozenset({0}), tuple(events))
    found = figures(record_of_replay(replay))
    assert found is not None
    assert (found.clicks.total, found.clicks.wasted) == (4, 2)


def test_a_won_game_solves_the_whole_3bv_and_a_lost_one_a_part() -> None:
    for seed in range(12):
        record = play("csp", Deal.seeded(Grid(9, 9), 10, seed=seed)).record
        found = figures(record)
        assert found is not None
        assert (found.solved == found.board.bbbv) == (record.outcome == "won")
        assert found.seconds is None  # a player's seconds are not those of a clock
        assert found.bbbv_per_second is None


def test_no_figures_where_they_mean_nothing() -> None:
    deal = Deal.seeded(Grid(4, 4), 3, seed=1)
    begun = Game(World("", deal, Rules()))
    assert figures(begun.record) is None
    closed = Game(World("", deal, Rules(zeros_open=False)))
    closed.open((0, 0))
    assert figures(closed.record) is None


def test_a_review_has_the_figures() -> None:
    record = sapper.play("csp", "beginner8", seed=1).record
    found = review(record, playouts=10)
    made = figures(record)
    assert made is not None
    assert found.to_json()["figures"] == made.to_json()
