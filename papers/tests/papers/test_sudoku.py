"""Sudoku, level by level: many-valued terms, splits that many clauses join."""

from __future__ import annotations

import pytest

from papers.studies.sudoku import dealt, groups, solve

EASY = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
HARD = "000000907000420180000705026100904000050000040000507009920108000034059000507000000"
HARDER = "850002400720000009004000000000107002305000900040000000000080070017000000000036040"


def solved(grid: str) -> bool:
    return all({grid[i] for i in group} == set("123456789") for group in groups())


@pytest.mark.parametrize(("puzzle", "deepest"), [(EASY, 0), (HARD, 1), (HARDER, 1)])
def test_a_puzzle_is_solved_at_its_level_and_not_below(puzzle: str, deepest: int) -> None:
    solution, levels = solve(puzzle, deepest=deepest)
    assert "." not in solution
    assert solved(solution)
    assert all(given in (".", "0", found) for given, found in zip(puzzle, solution, strict=True))
    assert sum(levels.values()) == sum(sign in ".0" for sign in puzzle)
    assert levels[deepest] > 0
    if deepest:
        below, _ = solve(puzzle, deepest=deepest - 1)
        assert "." in below
        assert all(x in (".", y) for x, y in zip(below, solution, strict=True))


def test_dealt_puzzles_have_one_solution_that_splits_find() -> None:
    for clues in (36, 28):
        puzzle = dealt(3, clues)
        assert clues <= 81 - puzzle.count(".") <= 40
        solution, levels = solve(puzzle, deepest=2)
        assert solved(solution)
        assert sum(levels.values()) == puzzle.count(".")
