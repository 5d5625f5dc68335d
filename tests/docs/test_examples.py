"""Every example in a page of the repository is run, and does what the page says."""

from __future__ import annotations

import doctest
import re
import shutil
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, PAGES, fences, lines, named, run

#: What is no use of the program alone, waits for somebody, or needs other machines.
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


#: A plan to whose file pages give this name, to its store the next, to a game's record the last.
PLAN, STORE, LOST = "PLAN.toml", "results.db", "lost.json"
PLAN_TEXT = """
name = "example"
players = ["csp", "single-point"]
levels = ["beginner8"]
games = 20
seed = 1
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the plan, all its games in the store, and the record of one more."""
    folder = tmp_path_factory.mktemp("played")
    (folder / PLAN).write_text(PLAN_TEXT, encoding="utf-8")
    for command in (
        f"sapper experiment {PLAN} --store {STORE}",
        f"sapper play --player random --level beginner8 --record {LOST} --quiet",
    ):
        done = run(command, folder)
        assert done.code == 0, done.errors
    return folder


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    """Where an example runs: it may use what is in there, and write what it likes."""
    for name in (PLAN, STORE, LOST):
        shutil.copy(played / name, tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", [page for page in PAGES if fences(page, "python")], ids=named)
def test_python_answers_as_the_page_says(
    page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blocks with prompts are one session; one without is run, and prints its last remark."""
    monkeypatch.chdir(folder)
    blocks = fences(page, "python")
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
            remarks = re.findall(r"^# (.*)", block, re.M)
            assert not remarks or printed.getvalue().strip() == remarks[-1]


@pytest.mark.parametrize("page", [page for page in PAGES if fences(page, "console")], ids=named)
def test_the_program_prints_what_the_page_says(page: Path, folder: Path) -> None:
    """``...`` stands for anything; where the page shows nothing, it is enough that it runs."""
    for block in fences(page, "console"):
        for command, wanted in CONSOLE.findall(block):
            done = run(command.partition(" #")[0], folder)
            assert done.code == 0, done.errors
            same = doctest.OutputChecker().check_output(wanted, done.output, doctest.ELLIPSIS)
            assert same or not wanted, done.output


@pytest.mark.parametrize("command", RUNNABLE)
def test_the_command_runs(command: str, folder: Path) -> None:
    done = run(command, folder)
    assert done.code == 0, done.errors
    assert done.output or done.errors


def test_the_first_game_is_as_told(tmp_path: Path) -> None:
    """The page for beginners quotes the very output of its first command."""
    page = DOCS / "start.md"
    played = run(lines(page)[1], tmp_path).output
    begins, ends, position = fences(page, "text")
    assert begins in played
    assert played.endswith(ends)
    assert position.replace("\n", "\\n").removesuffix("\\n") in lines(page)[2]


def test_the_strategy_has_twenty_lines() -> None:
    block = fences(DOCS / "strategy.md", "python")[0]
    assert len(block.partition("class ")[2].splitlines()) == 20
