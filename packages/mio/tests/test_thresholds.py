"""Thresholds: clauses that compare numbers with constants from the data."""

from __future__ import annotations

import random
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from mio import (
    Acceptance,
    Background,
    Examples,
    LearningSettings,
    holds,
    learn,
    learn_folder,
    parse_declarations,
    parse_theory,
    printed,
    read_folder,
)
from mio.background import Goal, constant
from mio.learning import Coverage, Thresholds

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


@pytest.mark.parametrize(("name", "wanted"), [("=<", 30), (">=", 70)])
def test_a_threshold_lies_between_the_last_positive_and_the_next_negative(
    name: str, wanted: int
) -> None:
    """Positives are 10 and 20, 80 and 90; negatives 40 and 60. Other values are of neither."""
    positives, negatives = (10, 20) if name == "=<" else (80, 90), (40, 60)
    rows = [tuple((f"x{n}",) for n in kind) for kind in (positives, negatives)]
    background = Background(" ".join(f"size(x{n},{n})." for n in (*positives, *negatives)))
    coverage = Coverage(background, *rows)
    number = background.symbols.number
    known = Thresholds(background.symbols, {"n": range(100)}, {"n": [name]})
    size, compared = Goal(("size", 2), (0, 1)), Goal((name, 2), (1, constant(number(positives[0]))))
    refitted = known.refitted((size, compared), {1: "n"}, coverage, coverage.sets, noisy=False)
    assert refitted[0] == size
    assert background.symbols.term(constant(refitted[1].args[1])) == wanted


def test_the_best_constants_separate_the_classes() -> None:
    """The smallest number of an example decides whether some number is at most a constant."""
    facts = "has(a,1). has(a,9). has(b,2). has(c,3). has(d,4). has(d,8). has(e,5). has(f,6)."
    background = Background(facts)
    rows = [tuple((name,) for name in kind) for kind in ("abd", "cef")]
    coverage = Coverage(background, *rows)
    goals = [Goal(("has", 2), (0, 1))]
    extremes = coverage.extremes(goals, 1, coverage.all)["=<"]
    assert extremes.tolist() == [1, 2, 4, 3, 5, 6]
    assert coverage.extremes(goals, 1, coverage.all)[">="].tolist() == [9, 2, 8, 3, 5, 6]
    known = Thresholds(background.symbols, {"n": range(10)}, {"n": ["=<", ">="]})
    cuts = known.cuts("n", "=<", extremes, coverage.sets)
    assert [background.symbols.term(cut) for cut in cuts] == [2]


def test_windows_are_found_among_wrong_labels() -> None:
    """A tenth of the labels is wrong, and the numbers of other parts are no help."""
    chance = random.Random(11)
    facts, rows = list[str](), (list[str](), list[str]())
    for n in range(160):
        parts = [(chance.randrange(1000) / 10, chance.random() < 0.5) for _ in range(4)]
        for k, (size, red) in enumerate(parts):
            facts.append(f"part(x{n},x{n}p{k}). size(x{n}p{k},{size}).")
            facts += [f"red(x{n}p{k})."] if red else []
        true = any(red and 30 <= size <= 55 for size, red in parts)
        rows[true == (n % 10 == 0)].append(f"x{n}")
    modes = ("part(+thing,-part)", "size(+part,-size)", "red(+part)", "+size =< #size")
    declared = parse_declarations("f(+thing)", *modes, "+size >= #size")
    background = Background(" ".join(facts))
    examples = Examples(*(tuple((name,) for name in kind) for kind in rows))
    noise = Acceptance(noise=0.3, positives=20)
    settings = LearningSettings(acceptance=noise, seeds=2, nodes=800)
    learned = learn(background, declared, examples, settings)
    assert learned.train.accuracy >= 0.89


def test_thresholds_lie_at_doubling_distances() -> None:
    background = Background()
    known = Thresholds(background.symbols, {"n": range(100)}, {"n": ["=<", ">="]})
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


_DAYS = random.Random(7).sample(range(400), 60)
_LATE = """head_pred(late,1). body_pred(due,2). body_pred(paid,2). body_pred(days,3).
type(late,(bill,)). type(due,(bill,day)). type(paid,(bill,day)). type(days,(day,day,span)).
direction(late,(in,)). direction(due,(in,out)). direction(paid,(in,out)).
direction(days,(in,in,out)). threshold(span).
"""


def _bills(folder: Path, rule: str, bias: str = _LATE) -> Path:
    rows = [(n, _DAYS[n], _DAYS[n] + (n * 37) % 60) for n in range(60)]
    facts = "".join(f"due(b{n},{due}). paid(b{n},{paid}).\n" for n, due, paid in rows)
    labels = "".join(
        f"{'pos' if paid - due > 30 else 'neg'}(late(b{n})).\n" for n, due, paid in rows
    )
    for name, text in (("bk.pl", facts + rule), ("exs.pl", labels), ("bias.pl", bias)):
        (folder / name).write_text(text)
    return folder


def test_computed_numbers_are_compared(tmp_path: Path) -> None:
    task = read_folder(_bills(tmp_path, "days(A,B,C) :- number(A), number(B), C is B-A.\n"))
    learned = learn_folder(task).learned
    assert learned.train.accuracy == 1
    assert len(learned.theory) == 1
    assert "days(" in str(learned.theory[0])


def test_a_threshold_without_numbers_is_reported(tmp_path: Path) -> None:
    task = read_folder(_bills(tmp_path, "days(A,B,long) :- number(A), number(B), B > A.\n"))
    task = replace(task, settings=LearningSettings(seconds=0.5))
    notes = learn_folder(task).learned.notes
    assert any(note.startswith("threshold(span) has no effect") for note in notes)


def test_values_that_a_predicate_supplies_without_an_input_are_used(tmp_path: Path) -> None:
    """``today`` has no input, so it may begin a clause."""
    bias = _LATE.replace("body_pred(due,2).", "body_pred(today,1).")
    bias = bias.replace("type(due,(bill,day)).", "type(today,(day,)).")
    bias = bias.replace("direction(due,(in,out)).", "direction(today,(out,)).")
    rule = "today(200).\ndays(A,B,C) :- number(A), number(B), C is B-A.\n"
    folder = _bills(tmp_path, rule, bias)
    paid = [_DAYS[n] + (n * 37) % 60 for n in range(60)]
    labels = (f"{'pos' if day > 230 else 'neg'}(late(b{n}))." for n, day in enumerate(paid))
    (folder / "exs.pl").write_text("\n".join(labels))
    learned = learn_folder(read_folder(folder)).learned
    assert learned.train.accuracy == 1
    assert any("today(" in str(clause) for clause in learned.theory)


def test_thresholds_of_two_numbers_join_though_neither_number_excludes_anything_itself() -> None:
    chance = random.Random(5)
    people = [(chance.randrange(18, 80), chance.randrange(10, 60)) for _ in range(120)]
    facts = "".join(f"age(q{i}, {a}). income(q{i}, {b}).\n" for i, (a, b) in enumerate(people))
    wanted = [25 <= a <= 60 and b >= 25 for a, b in people]
    rows = [
        tuple((f"q{i}",) for i, label in enumerate(wanted) if label == kind)
        for kind in (True, False)
    ]
    comparisons = [f"+{kind} {sign} #{kind}" for kind in ("age", "income") for sign in ("=<", ">=")]
    modes = parse_declarations(
        "f(+person)", "age(+person,-age)", "income(+person,-income)", *comparisons
    )
    learned = learn(Background(facts), modes, Examples(*rows), auto=True)
    assert len(learned.theory) == 1
    assert learned.train.accuracy == 1


def test_numbers_of_one_part_are_compared_together() -> None:
    """No part lacks either number, so only both thresholds for the same part separate anything."""
    chance, facts, rows = random.Random(6), list[str](), (list[str](), list[str]())
    for n in range(90):
        parts = [(chance.randrange(100), chance.randrange(100)) for _ in range(3)]
        for k, (heat, load) in enumerate(parts):
            facts.append(f"part(x{n},x{n}p{k}). heat(x{n}p{k},{heat}). load(x{n}p{k},{load}).")
        rows[not any(heat >= 65 and load < 50 for heat, load in parts)].append(f"x{n}")
    comparisons = [f"+{kind} {sign} #{kind}" for kind in ("heat", "load") for sign in ("=<", ">=")]
    places = ("part(+thing,-part)", "heat(+part,-heat)", "load(+part,-load)")
    declared = parse_declarations("f(+thing)", *places, *comparisons)
    examples = Examples(*(tuple((name,) for name in kind) for kind in rows))
    settings = LearningSettings(seeds=2, nodes=1000)
    learned = learn(Background(" ".join(facts)), declared, examples, settings)
    assert len(learned.theory) == 1
    assert learned.train.accuracy == 1
