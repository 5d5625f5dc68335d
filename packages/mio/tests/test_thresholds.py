"""Thresholds: clauses that compare numbers with constants from the data."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from mio import (
    Background,
    Examples,
    holds,
    learn,
    learn_folder,
    parse_declarations,
    parse_theory,
    printed,
    read_folder,
)
from mio.background import Goal, constant
from mio.learning import Thresholds

MASSES = [n / 10 for n in random.Random(3).sample(range(100), 40)]
FACTS = "".join(f"mass(p{i}, {mass}).\n" for i, mass in enumerate(MASSES))
HEAVY = [i for i, mass in enumerate(MASSES) if mass >= 6.2]
LIGHT = [i for i, mass in enumerate(MASSES) if mass <= 1.5]
POSITIVES = tuple((f"p{i}",) for i in (*HEAVY, *LIGHT))
NEGATIVES = tuple((f"p{i}",) for i in range(40) if i not in (*HEAVY, *LIGHT))
MODES = parse_declarations("odd(+part)", "mass(+part,-mass)", "+mass =< #mass", "+mass >= #mass")
BIAS = """
    head_pred(odd,1). body_pred(mass,2). type(odd,(part,)). type(mass,(part,mass)).
    direction(odd,(in,)). direction(mass,(in,out)).
"""


def _written(folder_path: Path, facts: str, bias: str) -> Path:
    rows = [f"pos(odd({row[0]}))." for row in POSITIVES]
    rows += [f"neg(odd({row[0]}))." for row in NEGATIVES]
    for name, text in (("bk.pl", facts), ("exs.pl", "\n".join(rows)), ("bias.pl", bias)):
        (folder_path / name).write_text(text)
    return folder_path


def test_a_clause_is_as_general_as_the_negatives_allow() -> None:
    learned = learn(Background(FACTS), MODES, Examples(POSITIVES, NEGATIVES))
    least = min(MASSES[i] for i in HEAVY)
    most = max(MASSES[i] for i in LIGHT)
    assert {str(clause) for clause in learned.theory} == {
        f"odd(A) :- mass(A,B), B >= {least}.",
        f"odd(A) :- mass(A,B), B =< {most}.",
    }


def test_types_of_measured_numbers_are_compared(tmp_path: Path) -> None:
    learned = learn_folder(read_folder(_written(tmp_path, FACTS, BIAS))).learned
    assert (learned.train.accuracy, learned.facts) == (1, 0)


def test_many_whole_numbers_without_a_relation_are_compared(tmp_path: Path) -> None:
    whole = "".join(f"mass(p{i}, {round(10 * mass)}).\n" for i, mass in enumerate(MASSES))
    learned = learn_folder(read_folder(_written(tmp_path, whole, BIAS))).learned
    assert (learned.train.accuracy, learned.facts) == (1, 0)


def test_few_or_related_whole_numbers_are_compared_if_the_bias_says_so(tmp_path: Path) -> None:
    few = "".join(f"mass(p{i}, {round(mass)}).\n" for i, mass in enumerate(MASSES))
    whole = "".join(f"mass(p{i}, {round(10 * mass)}).\n" for i, mass in enumerate(MASSES))
    related = f"{BIAS} body_pred(next,2). type(next,(mass,mass)). direction(next,(in,out))."
    for facts, bias in ((few, BIAS), (f"{whole}next(1,2). next(2,3).", related)):
        task = read_folder(_written(tmp_path, facts, bias))
        assert not any(mode.is_threshold for mode in task.declared.body)
        task = read_folder(_written(tmp_path, facts, f"{bias} threshold(mass)."))
        assert any(mode.is_threshold for mode in task.declared.body)
    task = read_folder(_written(tmp_path, whole, f"{BIAS} threshold(weight)."))
    assert any("threshold(weight) is left out" in notice for notice in task.notices)


def test_numbers_without_declared_types_are_compared(tmp_path: Path) -> None:
    """Values tell the parts, the masses and the colours apart."""
    facts = FACTS + "".join(f"colour(p{i}, {'red' if i % 2 else 'blue'}).\n" for i in range(40))
    bias = "head_pred(odd,1). body_pred(mass,2). body_pred(colour,2)."
    task = read_folder(_written(tmp_path, facts, bias))
    assert any(mode.is_threshold for mode in task.declared.body)
    learned = learn_folder(task).learned
    assert (learned.train.accuracy, learned.facts) == (1, 0)


@pytest.mark.parametrize(("name", "first", "wanted"), [("=<", 12, 30), (">=", 90, 70)])
def test_a_threshold_lies_between_the_last_positive_and_the_next_negative(
    name: str, first: int, wanted: int
) -> None:
    """Positives are 10 and 20, 80 and 90; negatives 40 and 60. Other values are of neither."""
    symbols = Background().symbols
    known = Thresholds(symbols, {"n": range(100)})

    def count(goals: tuple[Goal, ...]) -> tuple[int, int]:
        value = symbols.term(constant(goals[0].args[1]))
        assert isinstance(value, int)
        sign = 1 if name == "=<" else -1
        positives, negatives = (10, 20) if name == "=<" else (80, 90), (40, 60)
        held = [[sign * n <= sign * value for n in rows] for rows in (positives, negatives)]
        return sum(held[0]), sum(held[1])

    goal = Goal((name, 2), (1, constant(symbols.number(first))))
    (moved,) = known.moved((goal,), {1: "n"}, count)
    assert symbols.term(constant(moved.args[1])) == wanted


def test_thresholds_lie_at_doubling_distances() -> None:
    background = Background()
    known = Thresholds(background.symbols, {"n": range(100)})
    least, most = (m for m in MODES.body if m.is_threshold)
    at = background.symbols.number(50)
    for mode, wanted in (
        (least, [50, 51, 52, 54, 58, 66, 82]),
        (most, [50, 49, 48, 46, 42, 34, 18]),
    ):
        mode = type(mode)(mode.name, tuple(type(p)(p.sign, "n") for p in mode.places))
        assert [background.symbols.term(s) for s in known.around(mode, at)] == wanted


def test_huge_integers_are_compared_exactly() -> None:
    big = 2**80
    known = Background(f"size(a, {big}). size(b, {big + 1}). size(c, 0.5).")
    text = f"ok(A) :- size(A,B), B =< {big}."
    assert holds(known, parse_theory(text), [("a",), ("b",), ("c",)]) == [True, False, True]


@pytest.mark.skipif(shutil.which("swipl") is None, reason="SWI-Prolog is not installed")
def test_a_real_prolog_gives_the_same_answers(tmp_path: Path) -> None:
    learned = learn(Background(FACTS), MODES, Examples(POSITIVES, NEGATIVES))
    rows = [(f"p{i}",) for i in range(40)]
    goals = "".join(f"t :- ( odd({r[0]}) -> write(1) ; write(0) ), fail.\n" for r in rows)
    (tmp_path / "program.pl").write_text(f"{FACTS}{printed(learned.theory)}{goals}t.\n")
    ended = subprocess.run(
        ["swipl", "-q", "-g", "t", "-t", "halt", "program.pl"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    ours = holds(Background(FACTS), learned.theory, rows)
    assert ended.stdout == "".join("1" if held else "0" for held in ours)
