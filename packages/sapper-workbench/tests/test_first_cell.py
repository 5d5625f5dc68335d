"""What the first cell risks where the rules promise it: nothing, in everything that says so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sapper
from sapper.cli import template
from sapper.engine import Analyse, MoveAnswers, MoveRequest, analysed
from sapper.game import First
from sapper.players import RECIPES
from sapper.reviews import find
from sapper.terminal import BoardDrawing
from sapper_workbench.study.watch import judge
from sapper_workbench.web import AnalysisJson
from tests.cli.runs import run

SHARE = "25"  #: the mine density in percent, which is no risk of the first cell


def untouched(first: str) -> str:
    return f"4x4x4 first={first}\n" + "\n".join(["HHHH"] * 4)


@pytest.mark.parametrize("first", ["safe", "opening"])
def test_a_promised_first_cell_risks_nothing_wherever_a_risk_is_shown(
    first: First, tmp_path: Path
) -> None:
    text = untouched(first)
    analysis = sapper.analyse(text)
    drawn = analysis._repr_svg_() or ""
    board = BoardDrawing(analysis.position)
    assert board.risks(analysis, "%") is None
    terminal = {glyph.text for glyph in board.glyphs}
    for shown in (str(analysis), drawn[drawn.index("</style>") :]):
        assert f"{SHARE}%" not in shown
        assert f">{SHARE}<" not in shown
    assert terminal == {"0%"}
    assert {*analysis.risk.values()} == {0.0}
    assert analysis.least_risk == analysis.probability((0, 0)) > 0.0
    assert {row["risk"] for row in analysis.rows()} == {0.0}

    file = tmp_path / "position"
    file.write_text(text)
    printed = run("analyse", str(file), "--playouts", "5").stdout
    assert f"{SHARE}%" not in printed
    assert f"first={first}" in printed
    for plain in (
        json.loads(run("analyse", str(file), "--json").stdout),
        analysed(Analyse(id=1, position=text)),
    ):
        assert f"first={first}" in plain["promise"]

    page = AnalysisJson.of(analysis.position, "swift", 5.0)
    assert page.mine_probability == pytest.approx([0.25] * 16)
    assert f"first={first}" in page.promise  # page/scene.test.mjs draws it

    found = sapper.candidates(text, playouts=5)
    assert {one.risk for one in found.tried} == {0.0}
    request = MoveRequest(id=1, position=text, player="csp")
    decision = MoveAnswers().decide(request)["decision"]
    assert (decision["mine_probability"], decision["guess"]) == (0.0, False)
    own = template.Quiet().decide(analysis.position, sapper.Chance(1))
    assert isinstance(own, sapper.Decision)
    assert own.mine_probability == 0.0
    assert judge(find(analysis.position), (1, 1), "safe", (0, 0)).right


def test_without_a_promise_the_first_cell_risks_the_density_of_mines() -> None:
    analysis = sapper.analyse(untouched("any"))
    assert {*analysis.risk.values()} == {analysis.probability((0, 0))}
    assert analysis.promise == ""
    assert "promise" not in analysis.to_json()
    assert f"{SHARE}%" in str(analysis)
    page = AnalysisJson.of(analysis.position, "swift", 5.0)
    assert page.mine_probability == pytest.approx([0.25] * 16)
    assert page.promise == ""
    assert not judge(find(analysis.position), (1, 1), "mine", (0, 0)).right


def test_a_cell_that_must_be_a_mine_stays_one_whatever_is_promised() -> None:
    full = sapper.analyse("2x1x2\nHH")
    assert full.risk == {(0, 0): 1.0, (0, 1): 1.0}


@pytest.mark.parametrize("first", ["any", "safe", "opening"])
def test_a_match_counts_the_guesses_of_its_games_and_no_promised_first_cell(first: First) -> None:
    for recipe in RECIPES:
        record = sapper.play(recipe, "4x4x3", first=first, seed=3).record
        (score,) = sapper.match([recipe], "4x4x3", games=1, first=first, seed=3).players
        guesses = [step.decision.guess for step in record.steps]
        assert guesses[0] == (first == "any"), recipe
        assert score.guesses == record.guesses == sum(guesses), recipe
        assert record.to_json()["guesses"] == sum(guesses), recipe
