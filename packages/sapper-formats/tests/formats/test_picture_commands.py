"""Pictures on the command line."""

from __future__ import annotations

import json
from pathlib import Path

from sapper.game import Position
from tests.cli.runs import run, sentence
from tests.formats.skins import SKINS, drawn, png

POSITION = Position.parse("6x5x4\n001HHH\n001HHH\n0012HH\n0001HH\n0001HH")


def picture(folder: Path) -> str:
    file = folder / "board.png"
    file.write_bytes(png(drawn(POSITION, SKINS[0], 18)))
    return str(file)


def test_a_picture_is_analysed_like_its_text(tmp_path: Path) -> None:
    found = run("analyse", picture(tmp_path), "--json", "--mines", "4")
    due = run("analyse", "--json", stdin=str(POSITION))
    assert json.loads(found.output) == json.loads(due.output)


def test_without_the_mines_of_a_picture_only_its_clues_count(tmp_path: Path) -> None:
    found = run("analyse", picture(tmp_path), "--json")
    assert "the number of mines is not known" in found.stderr
    assert json.loads(found.stdout)["mines"] is None
    assert json.loads(found.stdout)["certain_mines"] == [[1, 3]]


def test_a_text_tells_its_mines() -> None:
    words = "the text states 4 mines, not 5"
    assert words in sentence("analyse", "--mines", "5", stdin=str(POSITION))
