"""``sapper export``: files and standard output, and one sentence for what is wrong."""

from __future__ import annotations

import csv
import json
import os
import sys
from pathlib import Path

import pytest

from sapper_lab.experiment import experiment
from sapper_lab.plan import Plan
from tests.cli.runs import run, sentence


@pytest.fixture
def store(tmp_path: Path) -> Path:
    experiment(Plan("x", ("csp",), ("4x4x3",), games=9), tmp_path / "results.db")
    return tmp_path / "results.db"


def test_files_and_standard_output_are_the_same(store: Path, tmp_path: Path) -> None:
    for form in ("csv", "json"):
        file = tmp_path / f"games.{form}"
        file.write_text("an old one")
        result = run("export", str(store), f"--{form}", str(file))
        assert result.stdout == ""
        assert result.stderr == f"9 games written to {file}\n"
        assert file.read_text() == run("export", str(store), f"--{form}").stdout
    lines = csv.DictReader((tmp_path / "games.csv").read_text().splitlines())
    games = json.loads((tmp_path / "games.json").read_text())
    assert [line["outcome"] for line in lines] == [game["outcome"] for game in games]
    assert not list(tmp_path.glob("*.part"))


def test_parquet_is_written(store: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra parquet is not installed")
    file = tmp_path / "games.parquet"
    run("export", str(store), "--parquet", str(file))
    assert parquet.read_table(file).num_rows == 9


def test_a_missing_extra_is_named_and_leaves_no_file(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    file = tmp_path / "games.parquet"
    assert "pip install 'sapper[parquet]'" in sentence("export", str(store), "--parquet", str(file))
    assert [path.name for path in tmp_path.iterdir()] == ["results.db"]


def test_a_file_that_cannot_be_written_is_named(store: Path, tmp_path: Path) -> None:
    nowhere = str(tmp_path / "no folder" / "x.csv")
    assert f"{nowhere}: its folder does not exist" in sentence(
        "export", str(store), "--csv", nowhere
    )


def test_neither_the_store_nor_a_device_is_replaced(store: Path, tmp_path: Path) -> None:
    before = store.read_bytes()
    link, pipe = tmp_path / "link", tmp_path / "pipe"
    link.hardlink_to(store)
    os.mkfifo(pipe)
    for file in (store, link):
        assert "is the store that is read" in sentence("export", str(store), "--csv", str(file))
    for file in (pipe, tmp_path):
        assert "is not a regular file" in sentence("export", str(store), "--csv", str(file))
    assert store.read_bytes() == before
    assert pipe.is_fifo()


def test_wrong_use_is_one_sentence(store: Path, tmp_path: Path) -> None:
    assert "choose --csv, --json or --parquet" in sentence("export", str(store))
    assert "needs a FILE" in sentence("export", str(store), "--parquet")
    assert "no such store" in sentence("export", str(tmp_path / "nowhere"), "--csv")
    junk = tmp_path / "junk"
    junk.write_text("junk" * 100)
    assert "not a store of results" in sentence("export", str(junk), "--csv")
