"""Stores in read-only folders can be read."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lab.stores import contest, play_into

#: Reads one store to load what that takes, becomes nobody if it was everybody, and reads another.
READER = """
import os, sys
from sapper_lab.report import report
from sapper.errors import SapperError
report(sys.argv[1])
if os.getuid() == 0:
    os.setgroups([]), os.setgid(65534), os.setuid(65534)
try:
    found = report(sys.argv[2])
except SapperError as error:
    sys.exit(str(error))
print(*(player.score.games for one in found.contests for player in one.players))
"""
#: Writes to a store, and is killed before anything of it reaches the store itself.
KILLED = """
import os, signal, sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.execute("INSERT INTO plan VALUES ('other', '')")
db.commit()
os.kill(os.getpid(), signal.SIGKILL)
"""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there are no such permissions")


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return a folder that any user may read."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        play_into(folder / "results.db", contest("p", "4x4x3", ("csp", "random"), 30))
        yield folder
        folder.chmod(0o755)


def read(store: Path, other: Path) -> subprocess.CompletedProcess[str]:
    """Read two stores as a user who may not write to them."""
    command = [sys.executable, "-c", READER, str(other), str(store)]
    return subprocess.run(command, capture_output=True, text=True)


def test_a_store_in_a_folder_that_may_only_be_read(folder: Path, tmp_path: Path) -> None:
    play_into(tmp_path / "other.db", contest("p", "4x4x3", ("csp",), 1))
    store = folder / "results.db"
    store.chmod(0o444)
    folder.chmod(0o555)
    done = read(store, tmp_path / "other.db")
    assert done.stdout.split() == ["30", "30"], done.stderr
    assert list(folder.iterdir()) == [store]


def test_a_store_file_that_may_only_be_read(folder: Path, tmp_path: Path) -> None:
    play_into(tmp_path / "other.db", contest("p", "4x4x3", ("csp",), 1))
    (folder / "results.db").chmod(0o444)
    folder.chmod(0o777)
    assert read(folder / "results.db", tmp_path / "other.db").stdout.split() == ["30", "30"]


def test_games_that_cannot_be_read_there_are_not_passed_over(folder: Path, tmp_path: Path) -> None:
    play_into(tmp_path / "other.db", contest("p", "4x4x3", ("csp",), 1))
    store = folder / "results.db"
    subprocess.run([sys.executable, "-c", KILLED, str(store)])
    (folder / "results.db-shm").unlink()
    folder.chmod(0o555)
    done = read(store, tmp_path / "other.db")
    assert done.returncode == 1
    assert "its last changes are still in results.db-wal" in done.stderr
    assert done.stderr.count("\n") == 1
