"""``sapper learn --ask``: a program answers with examples, as the documentation shows."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from mio import learn_asking
from tests.cli.runs import run, sentence
from tests.docs.pages import DOCS, fences


@pytest.fixture
def lucky(tmp_path: Path) -> Path:
    """The folder with the program that the documentation shows."""
    background, bias = fences(DOCS / "mio.md", "prolog")[-2:]
    (program,) = [block for block in fences(DOCS / "mio.md", "python") if "serve(" in block]
    for name, text in (("bk.pl", background), ("bias.pl", bias), ("server.py", program)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def asked(folder: Path) -> str:
    return shlex.join([sys.executable, str(folder / "server.py"), str(folder / "bk.pl")])


def test_the_program_of_the_documentation_teaches_its_rule(lucky: Path) -> None:
    found = json.loads(run("learn", str(lucky), "--ask", asked(lucky), "--json").stdout)
    rules = {rule.partition(" :- ")[2] for rule in found["theory"]}
    assert rules == {"rest(A,0).", "small(A)."}
    assert found["train_accuracy"] == 1.0
    assert found["notes"][0].startswith("lucky: the server found no counterexample after")


def test_a_program_that_ends_leaves_what_was_learned(lucky: Path) -> None:
    """It answers the question for examples and ends."""
    program = lucky / "server.py"
    text = program.read_text(encoding="utf-8")
    once = text.replace('"lucky")', '"lucky", [sys.stdin.readline()])')
    assert once != text
    program.write_text(once, encoding="utf-8")
    _, result = learn_asking(lucky, asked(lucky))
    assert result.theory
    assert result.learned.notes[0].startswith("lucky: the server has ended after 1 iteration")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--ask", "no-such-program"], "'no-such-program' cannot be started: no such file"),
        (["--ask", "'"], "cannot be started: no closing quotation"),
        (["--ask", ""], "--ask cannot be empty"),
        (["--ask", "true"], "the server has ended"),
        (["--ask", "true", "--theory", "t.pl"], "choose --ask or --theory"),
    ],
)
def test_wrong_commands_are_one_sentence(lucky: Path, arguments: list[str], words: str) -> None:
    assert words in sentence("learn", str(lucky), *arguments)


def test_minesweeper_has_examples_of_its_own() -> None:
    assert "--ask needs a folder" in sentence("learn", "minesweeper", "--ask", "true")
