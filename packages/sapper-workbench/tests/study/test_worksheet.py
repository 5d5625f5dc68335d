"""Worksheets: every exercise and its solution once, in a page that loads nothing."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sapper_workbench.study import lesson, task_of_puzzles, worksheet
from tests.cli.runs import run


@pytest.mark.parametrize("name", ["number", "one-two", "useful", "fifty-fifty", "efficiency"])
def test_a_worksheet_has_every_task_and_its_solution(name: str) -> None:
    one = lesson(name)
    page = worksheet(one.title, one.text.words, one.exercises)
    ElementTree.fromstring(
        page.partition("<main>")[2].partition("</main>")[0].join(["<m>", "</m>"])
    )
    titles = re.findall(r'aria-label="(Board|Solution) (\d+)"', page)
    numbers = [str(number) for number in range(1, len(one.exercises) + 1)]
    assert titles == [*(("Board", n) for n in numbers), *(("Solution", n) for n in numbers)]
    assert "This cell" not in page
    assert not re.search(r"https?://(?!www.w3.org)|<script|<link", page)


def test_a_large_board_is_cut_to_what_the_solution_needs() -> None:
    task = task_of_puzzles("expert", 6, 2)
    wide = [each for each in task.exercises if each.position.grid.width > 10]
    assert wide
    page = worksheet(task.title, "", task.exercises, "letter")
    assert "@page{size:letter}" in page
    assert page.count("A part of a larger board.") >= len(wide)


def test_the_command_writes_the_same_page_for_a_seed(tmp_path: Path) -> None:
    pages = []
    for name in ("one.html", "two.html"):
        file = tmp_path / name
        given = ["--theme", "hole", "--count", "2", "--seed", "5"]
        done = run("puzzle", "--worksheet", str(file), *given)
        assert done.exit_code == 0, done.stderr
        assert done.stdout == f"2 positions and the solutions are in {file}.\n"
        pages.append(file.read_bytes())
    assert pages[0] == pages[1]


def test_a_lesson_needs_a_worksheet() -> None:
    done = run("puzzle", "--lesson", "one-two")
    assert done.exit_code == 2
    assert "--lesson needs --worksheet" in done.stderr
