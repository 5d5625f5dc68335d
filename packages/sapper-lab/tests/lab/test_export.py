"""Exports: CSV, JSON and Parquet have the same games."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest

from sapper.game import Rules
from sapper_lab.experiment import experiment
from sapper_lab.export import COLUMNS, rows, write_csv, write_json, write_parquet
from sapper_lab.plan import Plan
from sapper_lab.store import Store, open_store

PLAN = Plan('a, "plan"\n', ("csp", "single-point"), ("4x4x3",), (Rules("any", lives=2),), 12, 5)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    experiment(PLAN, tmp_path / "results.db")
    with open_store(tmp_path / "results.db") as opened:
        yield opened


def as_json(store: Store) -> list[dict[str, Any]]:
    text = StringIO()
    assert write_json(rows(store), text) == 24
    found: list[dict[str, Any]] = json.loads(text.getvalue())
    return found


def test_rows_are_the_games(store: Store) -> None:
    found = list(rows(store))
    (entry,) = store.entries()
    games = [game for player in PLAN.players for game in store.games(entry, player)]
    assert len(found) == len(games) == 24
    for row, game in zip(found, games, strict=True):
        assert tuple(row) == COLUMNS
        assert (row["plan"], row["level"], row["mines"]) == (PLAN.name, "4x4x3", 3)
        assert (row["rules"], row["seed"], row["deals"]) == ("first=any lives=2", 5, None)
        assert (row["number"], row["outcome"]) == (game.number, game.outcome)
        assert (row["moves"], row["guesses"]) == (game.moves, game.guesses)
        assert row["decisions"] == game.decisions
        assert sum(game.decisions.values()) == game.moves


def test_json_is_the_rows(store: Store) -> None:
    assert as_json(store) == list(rows(store))


def test_csv_is_the_rows(store: Store) -> None:
    text = StringIO()
    assert write_csv(rows(store), text) == 24
    text.seek(0)
    found = list(csv.DictReader(text))
    for line, row in zip(found, rows(store), strict=True):
        assert json.loads(line.pop("decisions")) == row.pop("decisions")
        assert line == {key: "" if value is None else str(value) for key, value in row.items()}


def test_parquet_is_the_rows(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra parquet is not installed")
    monkeypatch.setattr("sapper_lab.export.ROWS_PER_BATCH", 7)  # several groups of rows
    file = BytesIO()
    assert write_parquet(rows(store), file) == 24
    file.seek(0)
    found = parquet.read_table(file).to_pylist()
    assert [{**row, "decisions": dict(row["decisions"])} for row in found] == list(rows(store))


def test_no_games_are_an_empty_table(tmp_path: Path) -> None:
    text = StringIO()
    assert write_json([], text) == 0
    assert json.loads(text.getvalue()) == []
    text = StringIO()
    assert write_csv([], text) == 0
    assert text.getvalue() == ",".join(COLUMNS) + "\n"
