"""``python -m papers.studies limited`` measures games and puzzles, on small samples."""

from __future__ import annotations

import pytest

from bench.options import Options
from papers.studies.limited import tables


@pytest.mark.slow
def test_games_and_puzzles_are_measured() -> None:
    options = Options(
        subjects=("limited",),
        peers=(),
        as_json=False,
        quick=True,
        small=1,
        positions=1,
        rounds=1,
        games=2,
        deals=1,
    )
    games, sudoku = tables(options)
    assert [row[:3] for row in games.rows][:4] == [
        ("small", 2, 0),
        ("small", 2, 1),
        ("small", 2, 2),
        ("medium", 2, 0),
    ]
    assert len(games.rows) == 12
    assert [row[0] for row in sudoku.rows] == ["easy", "medium", "hard"]
    assert all(row[6] == 0 for row in sudoku.rows), "all are solved at level 2"
    assert all(str(table).count("\n|") > 4 for table in (games, sudoku))
