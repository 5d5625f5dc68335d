"""The statistics of the history: counted again by hand, game by game."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from sapper import Deal, Position, analyse, play
from sapper.arena import wilson
from sapper.records import Record
from sapper_workbench.history import (
    LOSSES,
    Choice,
    History,
    days_won,
    grades_of,
    latest_losses,
    level_words,
    missed_in,
    pace,
    ungraded,
)
from sapper_workbench.history.statistics import statistics
from sapper_workbench.study import lesson
from tests.history.games import DAY, NOON, game
from tests.records.finished import played


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "history.db")


def test_wins_times_and_streaks_by_level(history: History) -> None:
    outcomes = ["won", "won", "lost", "won", "won", "won"]
    for seed, outcome in enumerate(outcomes):
        made, record = game(seed, NOON + seed, outcome=outcome, seconds=10.0 - seed, solved=5)
        history.keep(replace(made, left=8, right=2, chord=0), record)
    history.keep(*game(10, NOON + 10, level="other", outcome="lost"))
    found = statistics(history, Choice())
    assert (found["games"], found["left_out"]) == (7, 0)
    level, other = found["levels"]
    assert other["level"] == "other"
    assert (level["games"], level["wins"], level["win_rate"]) == (6, 5, 5 / 6)
    assert level["interval"] == list(wilson(5, 6))
    assert (level["best_seconds"], level["mean_seconds"]) == (5.0, (10 + 9 + 7 + 6 + 5) / 5)
    assert level["best_bbbv_per_second"] == 1.0
    assert level["mean_ioe"] == 0.5
    assert (level["streak"], level["longest_streak"]) == (3, 3)
    bests = {each["name"]: (each["value"], each["at"] - NOON) for each in level["records"]}
    assert bests == {"time": (5.0, 5), "3BV/s": (1.0, 5), "efficiency": (0.5, 0), "streak": (3, 5)}
    assert other["records"] == []
    assert level["shares"] == [1, 1, 2 / 3, 3 / 4, 4 / 5, 5 / 6]
    assert history.find(level["records"][0]["game"])[0].seconds == 5.0


def test_imported_wins_count_but_make_no_streak(history: History) -> None:
    history.keep(*game(1, NOON, outcome="won"))
    for seed in range(2, 5):
        imported, record = game(seed, NOON + seed, outcome="won")
        history.keep(replace(imported, origin="import", player="you"), record)
    (level,) = statistics(history, Choice())["levels"]
    assert (level["wins"], level["streak"], level["longest_streak"]) == (4, 1, 1)


def test_what_says_nothing_of_the_player_is_left_out(history: History) -> None:
    history.keep(*game(1))
    history.keep(*game(2, helped=3))
    history.keep(*game(3, known=True))
    history.keep(*game(4, outcome="unfinished"))
    found = statistics(history, Choice())
    assert (found["games"], found["left_out"]) == (1, 3)


def test_days_become_months_over_a_longer_time(history: History) -> None:
    for seed, days in enumerate((0, 0, 3)):
        history.keep(*game(seed, NOON + days * DAY))
    assert [each["period"] for each in statistics(history, Choice())["periods"]] == [
        "2026-01-05",
        "2026-01-08",
    ]
    history.keep(*game(9, NOON + 100 * DAY))
    assert [each["period"] for each in statistics(history, Choice())["periods"]] == [
        "2026-01",
        "2026-04",
    ]


def test_guesses_are_graded_once_and_kept(history: History) -> None:
    for seed in (1, 2):
        history.keep(*game(seed, NOON + seed))
    waiting = ungraded(history, Choice(), 10)
    assert len(waiting) == 2
    grades = grades_of(history.record(waiting[0]))
    assert set(grades) == {
        "guesses", "avoidable", "missed", "motifs", "grades", "accuracy", "playouts",
    }  # fmt: skip
    history.grade(waiting[0], grades)
    assert ungraded(history, Choice(), 10) == waiting[1:]
    found = statistics(history, Choice())["guesses"]
    assert (found["graded"], found["ungraded"]) == (1, 1)
    assert found["guesses"] == grades["guesses"]
    assert sum(found["grades"].values()) == sum(grades["grades"].values())


def test_motifs_of_missed_cells_add_up_and_name_their_lessons(history: History) -> None:
    kept = {"guesses": 9, "avoidable": 9, "missed": 9, "grades": {}, "accuracy": None}
    found = lesson("all-found")
    motifs = [{"1-2": 1, "hole": 2}, {"1-2": 4, "one clue": 2}, None]
    for seed, own in enumerate(motifs):
        history.keep(*game(seed, NOON + seed))
        (waiting,) = ungraded(history, Choice(), 1)
        history.grade(waiting, kept if own is None else {**kept, "motifs": own})
    assert ungraded(history, Choice(), 9) == [waiting], "graded before motifs were counted"
    counted = statistics(history, Choice())["guesses"]
    assert (counted["graded"], counted["ungraded"]) == (2, 1)
    assert counted["motifs"] == [
        {"motif": "1-2", "missed": 5, "lesson": "one-two", "title": "1-2"},
        {"motif": "hole", "missed": 2, "lesson": "hole", "title": lesson("hole").title},
        {"motif": "one clue", "missed": 2, "lesson": "all-found", "title": found.title},
    ]


def test_an_empty_history_has_no_figures(history: History) -> None:
    found = statistics(history, Choice())
    assert (found["games"], found["levels"], found["periods"]) == (0, [], [])
    assert found["guesses"]["accuracy"] is None


def test_boards_that_need_no_guess_have_records_of_their_own(history: History) -> None:
    for seed, (seconds, no_guess) in enumerate([(9.0, False), (5.0, True), (7.0, False)]):
        history.keep(*game(seed, NOON + seed, outcome="won", seconds=seconds, no_guess=no_guess))
    usual, certain = statistics(history, Choice())["levels"]
    assert (usual["best_seconds"], usual["times"]) == (7.0, [9.0, 7.0])
    assert (certain["best_seconds"], certain["times"]) == (5.0, [5.0])
    assert history.find(usual["best_game"])[0].seconds == 7.0
    assert level_words(certain) == f"{level_words(usual)}, no guess"


def test_a_day_counts_with_its_fastest_win_even_if_it_was_lost_too(history: History) -> None:
    games = [("05", "lost", 3.0), ("05", "won", 9.0), ("05", "won", 8.0), ("06", "lost", 1.0)]
    for seed, (day, outcome, seconds) in enumerate(games):
        made, record = game(seed, NOON + seed, level="daily", outcome=outcome, seconds=seconds)
        history.keep(made, replace(record, world=f"daily-2026-01-{day}"))
    history.keep(*game(9, NOON + 9, outcome="won", seconds=1.0))
    days, _ = days_won(history)
    assert days == {"2026-01-05": 8.0, "2026-01-06": None}


def test_a_board_of_an_earlier_day_is_won_but_not_in_time(history: History) -> None:
    today = datetime.fromtimestamp(NOON, UTC).date()
    yesterday = today - timedelta(days=1)
    for seed, day in enumerate([today, yesterday]):
        made, record = game(seed, NOON + seed, level="daily", outcome="won", seconds=5.0)
        history.keep(made, replace(record, world=f"daily-{day}"))
    days, in_time = days_won(history)
    assert set(days) == {f"{today}", f"{yesterday}"}
    assert in_time == [f"{today}"]


def test_the_pace_of_a_game_ends_with_all_that_was_opened_and_its_time() -> None:
    for seed in range(5):
        record = played(seed, seconds=0.5)
        points, cells = pace(record)
        assert points == sorted(points)
        assert [len(opened) for opened in cells] == [
            len(s.opened) for s in record.steps if s.opened
        ]
        seconds, share = points[-1]
        assert (share == 1.0) is (record.outcome == "won")
        if record.outcome == "won":
            assert seconds == pytest.approx(sum(s.decision.seconds for s in record.steps))


def _lost(seed: int) -> Record:
    """A game that a player without logic lost."""
    records = (
        play("random", Deal.seeded("beginner", seed=seed, number=n)).record for n in range(100)
    )
    return next(record for record in records if record.outcome == "lost")


def test_what_the_latest_losses_missed(history: History) -> None:
    """A loss counts if a cell was certainly safe before its last move, as the analysis says."""
    assert latest_losses(history, Choice()) == []
    assert missed_in([]) == {"losses": 0, "missed": 0, "motif": None}
    records = [_lost(seed) for seed in range(LOSSES + 2)]
    for seed, record in enumerate(records):
        made, _ = game(seed, NOON + seed, outcome="lost")
        history.keep(made, record)
    history.keep(*game(99, NOON + 99, outcome="won"))
    latest = latest_losses(history, Choice())
    assert [each.text for each in latest] == [each.text for each in records[: -LOSSES - 1 : -1]]
    before: list[Position] = [list(record.positions())[-2] for record in latest]
    found = missed_in(latest)
    assert found["losses"] == LOSSES
    assert found["missed"] == sum(bool(analyse(position).safe) for position in before) > 0
    assert found["title"] == lesson(found["lesson"]).title
