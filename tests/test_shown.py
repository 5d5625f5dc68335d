"""What notebooks show of positions, analyses, decisions, games and matches; and their rows."""

from __future__ import annotations

import re
from math import isnan
from xml.etree import ElementTree

import pytest

import sapper
from sapper.game.drawing import INLINE

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
    assert [(row["row"], row["column"]) for row in rows] == list(POSITION.hidden_cells)
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
    record = sapper.play("swift", level=level, seed=2)
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


def test_plots_say_what_they_need(monkeypatch: pytest.MonkeyPatch) -> None:
    from sapper import plot

    with pytest.raises(sapper.InputError, match="there are no results to draw"):
        plot.win_rates([])
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    with pytest.raises(sapper.InputError, match=r"pip install 'sapper\[plot\]'"):
        plot.risk_map(sapper.analyse(POSITION))
