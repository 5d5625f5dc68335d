"""Ratings and repetitions that are kept: what comes back, when, and what is rated."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from sapper.errors import InputError
from sapper.kernel import Chance
from sapper_workbench.study import (
    DAY_SECONDS,
    DRAWN_FROM,
    FIRST_RATING,
    FIRST_THEMES,
    Collection,
    Puzzle,
    PuzzleStore,
)
from sapper_workbench.study.puzzles import ratings as stores
from sapper_workbench.study.puzzles.package import puzzles

PUZZLES = Collection(
    Puzzle(f"safe-{n}", "safe", "2x1x1/H1", ("1-1",), 1000 + 10 * n) for n in range(100)
)


@pytest.fixture
def store(tmp_path: Path) -> PuzzleStore:
    return PuzzleStore(tmp_path / "data" / "puzzles.sqlite")


def test_a_puzzle_that_was_not_solved_comes_back_until_it_is_learned(store: PuzzleStore) -> None:
    puzzle, now = PUZZLES.find("safe-50"), 1e9
    store.add("me", puzzle, 0.0, now)
    assert store.standing("me", now).waiting == 1
    assert store.next("me", PUZZLES, Chance(1), now=now) != puzzle
    for days in (1, 3, 7, 21):
        assert store.standing("me", now + days * DAY_SECONDS - 1).due == 0
        now += days * DAY_SECONDS
        assert store.next("me", PUZZLES, Chance(1), now=now) == puzzle
        assert store.next("other", PUZZLES, Chance(1), now=now) != puzzle
        store.add("me", puzzle, 1.0, now)
    assert store.standing("me", now + 1000 * DAY_SECONDS).waiting == 0


def test_a_newcomer_begins_with_an_easy_example_of_each_pattern(store: PuzzleStore) -> None:
    asked: list[Puzzle] = []
    for theme in FIRST_THEMES:
        puzzle = store.next("me", puzzles(), Chance(len(asked)), now=1.0)
        easiest = sorted(one.rating for one in puzzles().by_id.values() if theme in one.themes)
        assert theme in puzzle.themes
        assert puzzle.rating <= easiest[2 * DRAWN_FROM]
        asked.append(puzzle)
        store.add("me", puzzle, 0.0, 1.0)
    assert {puzzle.kind for puzzle in asked} == {"safe"}
    assert store.next("you", puzzles(), Chance(1), "ending").kind == "ending"


def test_a_repetition_that_fails_starts_again(store: PuzzleStore) -> None:
    puzzle, now = PUZZLES.find("safe-50"), 1e9
    store.add("me", puzzle, 0.0, now)
    store.add("me", puzzle, 1.0, now + DAY_SECONDS)
    store.add("me", puzzle, 0.0, now + 5 * DAY_SECONDS)
    assert store.standing("me", now + 6 * DAY_SECONDS).due == 1
    store.add("me", puzzle, 1.0, now + 5.5 * DAY_SECONDS)  # too early to count
    assert store.standing("me", now + 6 * DAY_SECONDS).due == 1


def test_only_the_first_try_is_rated(store: PuzzleStore) -> None:
    puzzle = PUZZLES.find("safe-50")
    before, after = store.add("me", puzzle, 1.0, 1.0)
    assert before == FIRST_RATING
    assert after.value > before.value
    assert store.rating(puzzle).value < puzzle.rating
    assert store.add("me", puzzle, 0.0, 2.0) == (after, after)
    standing = store.standing("me", 3.0)
    assert (standing.tried, standing.solved, standing.rating) == (1, 1, after)


def test_a_mistake_costs_little_and_only_due_puzzles_are_asked_again(store: PuzzleStore) -> None:
    with pytest.raises(InputError, match="no puzzle is due"):
        store.next("me", PUZZLES, Chance(1), now=1.0, again=True)
    for number in range(10):
        before, after = store.add("me", PUZZLES.find(f"safe-{number}"), 0.0, 1.0)
        assert before.value - 20.0 <= after.value < before.value
    found = store.next("me", PUZZLES, Chance(1), now=2 * DAY_SECONDS, again=True)
    assert found.id in {f"safe-{number}" for number in range(10)}


def test_the_best_run_of_each_mode_is_kept_also_in_a_file_without_runs(store: PuzzleStore) -> None:
    store.add("me", PUZZLES.find("safe-1"), 1.0, 1.0)
    assert store.standing("me", 1.0).bests == {"streak": 0, "storm": 0}
    for solved in (4, 9, 2):
        store.add_run("me", "storm", solved)
    assert store.standing("me", 1.0).bests == {"streak": 0, "storm": 9}
    assert store.standing("you", 1.0).bests["storm"] == 0


def test_new_puzzles_suit_the_player_and_do_not_repeat(store: PuzzleStore) -> None:
    seen = set()
    for number in range(60):
        puzzle = store.next("me", PUZZLES, Chance(number), now=1.0)
        assert puzzle.id not in seen
        seen.add(puzzle.id)
        store.add("me", puzzle, 1.0, 1.0)
    with pytest.raises(InputError, match="no puzzle has the theme"):
        store.next("me", PUZZLES, Chance(1), "elephants")


def test_the_rating_of_a_player_of_known_strength_is_found(store: PuzzleStore) -> None:
    chance, strength = Chance(5), 1400.0
    for _ in range(70):
        puzzle = store.next("me", PUZZLES, chance, now=1.0)
        solved = chance.random() < 1 / (1 + 10 ** ((puzzle.rating - strength) / 400))
        store.add("me", puzzle, solved, 1.0)
    rating = store.standing("me", 1.0).rating
    assert abs(rating.value - strength) < 3 * rating.deviation
    assert rating.deviation < 110


def test_the_players_away_longest_are_forgotten(
    store: PuzzleStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "MAX_PLAYERS", 3)
    for number in range(5):
        store.add(f"player-{number}", PUZZLES.find("safe-1"), 0.0, float(number))
    tried = [store.standing(f"player-{number}", 9.0).tried for number in range(5)]
    assert tried == [0, 0, 1, 1, 1]


def test_a_file_that_cannot_be_kept_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=r"puzzles\.sqlite: .*file is a file, not a folder"):
        PuzzleStore(tmp_path / "file" / "puzzles.sqlite").add("me", PUZZLES.find("safe-1"), True)


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("CREATE TABLE tries (a)", "this is not a file of ratings"),
        ("PRAGMA user_version = 2", "the file of ratings has format 2"),
    ],
)
def test_other_files_are_refused_and_left_as_they_are(
    tmp_path: Path, statement: str, sentence: str
) -> None:
    path = tmp_path / "puzzles.sqlite"
    if "version" in statement:
        PuzzleStore(path).add("me", PUZZLES.find("safe-1"), True)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(statement)
    before = path.read_bytes()
    with pytest.raises(InputError, match=sentence):
        PuzzleStore(path).standing("me")
    assert path.read_bytes() == before
