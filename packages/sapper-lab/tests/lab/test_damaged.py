"""Damaged stores: any damage to the bytes of a file is reported in one sentence."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper_lab.store import StoreError, open_store
from tests.lab.stores import contest, play_into


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the bytes of an undamaged store."""
    path = tmp_path_factory.mktemp("whole") / "results.db"
    for plan, level in (("p", "4x4x3"), ("q", "beginner")):
        play_into(path, contest(plan, level, ("csp", "single-point > random"), 60))
    return path.read_bytes()


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("damaged") / "results.db"


def read(path: Path) -> None:
    """Read everything in a store."""
    with open_store(path) as store:
        for entry in store.entries():
            store.results(entry)
            for player in entry.contest.players:
                list(store.games(entry, player))


def refusal(path: Path) -> str:
    """Return the message for a store that cannot be read completely, or None if it can."""
    try:
        read(path)
    except StoreError as error:
        return str(error)
    return ""


@pytest.mark.slow
@settings(max_examples=150)
@given(seed=st.integers(0, 10**9), many=st.sampled_from((1, 5, 50, 500)))
def test_whatever_is_damaged_in_a_store_is_one_sentence(
    whole: bytes, path: Path, seed: int, many: int
) -> None:
    chance, damaged = random.Random(seed), bytearray(whole)
    for _ in range(many):
        damaged[chance.randrange(100, len(damaged))] = chance.randrange(256)
    path.write_bytes(damaged)
    said = refusal(path)
    assert not said or said.startswith(f"{path}: ")
    assert "\n" not in said


@pytest.mark.parametrize("name", ["batch", "run", "false_proof"])
def test_a_view_in_the_place_of_a_table_is_refused(whole: bytes, tmp_path: Path, name: str) -> None:
    """An endless view would otherwise be read for ever."""
    path = tmp_path / "view.db"
    path.write_bytes(whole)
    db = sqlite3.connect(path)
    db.execute(f"DROP TABLE IF EXISTS {name}")
    db.execute(
        f"CREATE VIEW {name} AS WITH RECURSIVE endless (id) AS"
        " (VALUES (0) UNION ALL SELECT id + 1 FROM endless) SELECT * FROM endless"
    )
    db.commit()
    db.close()
    with pytest.raises(StoreError, match="is damaged"), open_store(path):
        pass
