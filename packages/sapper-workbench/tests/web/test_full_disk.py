"""On a full disk, whatever writes is refused with 507 without a path of the server, whatever reads
goes on, and nothing is lost."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from sapper_lab import sqlite
from sapper_workbench.web import Access, Visitors
from tests.web.served import ALONE, LIMITS, Client, get, post, served

SIZE = {"width": 4, "height": 3, "mines": 3, "first": "safe", "seed": 1}
FULL = "the server cannot save this: the disk is full"


@pytest.fixture
def fill(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Fills the disk for new files, for lines at the end of files, and for databases."""

    def fill() -> None:
        monkeypatch.setattr(Path, "write_bytes", _refuse)
        monkeypatch.setattr(Path, "open", _full_if_added)
        monkeypatch.setattr(sqlite, "transaction", _refuse_transaction)
        for module in (
            "sapper_workbench.history.database",
            "sapper_workbench.study.puzzles.ratings",
        ):
            monkeypatch.setattr(f"{module}.transaction", _refuse_transaction)

    return fill


def _refuse(*_: Any, **__: Any) -> Any:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


_open = Path.open


def _full_if_added(path: Path, mode: str = "r", *options: Any, **named: Any) -> Any:
    return _open(Path("/dev/full") if mode == "r+b" else path, mode, *options, **named)


def _refuse_transaction(db: sqlite3.Connection) -> Any:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    raise error


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_writing_is_refused_and_reading_goes_on(tmp_path: Path, fill: Any) -> None:
    with served(tmp_path, LIMITS, history=True) as client:
        path = _play(client)
        puzzle = get(client, "/api/puzzles/next")["id"]
        study = post(client, "/api/studies", 201, name="a study")["id"]
        reads = [path, f"{path}/tree", "/api/puzzles", "/api/puzzles/next", "/api/history"]
        reads += [f"/api/puzzles/{puzzle}", "/api/history/statistics", "/api/studies"]
        before = {read: client.get(read).status_code for read in reads}
        state = get(client, path)
        fill()
        writes: list[tuple[str, dict[str, Any]]] = [
            ("/api/games", SIZE),
            ("/api/games", {"challenge": path.rpartition("/")[2][:16]}),
            (f"{path}/moves", {"action": "unflag", "cell": [0, 0]}),
            (f"{path}/undo", {}),
            (f"{path}/comment", {"node": 1, "text": "x"}),
            (f"/api/puzzles/{puzzle}", {"show": True}),
            ("/api/studies", {"name": "another"}),
            (f"/api/studies/{study}", {"name": "changed"}),
            ("/api/history/delete", {"games": [1]}),
        ]
        for write, body in writes:
            answer = client.post(write, json=body)
            assert answer.status_code == 507, (write, answer.text)
            assert answer.json()["error"].startswith(FULL), write
            assert str(tmp_path) not in answer.text
        assert {read: client.get(read).status_code for read in reads} == before
        after = get(client, path)
        assert {**after, "seconds": 0} == {**state, "seconds": 0}


def _play(client: Client) -> str:
    path = f"/api/games/{post(client, '/api/games', 201, **SIZE)['id']}"
    post(client, f"{path}/moves", action="flag", cell=[0, 0])
    post(client, f"{path}/moves", action="open", cell=[2, 2])
    return path


def test_puzzles_are_shown_before_any_is_rated(tmp_path: Path) -> None:
    """Reading creates no file, which a full disk could not hold."""
    with served(tmp_path, ALONE) as client:
        assert get(client, "/api/puzzles")["tried"] == 0
        assert get(client, "/api/puzzles/next")["id"]
    assert not [*tmp_path.glob("puzzles*")]


def test_answers_in_lessons_survive_a_full_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sapper.errors import StorageError
    from sapper_workbench.study import Progress
    from sapper_workbench.study.lessons.lesson import lessons

    lesson = next(iter(lessons().values()))
    file = tmp_path / "lessons.json"
    Progress(file).add(lesson, 0, "first")
    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_bytes", _refuse)
        with pytest.raises(StorageError, match="the disk is full"):
            Progress(file).add(lesson, 1, "first")
    assert Progress(file).of(lesson)[0] == "first"
    assert [*tmp_path.iterdir()] == [file]


def test_a_new_visitor_reads_an_empty_history(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path, LIMITS, Access(visitors=Visitors(b"key")), history=True) as client:
        with monkeypatch.context() as patched:
            patched.setattr("sapper_lab.sqlite.transaction", _refuse_transaction)
            assert get(client, "/api/history")["total"] == 0
            assert get(client, "/api/history/statistics")["games"] == 0
            assert get(client, "/api/studies")["studies"] == []
            refused = client.post("/api/studies", json={"name": "a study"})
            assert (refused.status_code, refused.json()["error"][: len(FULL)]) == (507, FULL)
        post(client, "/api/studies", 201, name="a study")
        assert [study["name"] for study in get(client, "/api/studies")["studies"]] == ["a study"]
