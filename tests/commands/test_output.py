"""Standard output that cannot be written, or that nobody reads: every verb ends alike."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import cycle
from pathlib import Path
from tempfile import mkdtemp

import pytest

from sapper.cli import VERBS
from tests.cli.runs import run

PLAN = 'name = "small"\nplayers = ["csp"]\nlevels = ["4x4x3"]\ngames = 5\n'
TASK = {
    "bk.pl": "parent(ann, bob).\nparent(bob, cid).\n",
    "exs.pl": "pos(grandparent(ann, cid)).\nneg(grandparent(ann, bob)).\n",
    "bias.pl": "head_pred(grandparent,2).\nbody_pred(parent,2).\n",
}
REQUEST = '{"id": 1, "request": "hello"}\n'
CLIENT = (
    '"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "", "version": ""}'
)
BEGIN = f'{{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {{{CLIENT}}}}}\n'

#: A command of every verb that prints something, and its input. ``{0}`` is a folder with files,
#: ``{1}`` a new one.
COMMANDS = {
    "serve": ("--port 0 --data {1}", ""),
    "tui": ("--help", ""),
    "site": ("--help", ""),  # it downloads megabytes
    "analyse": ("-", "4x3x2\nHHHH\n1221\n0000"),
    "convert": ("{0}/game.json --to link", ""),
    "deal": ("--level 4x4x3", ""),
    "puzzle": ("--seed 1 --data {1}", "show\n"),
    "play": ("--level beginner8 --seed 1", ""),
    "review": ("{0}/game.json --playouts 4", ""),
    "solve": ("9x9:4,4,m00b7d48a3e0231c419200", ""),
    "history": ("list --history {0}/history.db", ""),
    "match": ("--player csp --level 4x4x3 --games 5", ""),
    "world": ("EASY1 --seed 1", "go\n"),
    "experiment": ("{0}/small.toml --store {0}/results.db", ""),
    "report": ("{0}/results.db", ""),
    "export": ("{0}/results.db --csv", ""),
    "opening": ("3x1x1 --games 5", ""),
    "optimum": ("3x1x1", ""),
    "variant": ("list", ""),
    "bounds": ("3x1x1 --deals 20", ""),
    "believe": ("rich-father", ""),
    "learn": ("{0}/task --seconds 5", ""),
    "new-strategy": ("{1}/quiet.py", ""),
    "engine": ("--workers 1", REQUEST),
    "mcp": ("", BEGIN),
}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("output")
    (folder / "small.toml").write_text(PLAN)
    (folder / "task").mkdir()
    for name, text in TASK.items():
        (folder / "task" / name).write_text(text)
    run("experiment", str(folder / "small.toml"), "--store", str(folder / "results.db"))
    game = ("--level", "beginner8", "--seed", "1", "--quiet")
    run("play", *game, "--output", str(folder / "game.json"))
    run("history", "import", "--history", str(folder / "history.db"), str(folder / "game.json"))
    return folder


def test_every_verb_has_a_command_here() -> None:
    assert set(COMMANDS) == set(VERBS)


def begun(
    verb: str, files: Path, redirection: str, output: int | None = None
) -> subprocess.Popen[str]:
    arguments, _ = COMMANDS[verb]
    command = [
        sys.executable,
        "-m",
        "sapper",
        verb,
        *arguments.format(files, mkdtemp(dir=files)).split(),
    ]
    shell = ["/bin/sh", "-c", f'exec "$@" {redirection}', "sh", *command]
    pipe = subprocess.PIPE
    return subprocess.Popen(shell, stdin=pipe, stdout=output, stderr=pipe, text=True)


#: Ways to lose the output: a redirection, what is said about it and the exit code.
LOST = {
    "full": (
        ">/dev/full",
        "sapper: cannot write to standard output: no space left on device\n",
        2,
    ),
    "closed": (">&-", "sapper: cannot write to standard output: it is closed\n", 2),
    "unread": ("", "", 141),
}


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(("verb", "how"), [*zip(VERBS, cycle(LOST))])
def test_output_that_is_lost(verb: str, how: str, files: Path) -> None:
    """Each way with a third of the verbs: they have one writer in common."""
    redirection, message, code = LOST[how]
    unread, output = os.pipe()
    os.close(unread)
    with begun(verb, files, redirection, None if redirection else output) as process:
        os.close(output)
        _, said = process.communicate(COMMANDS[verb][1], timeout=120)
    assert (said, process.returncode) == (message, code)


@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full"])
def test_messages_that_are_lost_change_nothing(redirection: str, files: Path) -> None:
    with begun("match", files, redirection, subprocess.PIPE) as process:
        output, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    assert "4x4x3" in output


#: Commands that may take long, and print nothing until they end.
LONG = [
    "play csp --level beginner8 --seed 1 --quiet",
    "play csp --level beginner8 --seed 1 --json",
    "world EASY1 --seed 1 --quiet",
    "world EASY1 --seed 1 --json",
    "history import --history {1}/history.db {0}/game.json",
    "match csp --level 4x4x3 --games 5",
    "review {0}/game.json --playouts 4 --json",
    "experiment {0}/small.toml --store {1}/results.db",
    "opening 3x1x1 --games 5",
    "bounds 3x3x2 --deals 20 --layouts 20",
    "learn {0}/task --seconds 5",
]


@pytest.mark.parametrize("command", LONG)
def test_a_command_that_takes_long_says_how_far_it_is_without_a_terminal(
    command: str, files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for silent in ("sapper.cli.views.progress.FIRST_SECONDS", "mio.cli.SILENT_SECONDS"):
        monkeypatch.setattr(silent, 0.0)
    done = run(*command.format(files, tmp_path).split())
    assert done.exit_code == 0, done.stderr
    assert re.search(r"^\w+: .*\d.*, \d+ s$", done.stderr, re.M)


@pytest.mark.parametrize("verb", ["analyse", "world", "believe -"])
def test_a_closed_input_is_one_sentence(verb: str) -> None:
    command = f'exec "{sys.executable}" -m sapper {verb} <&-'.replace("world", "world EASY1")
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("sapper: ")
