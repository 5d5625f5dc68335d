"""Files are written as a whole: whatever fails, the old file stays, and nothing is left beside
it."""

from __future__ import annotations

import os
import pkgutil
import signal
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from sapper.errors import InputError, StorageError
from sapper.files import check_writable, replacing, write_file
from tests.cli.runs import run, sentence

posix = pytest.mark.skipif(os.name != "posix", reason="permissions and devices of POSIX")


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    file = tmp_path / "file"
    write_file(file, "one\n")
    with replacing(file) as draft:
        draft.write_bytes(b"tw")
        assert file.read_bytes() == b"one\n"
        draft.write_bytes(b"two\n")
    assert file.read_bytes() == b"two\n"
    assert [*tmp_path.iterdir()] == [file]


@pytest.mark.parametrize("error", [KeyboardInterrupt, InputError, SystemExit])
def test_the_old_file_stays_if_the_block_fails(tmp_path: Path, error: type[Exception]) -> None:
    file = tmp_path / "file"
    for names in ([], [file]):
        with pytest.raises(error):
            _fail_halfway(file, error)
        assert [*tmp_path.iterdir()] == names
        write_file(file, "old")
    assert file.read_text() == "old"


def _fail_halfway(file: Path, error: type[Exception]) -> None:
    with replacing(file) as draft:
        draft.write_text("half")
        raise error


def test_two_who_write_a_file_at_once_do_not_mix(tmp_path: Path) -> None:
    file = tmp_path / "file"
    with replacing(file) as one, replacing(file) as two:
        one.write_text("one")
        two.write_text("two")
    assert file.read_text() == "one"
    assert [*tmp_path.iterdir()] == [file]


def test_what_cannot_be_written_is_named(tmp_path: Path) -> None:
    file = tmp_path / "file"
    write_file(file, "")
    for path, words in (
        (tmp_path, "is a directory"),
        (tmp_path / "nowhere" / "file", "its folder does not exist"),
        (tmp_path / "no" / "where" / "file", f"no such folder: {tmp_path / 'no'}"),
        (file / "file", f"{file} is a file, not a folder"),
    ):
        for use in (check_writable, lambda path: write_file(path, "x")):
            with pytest.raises(StorageError) as fault:
                use(path)
            assert str(fault.value) == f"{path}: {words}"
            assert str(tmp_path) not in fault.value.reason
    with pytest.raises(InputError, match="is not a file name"):
        write_file("a\0b", "x")


def test_a_check_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "file"
    check_writable(file)
    assert [*tmp_path.iterdir()] == []
    write_file(file, "old")
    check_writable(file)
    assert file.read_text() == "old"


@posix
def test_permissions_and_links_stay_and_private_files_are_private(tmp_path: Path) -> None:
    file, link, secret = tmp_path / "file", tmp_path / "link", tmp_path / "secret"
    file.touch(0o600)
    file.chmod(0o640)
    link.symlink_to(file)
    write_file(link, "new")
    assert link.is_symlink()
    assert (file.read_text(), _mode(file)) == ("new", 0o640)
    write_file(secret, "new", private=True)
    assert _mode(secret) == 0o600
    (tmp_path / "usual").touch()
    write_file(tmp_path / "new", "")
    assert _mode(tmp_path / "new") == _mode(tmp_path / "usual")


@posix
def test_a_device_is_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_file(pipe, "x")
    assert os.read(reader, 9) == b"x"
    os.close(reader)
    assert pipe.is_fifo()
    write_file(os.devnull, "x")
    assert Path(os.devnull).is_char_device()


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


TASK = {
    "bk.pl": "parent(ann, bob).\nparent(bob, cid).\n",
    "exs.pl": "pos(grandparent(ann, cid)).\nneg(grandparent(ann, bob)).\n",
    "bias.pl": "head_pred(grandparent,2).\nbody_pred(parent,2).\n",
}
PLAN = 'name = "small"\nplayers = ["csp"]\nlevels = ["4x4x3"]\ngames = 5\n'

#: Commands that write a file, by verb: ``{0}`` is a folder with files, ``{1}`` the file.
COMMANDS = {
    "convert": "{0}/game.json --to rawvf --output {1}",
    "deal": "--level 4x4x3 --count 20 --output {1}",
    "play": "--level beginner8 --seed 1 --output {1}",
    "world": "EASY1 --seed 1 --output {1}",
    "report": "{0}/results.db --output {1}",
    "export": "{0}/results.db --csv {1}",
    "learn": "{0}/task --output {1}",
    "puzzle": "--make {1} --count 1 --seed 1",
    "optimum": "3x3x2 --state {1}",
    "bounds": "3x3x2 --deals 20 --state {1}",
}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    (folder / "small.toml").write_text(PLAN)
    (folder / "task").mkdir()
    for name, text in TASK.items():
        (folder / "task" / name).write_text(text)
    run("experiment", str(folder / "small.toml"), "--store", str(folder / "results.db"))
    game = folder / "game.json"
    run("play", "--level", "beginner8", "--seed", "1", "--quiet", "--output", str(game))
    return folder


@posix
@pytest.mark.slow
@pytest.mark.parametrize("verb", COMMANDS)
def test_no_verb_leaves_half_a_file_on_a_full_disk(verb: str, files: Path, tmp_path: Path) -> None:
    arguments = COMMANDS[verb].format(files, tmp_path / "file")
    assert run(verb, *arguments.split()).exit_code == 0
    (file,) = tmp_path.iterdir()
    before = file.read_bytes()
    with _full():
        words = sentence(verb, *arguments.split())
    assert words.endswith(f"{file}: file too large"), words
    assert [*tmp_path.iterdir()] == [file]
    assert file.read_bytes() == before


@contextmanager
def _full() -> Iterator[None]:
    """Let no file grow beyond a few bytes."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize(
    ("options", "dealer"),
    [([], "sapper.game.Deal.seeded"), (["--no-guess"], "sapper.arena.no_guess.no_guess")],
)
def test_interrupted_deals_are_those_that_are_finished(
    options: list[str], dealer: str, tmp_path: Path
) -> None:
    file, dealt = tmp_path / "deals", count(1)
    deal = pkgutil.resolve_name(dealer)

    def interrupted(*arguments: Any, **named: Any) -> Any:
        if next(dealt) == 3:
            os.kill(os.getpid(), signal.SIGINT)
        return deal(*arguments, **named)

    arguments = ["deal", "--level", "9x9x10", "--count", "50", "--seed", "1", *options]
    whole = run(*arguments).stdout
    with patch(dealer, interrupted):
        result = run(*arguments, "--output", str(file))
    assert result.exit_code == 130
    lines = file.read_text()
    assert whole.startswith(lines)
    assert 1 < len(lines.splitlines()) < 6
    assert [*tmp_path.iterdir()] == [file]
