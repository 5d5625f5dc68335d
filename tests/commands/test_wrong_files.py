"""Whatever file a verb is given by mistake, one sentence names it, and nothing is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.runs import run, sentence

#: Commands that read a file, by what they expect; ``{}`` is the file.
READERS = (
    "analyse {}",
    "play --mbf {}",
    "match csp --deals {}",
    "match csp --games 2 --store {}",
    "world {}",
    "world --resume {}",
    "review {}",
    "convert {} --to text",
    "puzzle --file {}",
    "report {}",
    "export {} out --csv",
    "optimum 3x3x2 --state {}",
    "bounds 4x4x3 --seconds 1 --state {}",
    "believe {}",
    "learn {}",
    "history list --history {}",
    "serve --store {}",
    "serve --history {}",
    "analyse --strategies {}",
)
#: What a file may hold that none of them reads, and the verbs that read it all the same.
CONTENTS = {
    "binary": bytes(range(256)) * 9,
    "empty": b"",
    "words": "→ ☃ ünïcödé\n".encode() * 3,
    "null": b"null",
    "list": b"[1, 2, 3]",
    "cut": b'{"format": 1, "version"',
    "deep": b"[" * 100_000,
}
#: Commands for which an empty file is a new one.
NEW = ("match csp --games 2 --store {}", "history list --history {}", "serve --history {}")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("content", CONTENTS)
@pytest.mark.parametrize("command", READERS)
def test_a_file_of_another_kind_is_named(command: str, content: str, folder: Path) -> None:
    if content == "empty" and command in NEW:
        pytest.skip("an empty file is a new one")
    (folder / "given").write_bytes(CONTENTS[content])
    assert "given" in sentence(*command.format("given").split())
    assert [path.name for path in folder.iterdir()] == ["given"]
    assert (folder / "given").read_bytes() == CONTENTS[content]


@pytest.mark.parametrize("command", READERS)
def test_a_folder_and_a_missing_file_are_named(command: str, folder: Path) -> None:
    (folder / "given").mkdir()
    assert "given" in sentence(*command.format("given").split())
    if "--history" not in command or "list" in command:
        assert "missing" in sentence(*command.format("nowhere/missing").split())
    assert [path.name for path in folder.iterdir()] == ["given"]


@pytest.mark.parametrize(
    "command",
    [
        "play --level beginner8 --output {}",
        "world easy --quiet --output {}",
        "convert position --to link --output {}",
        "report results.db --output {}",
        "puzzle --make {} --count 1000000",
        "learn minesweeper --output {}",
        "new-strategy {}.py",
    ],
)
def test_a_file_that_cannot_be_written_is_named_before_the_work(command: str, folder: Path) -> None:
    (folder / "position").write_text("4x3x2\nHHHH\n1221\n0000")
    run("match", "csp", "--games", "2", "--level", "4x4x3", "--store", "results.db")
    assert "nowhere/out" in sentence(*command.format("nowhere/out").split())


@pytest.mark.parametrize("verb", ["list", "stats", "export games", "delete 1"])
def test_a_history_that_is_only_read_is_not_made(verb: str, folder: Path) -> None:
    said = sentence("history", *verb.split(), "--history", "mistyped.db")
    assert said == "mistyped.db: no such file"
    assert not any(folder.iterdir())
