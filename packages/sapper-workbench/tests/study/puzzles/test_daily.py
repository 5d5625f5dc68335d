"""The board and the puzzles of a day: the same for everybody."""

from datetime import date

import pytest

from sapper.errors import InputError
from sapper.game import LEVELS, Referee
from sapper.inference import analyse
from sapper_workbench.study import board_of, daily, read_date, result_line
from sapper_workbench.study.puzzles.package import puzzles

DAY = date(2026, 11, 22)


def test_a_day_has_a_board_without_guesses_and_three_puzzles() -> None:
    found = daily(DAY, puzzles())
    assert found == daily(DAY, puzzles())
    assert [one.kind for one in found.puzzles] == ["safe", "certain", "ending"]
    world = found.world
    assert (world.name, found.level) == ("daily-2026-11-22", "expert")
    assert world.deal.mines == LEVELS["expert"].mines
    referee = Referee(world.deal, world.rules)
    position = referee.open(found.first)
    assert position[found.first] == 0
    while position.outcome == "playing":
        position = referee.open(analyse(position).safe[0])
    assert position.outcome == "won"


def test_days_differ() -> None:
    days = [date(2026, 11, day) for day in range(2, 9)]
    assert len({board_of(day).deal for day in days}) == 7
    assert len({one.id for day in days for one in daily(day, puzzles()).puzzles}) > 15
    assert {daily(day, puzzles()).level for day in days} == {"beginner", "intermediate", "expert"}


def test_the_line_to_share() -> None:
    assert result_line(DAY, 83.9, 57, [True, False, None]) == (
        "Daily Minesweeper 2026-11-22: board in 1:23.90 and 57 moves, puzzles 1/3 +-."
    )
    assert ": board in 9.00\u00a0s and 8 moves, with help, puzzles 0/3 ..." in (
        result_line(DAY, 9.0, 8, [None] * 3, helped=True)
    )
    assert result_line(DAY, None, None, [True] * 3) == (
        "Daily Minesweeper 2026-11-22: board not won, puzzles 3/3 +++"
    )


def test_a_date_that_is_none_is_refused() -> None:
    assert read_date("2026-11-22") == DAY
    for text in ("2026-13-01", "today", "20261122", "2026-1-1"):
        with pytest.raises(InputError, match="expected YYYY-MM-DD"):
            read_date(text)
