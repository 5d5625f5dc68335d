"""Runs every example of every page and compares it with what the page says."""

from __future__ import annotations

import doctest
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from itertools import groupby
from pathlib import Path

import pytest

from tests.commands.test_help_examples import examples
from tests.docs.pages import DOCS, LONG, PAGES, UVW, fences, lines, named, run
from tests.docs.terminal import show
from tests.sources import ROOT

#: Commands that do not end by themselves, need another program or need other machines.
ELSEWHERE = ("node ", "sapper serve", "sapper tui", "HOST")
PLACEHOLDER = re.compile(r"(?<![\w-])(?:FILE|FOLDER|DIR|RECORD)\b")
CONSOLE = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.M)

COMMANDS = sorted({line for page in PAGES for line in lines(page)})
OUR_OWN = [line for line in COMMANDS if re.search(r"(?:^|\s)sapper ", line)]
RUNNABLE = [
    line
    for line in OUR_OWN
    if not PLACEHOLDER.search(line) and not any(words in line for words in ELSEWHERE)
]


def typed() -> Iterator[str]:
    """Yield the commands of all pages and of every ``--help``, for a terminal; of those that take
    long and differ only in their options, which are checked elsewhere, one."""
    commands = sorted({UVW.sub("", line) for line in RUNNABLE} | {*examples()})
    for _, alike in groupby(commands, lambda line: next(filter(line.startswith, LONG), line)):
        yield next(alike)


#: The names that pages use for the file of a plan, for its store, and for the record of a game.
PLAN, STORE, LOST, HISTORY = "PLAN.toml", "results.db", "lost.json", "history.db"
PLAN_TEXT = """
name = "example"
players = ["csp", "single-point"]
levels = ["beginner8"]
games = 20
seed = 1
"""
TASK = {
    "bk.pl": "parent(ann, bob).\nparent(bob, cid).\n",
    "exs.pl": "pos(grandparent(ann, cid)).\nneg(grandparent(ann, bob)).\n",
    "bias.pl": "head_pred(grandparent,2).\nbody_pred(parent,2).\n",
}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the plan, a store with all its games, another record and its history."""
    folder = tmp_path_factory.mktemp("played")
    (folder / PLAN).write_text(PLAN_TEXT, encoding="utf-8")
    for command in (
        f"sapper experiment {PLAN} --store {STORE}",
        f"sapper play --player random --level beginner8 --output {LOST} --quiet",
        f"sapper history import --history {HISTORY} {LOST}",
    ):
        done = run(command, folder)
        assert done.code == 0, done.errors
    return folder


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    """A folder of its own for each example, which may read and write anything in it."""
    for name in (PLAN, STORE, LOST, HISTORY):
        shutil.copy(played / name, tmp_path)
    return tmp_path


def lend(text: str, folder: Path) -> None:
    """Put the example of a strategy or of a problem file into a folder, if something uses it."""
    if "rich.limbo" in text:
        (folder / "rich.limbo").write_text(fences(DOCS / "limited.md", "limbo")[0])
    if re.search(r"strategies\W*quiet\.py", text):
        shutil.copy(ROOT / "examples" / "quiet.py", folder)
    if "examples/quiet.py" in text:
        (folder / "examples").mkdir(exist_ok=True)
        shutil.copy(ROOT / "examples" / "quiet.py", folder / "examples")


@pytest.mark.parametrize("page", [page for page in PAGES if fences(page, "python")], ids=named)
def test_python_answers_as_the_page_says(
    page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blocks with prompts form one session; a block without prompts prints its last comment."""
    monkeypatch.chdir(folder)
    blocks = fences(page, "python")
    lend("".join(blocks), folder)
    session = "\n".join(block for block in blocks if ">>>" in block)
    test = doctest.DocTestParser().get_doctest(session, {}, page.name, page.name, 0)
    report: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert not "".join(report)
    for block in blocks:
        if ">>>" not in block:
            printed = StringIO()
            with redirect_stdout(printed):
                exec(compile(block, page.name, "exec"), {"__name__": "__example__"})
            comments = re.findall(r"^# (.*)", block, re.M)
            assert not comments or printed.getvalue().strip() == comments[-1]


@pytest.mark.parametrize("page", [page for page in PAGES if fences(page, "console")], ids=named)
def test_the_program_prints_what_the_page_says(page: Path, folder: Path) -> None:
    """``...`` matches anything; if the page shows no output, the command only has to run."""
    for block in fences(page, "console"):
        for command, wanted in CONSOLE.findall(block):
            lend(command, folder)
            done = run(command.partition(" #")[0], folder)
            assert done.code == 0, done.errors
            same = doctest.OutputChecker().check_output(wanted, done.output, doctest.ELLIPSIS)
            assert same or not wanted, done.output


@pytest.mark.parametrize("command", RUNNABLE)
def test_the_command_runs(command: str, folder: Path) -> None:
    lend(command, folder)
    if "report quiet.db" in command:  # of the match before it
        shutil.copy(folder / STORE, folder / "quiet.db")
    done = run(command, folder)
    assert done.code == 0, done.errors
    assert done.output or done.errors


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("command", [*typed()])
def test_the_command_runs_in_a_terminal(command: str, folder: Path) -> None:
    """It shows something or is done, and ends by itself or by Ctrl-C.

    What Ctrl-C leaves behind is tested where the moment can be chosen: here it comes at any.
    """
    lend(command, folder)
    shutil.copy(folder / LOST, folder / "game.json")
    shutil.copy(folder / STORE, folder / "quiet.db")
    task = folder / "FOLDER"
    task.mkdir()
    for name, text in TASK.items():
        (task / name).write_text(text)
    if "new-strategy" in command:
        (folder / "quiet.py").unlink(missing_ok=True)
    done = show(command.replace("serve --open", "serve --port 0"), folder)
    assert done.screen.strip() or done.code == 0, "it waits without a word"
    assert done.code is not None, "Ctrl-C does not end it"
    if not done.interrupted:
        assert done.code == 0, done.screen
        assert "Traceback" not in done.screen


def test_the_first_game_is_as_the_page_says(tmp_path: Path) -> None:
    """The page for beginners quotes the output of its first command."""
    page = DOCS / "start.md"
    played = run(lines(page)[1], tmp_path).output
    begins, ends, position = fences(page, "text")
    assert begins in played
    assert played.endswith(ends)
    assert position.replace("\n", "\\n").removesuffix("\\n") in lines(page)[2]


def test_the_strategy_has_twenty_lines() -> None:
    block = fences(DOCS / "strategy.md", "python")[0]
    assert 19 <= len(block.partition("class ")[2].splitlines()) <= 20


def test_the_strategy_of_the_page_the_template_and_the_example_are_one(tmp_path: Path) -> None:
    assert run("sapper new-strategy quiet.py", tmp_path).code == 0
    example = (ROOT / "examples" / "quiet.py").read_text(encoding="utf-8")
    assert fences(DOCS / "strategy.md", "python")[0] == example
    assert (tmp_path / "quiet.py").read_text(encoding="utf-8") == example
