"""``sapper analyse``: the JSON contract to the letter, and boards for people."""

import json
import math
from array import array
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from rich.console import Console

import sapper
from sapper.estimate import percent
from sapper.game import Position
from sapper.inference import layouts
from sapper.terminal import explanation_lines
from tests.cli.interrupting import interrupted
from tests.cli.runs import run, sentence
from tests.strategies import positions

GOOD = "4x3x2\nHHHH\n1221\n0000"
GUESS = Position.parse("9x9x10\n" + "\n".join([*["HHHHHHHHH"] * 8, "HHHHHHHH1"]))
KEYS = [
    *("width", "height", "mines", "consistent", "log10_layouts", "mine_probability"),
    *("safe", "certain_mines", "suggestion"),
]


def test_json_is_the_contract() -> None:
    found = json.loads(run("analyse", "--json", stdin=GOOD).stdout)
    assert list(found) == KEYS
    assert list(found["suggestion"]) == ["action", "cell", "strategy", "reason"]
    assert found["suggestion"]["action"] == "open"
    assert found["suggestion"]["cell"] in found["safe"] == [[0, 0], [0, 3]]
    assert found["certain_mines"] == [[0, 1], [0, 2]]
    assert found["mine_probability"] == [[0, 1, 1, 0], [None] * 4, [None] * 4]
    assert (found["width"], found["height"], found["mines"]) == (4, 3, 2)
    assert found["consistent"] is True
    assert found["log10_layouts"] == pytest.approx(0.0, abs=1e-12)


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(positions(losing=True))
def test_json_says_what_the_library_says(position: Position) -> None:
    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is no JSON")

    analysis = sapper.analyse(position)
    result = run("analyse", "--json", stdin=str(position))
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout, parse_constant=refuse)
    promised = ["promise"] if position.next_open_is_safe else []
    assert list(found) == KEYS + promised + ([] if analysis.exact else ["exact", "note"])
    there = np.array(found["mine_probability"], dtype=float)
    np.testing.assert_array_equal(there, analysis.mine_probability)
    assert found["safe"] == [list(cell) for cell in analysis.safe]
    assert found["certain_mines"] == [list(cell) for cell in analysis.certain_mines]
    assert found["log10_layouts"] == pytest.approx(analysis.log10_layouts)
    if position.outcome != "playing":
        assert found["suggestion"] is None


def test_file_and_standard_input_are_read_alike(tmp_path: Path) -> None:
    file = tmp_path / "position"
    file.write_text(GOOD)
    outputs = {run("analyse", str(file)).stdout, run("analyse", "-", stdin=GOOD).stdout}
    assert outputs == {run("analyse", stdin=GOOD).stdout}


def test_piped_board_is_plain_and_says_all() -> None:
    shown = run("analyse", stdin=GOOD).stdout
    assert "\x1b" not in shown
    assert "1 layout" in shown
    assert "100%" in shown
    assert "[0%]" in shown
    assert "[ ] marks the suggested cell" in shown
    assert "open [0, 0]" in shown


def test_game_that_is_over_needs_no_suggestion() -> None:
    assert json.loads(run("analyse", "--json", stdin="2x1x1\nH1").stdout)["suggestion"] is None
    assert "won" in run("analyse", stdin="2x1x1\nH1").stdout
    assert "lost" in run("analyse", stdin="3x1x1\n*1H").stdout


def test_flags_that_cannot_be_right_are_noted() -> None:
    shown = run("analyse", stdin="3x2x1\nFFH\n111").stdout
    assert "note: 2 flags for 1 mine left" in shown


def test_position_too_hard_to_count_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def tired(position: Position, **_: object) -> sapper.Analysis:
        risk = array("d", [math.nan]) * position.grid.size
        risk[3] = 0.0
        return sapper.Analysis(position, risk, math.nan, "too hard")

    monkeypatch.setattr("sapper.reviews.position_report.analyse", tired)
    found = json.loads(run("analyse", "--json", stdin=GOOD).stdout)
    assert list(found) == [*KEYS, "exact", "note"]
    assert found["exact"] is False
    assert found["note"] == "too hard"
    assert found["log10_layouts"] is None
    assert found["mine_probability"][0] == [None, None, None, 0.0]
    assert found["suggestion"]["cell"] == [0, 3]
    assert "note: too hard" in run("analyse", stdin=GOOD).stdout


def test_percentages_are_certain_only_where_the_cell_is() -> None:
    assert [percent(p, 0) for p in (0.0, 1e-9, 0.006, 0.5, 0.999, 1.0)] == [
        *("0%", "<1%", "1%", "50%", "99%", "100%")
    ]


def test_layouts_are_counted_exactly_while_that_is_readable() -> None:
    assert layouts(0.0) == "1 layout"
    assert layouts(math.log10(1234567)) == "1,234,567 layouts"
    assert layouts(52.99) == "9.77 × 10⁵² layouts"
    assert layouts(math.log10(9.999e30)) == "1.00 × 10³¹ layouts"


@pytest.mark.parametrize("width", [20, 40, 80, 160])
@pytest.mark.parametrize("text", [GOOD, str(Position.start(sapper.Grid(30, 16), 99))])
def test_coloured_board_fits_its_terminal(
    width: int, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def terminal(*, stderr: bool = False) -> Console:
        return Console(
            force_terminal=True, width=width, color_system="truecolor", legacy_windows=False
        )

    from rich.text import Text

    monkeypatch.setattr("sapper.cli.views.analysis.screen", terminal)
    shown = run("analyse", stdin=text).stdout
    assert "\x1b[" in shown
    assert all(len(Text.from_ansi(line)) <= width for line in shown.splitlines())


def test_the_best_cells_are_those_of_the_library() -> None:
    found = json.loads(run("analyse", "--json", "--playouts", "30", stdin=str(GUESS)).stdout)
    assert list(found) == [*KEYS, "candidates"]
    same = sapper.candidates(GUESS, playouts=30)
    assert found["candidates"] == json.loads(json.dumps([one.to_json() for one in same.best]))
    assert {one["chance_playouts"] for one in found["candidates"]} == {30}
    shown = run("analyse", "--playouts", "30", stdin=str(GUESS)).stdout
    assert "best cells" in shown
    assert str(list(same.best[0].cell)) in shown.split("best cells")[1].splitlines()[1]


def test_near_the_end_the_best_cells_win_exactly_as_often_as_shown() -> None:
    even = json.loads(
        run("analyse", "--json", "--playouts", "1", stdin="2x1x1 first=any\nHH").stdout
    )
    assert [one["chance"] for one in even["candidates"]] == [0.5, 0.5]
    certain = json.loads(run("analyse", "--json", "--playouts", "1", stdin=GOOD).stdout)
    assert certain["candidates"][0]["chance"] == 1.0
    assert certain["candidates"][0]["chance_playouts"] == 0


def test_a_game_that_is_over_has_no_best_cells() -> None:
    won = "2x1x1\nH1"
    found = json.loads(run("analyse", "--json", "--playouts", "9", stdin=won).stdout)
    assert (found["candidates"], found["note"]) == ([], "the game is won")
    shown = run("analyse", "--playouts", "9", stdin=won).stdout
    assert shown == run("analyse", stdin=won).stdout


def test_cells_whose_playouts_are_too_hard_to_count_have_a_note(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def tired(*_: object) -> None:
        raise sapper.BudgetError("too hard to play out")

    monkeypatch.setattr("sapper.reviews.candidates.Chances.values", tired)
    found = json.loads(run("analyse", "--json", "--playouts", "9", stdin=str(GUESS)).stdout)
    assert found["note"] == "too hard to play out"
    assert {one["chance"] for one in found["candidates"]} == {None}
    shown = run("analyse", "--playouts", "9", stdin=str(GUESS)).stdout
    assert "best cells" in shown
    assert "note: too hard to play out" in shown


def test_ctrl_c_ends_the_playouts_and_shows_the_best_cells_so_far(tmp_path: Path) -> None:
    file = tmp_path / "position"
    file.write_text(str(GUESS))
    arguments = ("analyse", "--json", "--playouts", "1000000000", str(file))
    ended = interrupted(*arguments, at="sapper.reviews.candidates:more", call=5)
    assert ended.code == 130
    found = json.loads(ended.output)
    assert found["interrupted"] is True
    assert found["candidates"][0]["chance_playouts"] > 0


def test_a_cell_is_explained_step_by_step() -> None:
    explanation = sapper.explain(GOOD, (0, 1))
    shown = run("analyse", "--cell", "0,1", stdin=GOOD).stdout
    assert shown.splitlines() == explanation_lines(explanation)
    plain = json.loads(run("analyse", "--cell", "0,1", "--json", stdin=GOOD).stdout)
    assert plain == json.loads(json.dumps(explanation.to_json()))
    suggested = sapper.explain(GOOD, (0, 0))
    assert "\n".join(explanation_lines(suggested)) in run("analyse", "--why", stdin=GOOD).stdout
    both = json.loads(run("analyse", "--why", "--json", stdin=GOOD).stdout)
    assert both["explanation"] == json.loads(json.dumps(suggested.to_json()))
    said = sentence("analyse", "--cell", "0,1", "--playouts", "5", stdin=GOOD)
    assert said.startswith("--cell explains one cell, --playouts compares several")


def test_why_names_a_cell_that_is_easier_to_prove_than_the_players() -> None:
    position = (
        "8x8x12\n23HHHHHH\nHHH2HHHH\n24H4HHHH\n02HHHHHH\n02HHHHHH\n011HHHHH\n01HHH1HH\n01HHHHHH"
    )
    shown = run("analyse", "--why", "--player", "sat", stdin=position).stdout
    assert "A [0, 2] is safe:" in shown
    assert "\n[2, 2] is easier to prove. The 2 at " in shown


def test_an_open_cell_cannot_be_explained() -> None:
    result = run("analyse", "--cell", "1,1", stdin=GOOD)
    assert result.exit_code == 2
    assert "cell [1, 1] is open: only hidden cells are explained" in result.stderr
