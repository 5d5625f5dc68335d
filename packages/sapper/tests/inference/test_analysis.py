"""An analysis has the results of counting, names clues at fault, and works in threads."""

import json
import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

import sapper
from sapper.errors import ImpossiblePositionError
from sapper.game import FLAGGED, HIDDEN, MINE, First, Grid, Position, Rules
from sapper.inference import Analysis, analyse, explain
from tests.inference import brute
from tests.inference.larger import played_positions, scattered_positions
from tests.inference.positions import small_positions


def test_analysis_is_what_brute_force_says() -> None:
    for position in small_positions(101, 300):
        total, mines = brute.mine_counts(position)
        found = analyse(position)
        grid = position.grid
        cell = grid.cell
        assert found.position == position
        assert (found.exact, found.note) == (True, "")
        assert found.mine_probability.shape == (grid.height, grid.width)
        assert found.log10_layouts == pytest.approx(math.log10(total), abs=1e-9)
        assert found.safe == tuple(cell(i) for i in position.hidden_indices if mines[i] == 0)
        assert found.certain_mines == tuple(
            cell(i) for i in position.hidden_indices if mines[i] == total
        )
        for i in range(grid.size):
            p = found.mine_probability[cell(i)]
            assert (
                p == pytest.approx(mines[i] / total)
                if i in position.hidden_indices
                else math.isnan(p)
            )


def test_impossible_positions_are_explained() -> None:
    impossible = 0
    for position in small_positions(102, 300, consistent=False):
        if brute.mine_counts(position)[0]:
            analyse(position)
            continue
        impossible += 1
        with pytest.raises(ImpossiblePositionError) as caught:
            analyse(position)
        expected = explain(position)
        assert (str(caught.value), caught.value.clues) == (str(expected), expected.clues)
        assert all(f"[{r}, {c}]" in str(caught.value) for r, c in caught.value.clues[:4])
        assert str(caught.value).count("\n") == 0
    assert impossible > 100


def test_the_package_gives_the_same_function() -> None:
    position = sapper.Position.parse("4x3x2\nHHHH\n1221\n0000")
    assert sapper.analyse is analyse
    assert sapper.analyse(position).safe == ((0, 0), (0, 3))
    assert sapper.Analysis is Analysis


def test_nothing_hidden_leaves_one_layout() -> None:
    found = analyse(Position.parse("2x1x0\n00"))
    assert found.log10_layouts == 0.0
    assert np.isnan(found.mine_probability).all()
    assert found.safe == found.certain_mines == ()


@pytest.mark.parametrize("first", ["any", "safe", "opening"])
def test_a_promised_first_cell_has_no_risk_and_the_analysis_names_the_rule(first: First) -> None:
    found = analyse(Position.start(Grid(4, 4), 4, Rules(first)))
    assert found.mine_probability == pytest.approx(0.25)
    assert {*found.risk.values()} == {0.25 if first == "any" else 0.0}
    assert (f"first={first}" in found.summary) == (first != "any")
    begun = analyse(Position.parse("2x1x1 first=safe\n1H"))
    assert begun.risk == {(0, 1): begun.probability((0, 1))} == {(0, 1): 1.0}
    assert "first=" not in begun.summary


def test_mines_on_every_cell_leave_no_promise_to_keep() -> None:
    analysis = analyse(Position.start(Grid(2, 2), 4))
    assert {*analysis.risk.values()} == {1.0}
    assert not analysis.promise


def test_an_untouched_board_is_even() -> None:
    grid = Grid(30, 16)
    found = analyse(Position.start(grid, 99))
    assert found.mine_probability == pytest.approx(99 / 480)
    assert 10**found.log10_layouts == pytest.approx(math.comb(480, 99), rel=1e-9)
    assert analyse(Position.start(grid, 0)).safe == tuple(map(grid.cell, range(480)))
    assert analyse(Position.start(grid, 480)).certain_mines == tuple(map(grid.cell, range(480)))


def test_without_time_for_either_single_clues_still_speak() -> None:
    (position,) = scattered_positions(103, 1, Grid(100, 100), 2_000, 2_500)
    hasty, patient = analyse(position, seconds=0, megabytes=1), analyse(position)
    assert patient.exact
    assert not hasty.exact
    assert "satisfiability took too long" in hasty.note
    assert hasty.safe
    assert set(hasty.safe) <= set(patient.safe)
    assert set(hasty.certain_mines) <= set(patient.certain_mines)


@pytest.mark.kernel
def test_threads_analyse_as_one_does() -> None:
    positions = [
        *played_positions(104, 60),
        *played_positions(105, 30, Grid(9, 9, "torus"), 15),
        *scattered_positions(106, 30, Grid(24, 24), 140, 160),
        *small_positions(107, 60),
    ]
    alone = [_told(analyse(position)) for position in positions]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(3):
            together = pool.map(lambda position: _told(analyse(position)), positions)
            assert list(together) == alone


def _told(found: Analysis) -> tuple[bytes, float, object, object]:
    return found.mine_probability.tobytes(), found.log10_layouts, found.safe, found.certain_mines


def test_another_program_finds_the_same_probabilities() -> None:
    toolbox = pytest.importorskip("ms_toollib", exc_type=ImportError)
    asked: Callable[..., tuple[list[list[float]], object]] | None = getattr(
        toolbox, "cal_probability_onboard", None
    )
    if asked is None:
        pytest.skip("this ms_toollib counts under another name")
    boards = [
        *played_positions(108, 200, Grid(9, 9), 10),
        *played_positions(109, 200, Grid(16, 16), 40),
        *played_positions(110, 40),
    ]
    for position in boards:
        codes = [10 if HIDDEN <= code <= FLAGGED else code for code in position.cells]
        width = position.grid.width
        rows = [codes[i : i + width] for i in range(0, len(codes), width)]
        theirs = np.array(asked(rows, position.mines)[0])
        ours = analyse(position).mine_probability
        hidden = ~np.isnan(ours)
        assert np.abs(ours[hidden] - theirs[hidden]).max() < 1e-6, position


@pytest.mark.parametrize("steps", [0, 1])
def test_an_analysis_is_text_for_people_and_plain_values_for_programs(steps: int) -> None:
    position = Position.parse("5x3x3\nHHFHH\n1222H\n0001H")
    analysis = analyse(position, steps=steps)
    found = json.loads(json.dumps(analysis.to_json(), allow_nan=False))
    assert found["consistent"]
    assert found["safe"] == [list(cell) for cell in analysis.safe]
    for (row, column), risk in np.ndenumerate(analysis.mine_probability):
        shown = found["mine_probability"][row][column]
        assert shown == risk or (shown is None and math.isnan(risk))
    assert found.get("exact", True) == analysis.exact == (steps == 0)
    assert (found["log10_layouts"] is None) == (steps == 1)
    head, *rows = str(analysis).splitlines()
    assert head.endswith("3 safe · 2 certain mines")
    assert [row.split() for row in rows] == [
        ["0%", "100%", "100%", "0%", "0%"],
        ["1", "2", "2", "2", "50%" if steps == 0 else "?"],
        ["0", "0", "0", "1", "50%" if steps == 0 else "?"],
    ]


def test_without_the_number_of_mines_the_clues_alone_decide() -> None:
    decided = 0
    for position in small_positions(103, 120, consistent=False):
        hidden = len(position.hidden_indices)
        opened = position.cells.count(MINE)
        unknown = replace(position, mines=opened, rules=replace(position.rules, mines_known=False))
        assert Position.parse(str(unknown)) == unknown
        total, mines = 0, [0] * position.grid.size
        for number in range(opened, opened + hidden + 1):
            layouts, laid = brute.mine_counts(replace(position, mines=number))
            total += layouts
            mines = [before + more for before, more in zip(mines, laid, strict=True)]
        if not total:
            with pytest.raises(ImpossiblePositionError):
                analyse(unknown)
            continue
        found, cell = analyse(unknown), position.grid.cell
        assert (found.exact, found.counted) == (False, False)
        assert found.safe == tuple(cell(i) for i in position.hidden_indices if mines[i] == 0)
        certain = tuple(cell(i) for i in position.hidden_indices if mines[i] == total)
        assert found.certain_mines == certain
        for each in (*found.safe, *found.certain_mines):
            assert not any(step.mine_count for step in sapper.explain(unknown, each).steps)
        decided += len(found.safe) + len(certain)
    assert decided > 100


def test_players_ask_for_the_number_of_mines() -> None:
    with pytest.raises(sapper.InputError, match="players need the number of mines"):
        sapper.player("csp").choose("3x1x?\nH1H")
    assert "open [0, 0]" in str(sapper.suggest("3x1x?\nH0H", "csp"))
    with pytest.raises(sapper.RulesError, match="their number is not known"):
        Position.start(Grid(3, 1), 1, Rules(mines_known=False))
