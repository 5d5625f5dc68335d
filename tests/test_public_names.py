"""The functions of ``sapper`` itself: both spellings, the first-move rule, and suggestions."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sapper
from tests.arena.games import timeless

WRONG_RULE = "unknown first-move rule 'lucky': expected any, safe or opening"


def test_analyze_is_analyse() -> None:
    position = sapper.Position.parse("4x3x2\nHHHH\n1221\n0000")
    assert sapper.analyze(position).safe == sapper.analyse(position).safe == ((0, 0), (0, 3))


@pytest.mark.parametrize("first", ["any", "safe", "opening"])
def test_a_game_takes_its_first_move_rule_by_name(first: Any) -> None:
    deal = sapper.Deal.seeded(sapper.Grid(9, 9), 10, seed=4)
    by_rules = sapper.play("csp", deal, rules=sapper.Rules(first), seed=4)
    assert by_rules.world.rules.first == first
    for same in (
        sapper.play("csp", deal, seed=4, first=first),
        sapper.play("csp", deal, rules=sapper.Rules(lives=1), seed=4, first=first),
        sapper.play("csp", level="beginner", seed=4, first=first),
    ):
        assert same == by_rules
        assert str(timeless(same.record)) == str(timeless(by_rules.record))


@pytest.mark.parametrize("first", ["any", "safe", "opening"])
def test_a_match_takes_its_first_move_rule_by_name(first: Any) -> None:
    found = sapper.match(["swift"], "beginner", games=40, seed=2, first=first)
    by_rules = sapper.match(["swift"], "beginner", sapper.Rules(first), 40, seed=2)
    assert found.first == first
    assert [row.wins for row in found.players] == [row.wins for row in by_rules.players]


def test_an_unknown_first_move_rule_is_named_with_the_three_there_are() -> None:
    wrong: Any = "lucky"
    with pytest.raises(sapper.RulesError) as caught:
        sapper.play("swift", level="beginner", first=wrong)
    assert str(caught.value) == WRONG_RULE
    with pytest.raises(sapper.RulesError) as caught:
        sapper.match(["swift"], "beginner", games=1, first=wrong)
    assert str(caught.value) == WRONG_RULE


def test_a_game_needs_a_board() -> None:
    wrong: Any = 5
    for make in (sapper.Game, lambda level: sapper.play("swift", level)):
        with pytest.raises(
            sapper.InputError, match=r"^level: expected a sapper\.Level, its name, a"
        ):
            make(wrong)


def test_a_suggestion_is_a_decision_with_its_reason() -> None:
    suggested = sapper.suggest(sapper.Position.parse("4x3x2\nHHHH\n1221\n0000"))
    assert isinstance(suggested, sapper.Decision)
    assert suggested.move.cell in {(0, 0), (0, 3)}
    assert suggested.strategy == "swift"
    over = sapper.suggest(sapper.Position.parse("2x1x1\n1H"), "csp")
    assert isinstance(over, sapper.Pass)
    assert over.words == "the game is won"


def test_no_move_is_suggested_in_an_impossible_position() -> None:
    position = sapper.Position.parse("3x3x8\nHHH\nH8H\nHH1")
    with pytest.raises(sapper.ImpossiblePositionError):
        sapper.suggest(position)


def test_the_functions_of_the_verbs_are_at_the_top_level() -> None:
    best = sapper.optimum("4x4x4", first="opening")
    same = sapper.optimum((sapper.Grid(4, 4), 4), first="opening")
    assert 0 < best.low == best.high == same.low < 1
    game = sapper.play("csp", level="beginner8", seed=3)
    review = sapper.review(game, playouts=10)
    assert review.to_json() == sapper.review(game.record.text, playouts=10).to_json()
    answers = sapper.believe("rich-father")
    assert answers
    assert all(answer.as_expected for answer in answers)


def test_learn_learns_the_rules_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "bk.pl").write_text("parent(a,b). parent(b,c). parent(a,d). parent(d,e).\n")
    (tmp_path / "exs.pl").write_text(
        "pos(grand(a,c)). pos(grand(a,e)). neg(grand(a,b)). neg(grand(b,c)). neg(grand(c,a)).\n"
    )
    (tmp_path / "bias.pl").write_text(
        "head_pred(grand,2). body_pred(parent,2). direction(grand,(in,out)).\n"
        "direction(parent,(in,out)). type(grand,(p,p)). type(parent,(p,p)).\n"
    )
    learned = sapper.learn(tmp_path, seconds=10)
    assert "parent" in str(learned)
    assert learned.to_json()["train_accuracy"] == 1.0
    assert learned.test is None
    with pytest.raises(sapper.InputError, match="unknown search"):
        sapper.learn(tmp_path, "best")  # type: ignore[arg-type]


def test_every_function_of_a_verb_has_its_name() -> None:
    verbs = "analyse play match opening bounds optimum review learn believe experiment"
    assert set(verbs.split()) <= set(sapper.__all__)
    assert all(callable(getattr(sapper, verb)) for verb in verbs.split())


def test_the_packages_of_sapper_do_not_hide_its_functions() -> None:
    import_all = "import sapper.cli, sapper.reviews.review, sapper_lab.perfect.search"
    names = [name for name in sapper.__all__ if not name.startswith("_")]
    check = f"assert not any(type(getattr(sapper, n)).__name__ == 'module' for n in {names})"
    subprocess.run([sys.executable, "-c", f"{import_all}; {check}"], check=True)


def test_results_are_tables_of_plain_values_and_short_in_a_console() -> None:
    found = sapper.candidates("4x3x2\nHHHH\n1221\n0000", 20)
    opening = sapper.opening("4x4x4", games=20)
    bounds = sapper.bounds("4x4x4", deals=20)
    assert [row["row"] for row in found.rows()] == [one.cell[0] for one in found.tried]
    assert [row["chance"] for row in opening.rows()] == [one.chance.value for one in opening.cells]
    assert [row["high"] for row in bounds.rows()] == [one.high for one in bounds.cells]
    assert found._repr_svg_().startswith("<svg")
    for result in (found, opening, bounds):
        json.dumps(result.rows())
        assert len(repr(result)) < 100
