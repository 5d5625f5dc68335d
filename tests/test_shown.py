"""What notebooks show of positions, analyses, decisions, games and matches; and their rows."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from math import isnan
from xml.etree import ElementTree

import pytest

import sapper
from sapper.game import INLINE

POSITION = sapper.Position.parse("5x3x3\nHHHHH\n1222H\n0001H")


def drawing(text: str | None) -> ElementTree.Element:
    """Parse a drawing, whose style must not reach other elements of a page."""
    assert text is not None
    svg = re.search(r"<svg.*?</svg>", text, re.S)
    assert svg is not None
    root = ElementTree.fromstring(svg[0])
    style = root.find("{http://www.w3.org/2000/svg}style")
    assert style is not None
    rules = re.findall(r"([^{}@]+)\{[^{}]*\}", style.text or "")
    assert all(part.strip().startswith(f".{INLINE} ") for one in rules for part in one.split(","))
    return root


def count(root: ElementTree.Element, kind: str) -> int:
    return sum(kind in (one.get("class") or "").split() for one in root.iter())


def test_a_position_shows_its_cells() -> None:
    root = drawing(POSITION._repr_svg_())
    assert count(root, "cell") == 15
    assert count(root, "hidden") == 7


def test_an_analysis_shows_its_risks() -> None:
    analysis = sapper.analyse(POSITION)
    root = drawing(analysis._repr_svg_())
    assert (count(root, "safe"), count(root, "mine")) == (3, 2)
    assert [one.text for one in root.iter() if one.get("class") == "tiny"] == ["50", "50"]
    assert repr(analysis).startswith("<Analysis: 5x3 · 3 mines to find")
    rows = analysis.rows()
    assert [(row["row"], row["column"]) for row in rows] == list(POSITION.hidden)
    assert sum(row["mine_probability"] for row in rows) == pytest.approx(3)
    assert not any(isnan(row["mine_probability"]) for row in rows)


def test_a_decision_lights_its_clues() -> None:
    decision = sapper.suggest(POSITION)
    assert isinstance(decision, sapper.Decision)
    assert decision.position == POSITION
    shown = decision._repr_html_()
    assert count(drawing(shown), "clue") == len(decision.reason.clues) > 0
    assert "<b>open [0, 0]</b>" in shown
    wild = sapper.Decision(decision.move, "<b>", sapper.Reason("x", "a < b & c"), None)
    assert wild._repr_html_() == "<p><b>open [0, 0]</b> – &lt;b&gt;: a &lt; b &amp; c.</p>"


@pytest.mark.parametrize("level", ["beginner8", "intermediate"])
def test_a_game_is_stepped_through(level: str) -> None:
    record = sapper.play("swift", level, seed=2).record
    shown = record._repr_html_()
    root = drawing(shown)
    layers = [one for one in root.iter() if one.get("data-step")]
    assert [one.get("data-step") for one in layers] == [
        str(number) for number in range(1, len(record.steps) + 1)
    ]
    changed = [count(one, "cell") for one in layers]
    assert changed == [len(step.opened) for step in record.steps]
    assert shown.count("<p ") == len(record.steps) + 1
    assert "http" not in shown.replace("http://www.w3.org/2000/svg", "")
    assert len(repr(record)) < 150
    assert [row["opened"] for row in record.rows()] == changed
    assert sum(row["guess"] for row in record.rows()) == record.guesses


def test_a_match_is_two_tables() -> None:
    result = sapper.match(["swift", "csp"], "beginner8", games=20)
    root = ElementTree.fromstring(result._repr_html_())
    assert [one.tag for one in root] == ["table", "table"]
    assert [row["player"] for row in result.rows()] == ["swift", "csp"]
    assert result.rows()[0]["low"] <= result.rows()[0]["win_rate"] <= result.rows()[0]["high"]
    assert result.pair_rows()[0]["both"] == result.pairs[0].both
    assert repr(result).startswith("<MatchResult: beginner8, 20 games, won: swift ")


#: An object of each public class that a function or a game of sapper returns.
RESULTS: dict[str, Callable[[], object]] = {
    "Analyses": lambda: sapper.analyse_many([POSITION, POSITION]),
    "Analysis": lambda: sapper.analyse(POSITION),
    "Bounds": lambda: sapper.bounds("4x4x4", deals=20),
    "Candidate": lambda: sapper.candidates(POSITION, 20).tried[0],
    "Candidates": lambda: sapper.candidates(POSITION, 20),
    "Deal": lambda: sapper.Deal.seeded(sapper.Grid(30, 16), 99, 1),
    "Decision": lambda: sapper.suggest(POSITION),
    "Game": lambda: sapper.play("swift", "beginner8", seed=2),
    "Explanation": lambda: sapper.explain(POSITION, (0, 0)),
    "MatchResult": lambda: sapper.match(["swift", "csp"], "beginner8", games=2),
    "OpeningResult": lambda: sapper.opening("4x4x4", games=20),
    "Optimum": lambda: sapper.optimum("4x4x4"),
    "Player": lambda: sapper.player("champion"),
    "Position": lambda: POSITION,
    "ReadPosition": lambda: sapper.read_position("2x2x1\n.1\n11"),
    "Record": lambda: sapper.play("swift", "beginner8", seed=2).record,
    "Review": lambda: sapper.review(sapper.play("csp", level="4x4x4", seed=2), playouts=10),
    "Solution": lambda: sapper.solve("..*\n...\n..."),
    "Step": lambda: sapper.play("swift", level="beginner8", seed=2).steps[0],
}
#: What people make or pass themselves, and what holds no data.
OTHERS = {
    "Cell",
    "Chance",
    "Grid",
    "Level",
    "MatchInterrupted",
    "Move",
    "Pass",
    "Plan",
    "Reason",
    "Referee",
    "Rules",
    "World",
}
#: Those that are neither a table nor a picture.
SENTENCES = {"Candidate", "Optimum", "ReadPosition", "Solution"}


def test_every_public_result_has_an_example() -> None:
    classes = {
        name
        for name in sapper.__all__
        if isinstance(getattr(sapper, name), type) and not name.endswith("Error")
    }
    assert RESULTS.keys() == classes - OTHERS


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_short_in_a_console_and_a_table_or_a_picture(name: str) -> None:
    result = RESULTS[name]()
    assert type(result).__name__ == name
    assert len(repr(result)) < 150
    assert "array(" not in repr(result)
    views = [
        view()
        for view in (getattr(result, f"_repr_{kind}_", None) for kind in ("html", "svg"))
        if view is not None
    ]
    for view in views:
        assert view.startswith("<")
    if rows := getattr(result, "rows", None):
        assert len({tuple(row) for row in rows()}) <= 1  # the same columns
        json.dumps(rows(), allow_nan=True)
    assert bool(views or rows) != (name in SENTENCES)


def test_plots_say_what_they_need(monkeypatch: pytest.MonkeyPatch) -> None:
    from sapper_lab import plots

    with pytest.raises(sapper.InputError, match="there are no results to draw"):
        plots.win_rates([])
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    with pytest.raises(sapper.InputError, match=r"pip install 'sapper\[plot\]'"):
        plots.risk_map(sapper.analyse(POSITION))


@pytest.mark.parametrize(
    "name", sorted({*RESULTS} - {"Candidate", "Deal", "Player", "Position", "Step"})
)
def test_a_result_is_plain_values_that_json_writes(name: str) -> None:
    found = RESULTS[name]()
    text = json.dumps(found.to_json(), allow_nan=False)  # type: ignore[attr-defined]
    assert isinstance(json.loads(text), dict)
