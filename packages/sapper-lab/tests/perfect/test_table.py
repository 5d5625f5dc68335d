"""The table of first moves: the same values as a search, in any orientation, after ``kill -9``."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from papers.studies.first_moves import fill, shapes
from sapper.errors import NotationError, RulesError
from sapper.game import Chance, First, Grid
from sapper_lab.perfect import SolvedBoard, boards, first_moves, optima

pytestmark = pytest.mark.kernel

FILLING = """
import os, signal, sys
from pathlib import Path
from papers.studies.first_moves import fill
for number, _ in enumerate(fill(Path(sys.argv[1]), 8, 30)):
    if number == 20:
        os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_random_sample_is_what_a_search_finds() -> None:
    chance, known = Chance(91), [key for key in boards() if key[0] * key[1] <= 14]
    assert known
    for _ in range(8):
        width, height, mines, first = chance.choice(known)
        rules: tuple[First, ...] = ("safe", "any") if first == "safe" else (first,)
        for rule, found in optima(Grid(width, height), mines, rules).items():
            stored = first_moves(width, height, mines, rule)
            assert stored is not None
            assert stored.value == found.low
            assert found.best_first in stored.best
            turned = first_moves(height, width, mines, rule)
            assert turned is not None
            assert turned.values == {(c, r): share for (r, c), share in stored.values.items()}


def test_known_boards() -> None:
    found = first_moves(4, 4, 4)
    assert found is not None
    assert found.value == Fraction(961, 1365)
    assert len(found.values) == 16
    assert found.values[0, 1] == found.values[1, 0] == found.values[3, 2]
    assert set(found.best) == {cell for cell in found.values if found.values[cell] == found.value}
    assert first_moves(9, 9, 10) is None
    with pytest.raises(RulesError, match="unknown first-move rule"):
        first_moves(4, 4, 4, "lucky")  # type: ignore[arg-type]


def test_each_board_is_there_once() -> None:
    known = list(boards())
    assert len(set(known)) == len(known)
    assert {(width, height) for width, height, *_ in known} == set(shapes(25)) - {(1, 1)}
    small = {(w, h, m) for w, h in shapes(16) for m in range(1, w * h)}
    assert small == {(w, h, m) for w, h, m, first in known if first == "safe" and w * h <= 16}


def test_a_table_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    whole, part = tmp_path / "whole", tmp_path / "part"
    entries = list(fill(whole, 8, 30))
    assert all(isinstance(one, SolvedBoard) for one in entries)
    done = subprocess.run([sys.executable, "-c", FILLING, str(part)], check=False)
    assert done.returncode < 0
    with part.open("ab") as file:
        file.write(b'{"width":3,"hei')  # as if it had been killed while it wrote
    assert len(list(fill(part, 8, 30))) == len(entries) - 21
    assert part.read_bytes() == whole.read_bytes()
    whole.write_text("# a board\n")
    with pytest.raises(NotationError, match="line 1 is not an entry"):
        list(fill(whole, 8, 30))
