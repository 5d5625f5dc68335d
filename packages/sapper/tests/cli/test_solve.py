"""``sapper solve`` reads every file in which the mines are known, and says what it found."""

from __future__ import annotations

import json
import re
from pathlib import Path

from sapper.game import Deal, Grid
from sapper.notation import write_mbf
from tests.cli.runs import run, sentence

ID = "9x9:4,4,m00b7d48a3e0231c419200"
GUESS = "..*/..*/..."


def test_a_board_that_needs_no_guess_is_proved() -> None:
    text = run("solve", ID, "--proof").stdout
    assert "From [4, 4], this board needs no guess: " in text
    rounds = text.split("\nround ")[1:]
    assert len(rounds) > 1
    for said, _, board in (each.partition("\n\n") for each in rounds):
        assert set(re.findall(r"\b[A-Z]\b", said)) == set(re.findall(r"[A-Z](?=\S)", board))
    found = json.loads(run("solve", ID, "--json", "--proof").stdout)
    assert found["guess_needed"] is False
    assert found["steps"] == sum(map(len, found["proof"]))
    assert found["hardest"] in ("two clues", "derived counts", "mine count", "suppose")


def test_a_board_that_needs_a_guess_shows_two_boards() -> None:
    text = run("solve", "..*/.../...", "--from", "1,1").stdout
    assert "Two boards that cannot be told apart" in text
    assert "needs a guess; from [0, 0], it needs none." in text
    found = json.loads(run("solve", "..*/.../...", "--from", "1,1", "--json").stdout)
    assert (found["guess_needed"], found["other_starts"]) == (True, [[0, 0]])
    assert found["stuck"].startswith("3x3x1 first=any")
    assert len(found["layouts"]) == 2


def test_files_with_mines_are_read(tmp_path: Path) -> None:
    grid = Grid(3, 3)
    write_mbf(tmp_path / "a.mbf", Deal.of_mines(grid, frozenset({2})))
    (tmp_path / "map.txt").write_text("# . 1\n", encoding="utf-8")
    (tmp_path / "map.txt").write_text("1 1 .\n# 1 .\n1 1 .\n", encoding="utf-8")
    (tmp_path / "deal.txt").write_text("# 3 3 1\n2 1 0 3 4 5 6 7 8\n", encoding="utf-8")
    for name in ("a.mbf", "map.txt", "deal.txt"):
        found = json.loads(run("solve", str(tmp_path / name), "--json").stdout)
        assert found["guess_needed"] is False, name
    game = tmp_path / "game.json"
    game.write_text(run("play", "csp", "--level", "beginner", "--seed", "1", "--json").stdout)
    found = json.loads(run("solve", str(game), "--json").stdout)
    assert found["from"] == [0, 0]
    link = "?b=1&m=041004000042gh10g"
    assert "needs" in run("solve", link).stdout
    assert "where all mines are" in sentence("solve", "4x2x2/HHHH/1221")
    assert "does not contain the mines" in sentence("solve", "9x9n10#1234")
