"""Task folders in Popper's and Aleph's forms, and the published tasks where they are at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from mio import InputError, LearningSettings, Mode, learn_folder, read_folder
from task_folders import ALEPH, EXAMPLES, POPPER, TASKS, write


@pytest.mark.parametrize("bias", [POPPER, ALEPH])
def test_both_forms_are_learned(tmp_path: Path, bias: str) -> None:
    task = read_folder(write(tmp_path, bias=bias, exs_test=EXAMPLES))
    result = learn_folder(task)
    learned, test = result.learned, result.test
    assert [str(clause) for clause in learned.theory] == ["east(A) :- car(A,B), short(B)."]
    assert learned.train.accuracy == 1.0
    assert test is not None
    assert test.accuracy == 1.0


def test_a_predicate_that_computes_needs_no_types(tmp_path: Path) -> None:
    rows = [(n, m) for n in range(8) for m in range(16) if m % 4 < 2 or m == 2 * n]
    facts = "".join(f"left(e{n}x{m},{n}). right(e{n}x{m},{m}). " for n, m in rows)
    signs = (f"{'pos' if m == 2 * n else 'neg'}(f(e{n}x{m}))." for n, m in rows)
    bias = "head_pred(f,1). body_pred(left,2). body_pred(right,2). body_pred(twice,2)."
    task = read_folder(
        write(tmp_path, bk=f"{facts} twice(N,M) :- M is 2*N.", exs=" ".join(signs), bias=bias)
    )
    learned = learn_folder(task).learned
    assert [str(clause) for clause in learned.theory] == [
        "f(A) :- left(A,B), right(A,C), twice(B,C)."
    ]


def test_parts_of_a_folder_that_are_ignored_make_notices(tmp_path: Path) -> None:
    task = read_folder(write(tmp_path))
    assert task.settings.length == 4
    assert "the directive initialization(main)" in task.notices[0]
    assert task.notices[0].endswith("is ignored")
    assert any("answer-set constraint" in note for note in task.notices)
    assert any(
        "this setting of Popper has no meaning here: max_vars" in note for note in task.notices
    )
    assert any("absent/1 is left out: it is declared, but" in note for note in task.notices)
    assert len(task.notices) == 4


def test_poppers_rules_may_use_a_predicate_that_is_a_setting_of_aleph(tmp_path: Path) -> None:
    bias = "head_pred(east,1). body_pred(car,2). set(short). body_pred(P,1) :- set(P)."
    modes = read_folder(write(tmp_path, bias=bias)).declared.body
    assert "short" in {mode.name for mode in modes}


def test_modes_are_inferred_from_types_facts_and_trials(tmp_path: Path) -> None:
    modes = read_folder(write(tmp_path)).declared.body
    assert Mode.parse("car(+train,-car)") in modes
    assert Mode.parse("even(+int)") in modes
    assert not any(mode == Mode.parse("car(-train,+car)") for mode in modes), "one train a clause"
    assert Mode.parse("wheels(+car,-int)") in modes


def test_alephs_determinations_choose_the_predicates(tmp_path: Path) -> None:
    task = read_folder(write(tmp_path, bias=ALEPH))
    assert [str(mode) for mode in task.declared.body] == ["car(+train,-car)", "short(+car)"]
    assert task.settings.length == 3
    assert task.settings.depth.levels == 2
    assert [notice for notice in task.notices if "no determination" in notice] == [
        "bias.pl, line 4: the mode long(+car) is left out: long/1 has no determination",
        "bias.pl, line 5: the mode wheels(+car,#int) is left out: wheels/2 has no determination",
    ]


def test_alephs_settings_may_be_repeated_and_noise_may_be_zero(tmp_path: Path) -> None:
    settings = ":- set(noise, 2). :- set(noise, 0). :- set(i, 3)."
    task = read_folder(write(tmp_path, bias=ALEPH + settings))
    assert task.settings.acceptance == LearningSettings().acceptance
    assert task.settings.depth.levels == 3
    assert not any("noise" in notice for notice in task.notices)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ({"bk": "car(t1,"}, "bk.pl, line 1, column 8: expected a term"),
        ({"exs": "pos(east(t1)) neg(east(t2))."}, "exs.pl, line 1, column 15: expected an"),
        ({"exs": "pos(west(t1))."}, "line 1: expected an example of east/1, found west(t1)"),
        ({"exs": "neg(east(t3))."}, "exs.pl: expected at least one positive example"),
        ({"exs": ""}, "exs.pl: expected at least one positive example"),
        ({"exs": "east(t1)."}, "exs.pl, line 1: expected pos(…) or neg(…), found east(t1)"),
        ({"exs": "pos(east(X))."}, "the example east(X) contains a variable"),
        (
            {"exs": "pos(east(t1)). neg(east(t1))."},
            "the example east(t1) is both positive and negative",
        ),
        ({"bias": "head_pred(e,1).\n  body_pred(car,."}, "bias.pl, line 2, column 17: expected a"),
        ({"bias": "body_pred(car,2)."}, "bias.pl: expected one head_pred, found 0"),
        ({"bias": "head_pred(east,1)."}, "bias.pl: expected at least one body_pred"),
        (
            {"bias": "head_pred(east,1). body_pred(bus,2)."},
            "no predicate is left for the body; bus/2 is left out: it is declared, but the",
        ),
        ({"bias": ":- modeh(1, east(+train)). :- modeb(1, bus(car))."},
         "bias.pl, line 1: mode bus(car): expected +, -, # or -# and a type, found car"),
        ({"bias": ":- modeh(1, east(train))."}, "bias.pl, line 1: mode east(train): expected"),
        ({"bias": ":- modeh(1, east(+train))."}, "bias.pl: expected at least one modeb"),
        ({"bias": ":- modeh(1, east(+train))\n:- modeb(*, car(+train,-car))."},
         "bias.pl, line 2, column 1: expected an operator or a full stop"),
        ({"bias": ":- modeh(1, east(+train)).\n:- modeb(*, car(+train,-car))\n"
                  ":- determination(east/1, car/2)."},
         "bias.pl, line 3, column 1: expected an operator or a full stop"),
        ({"bias": ":- modeh(1, east(+train)).\n:- determination(east/1, car/2)."},
         "bias.pl, line 2: car/2 has a determination but no mode"),
        ({"bias": ":- modeh(1, east(+train)).\n:- modeb(*, bus(+train,-car))."},
         "bias.pl, line 2: the mode bus(+train,-car) is left out: the background has no such"),
    ],
)  # fmt: skip
def test_wrong_folders_are_one_sentence(
    tmp_path: Path, texts: dict[str, str], expected: str
) -> None:
    with pytest.raises(InputError) as error:
        read_folder(write(tmp_path, **texts))
    assert expected in str(error.value)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ({"bias": "head_pred(east,1). body_pred(car,2). type(car,(train,))."},
         "the type of car has 1 place, but the predicate has 2, so it is left out"),
        ({"bias": "head_pred(east,1). body_pred(car,2). direction(car,(in,up))."},
         "unknown direction up of car, so it is left out"),
        ({"bias": ALEPH + ":- modeb(1, bus(+car)). " + ":- determination(east/1, bus/1)."},
         "the mode bus(+car) is left out"),
        ({"bias": ALEPH + ":- modeb(1, bus(car))."}, "-# and a type, found car; it is left out"),
        ({"bias": ALEPH + ":- modeb(few, short(+car))."}, "recall: expected a positive number or"),
        ({"bias": ALEPH + ":- determination(east/1, bus/1)."},
         "bias.pl, line 7: bus/1 has a determination but no mode; it is left out"),
        ({"bias": ALEPH + ":- determination(est/1, car/2)."},
         "bias.pl, line 7: the determination of est/1 is ignored: the target is east/1"),
        ({"bias": ALEPH + ":- determination(east/1, car)."},
         ",car) is ignored: expected two predicates as name/arity"),
        ({"bias": ALEPH + ":- set(nodes, many)."},
         "bias.pl, line 7: set(nodes,many) is ignored: expected a positive whole number"),
        ({"bias": ALEPH + ":- set(clauselength, -5)."},
         "bias.pl, line 7: set(clauselength,-5) is ignored: expected a positive whole number"),
        ({"bias": ALEPH + ":- set(noise, -5)."},
         "bias.pl, line 7: set(noise,-5) is ignored: expected a number of negatives"),
        ({"bias": ALEPH},
         "bias.pl: this setting of Aleph has no meaning here: verbosity"),
        ({"bias": POPPER + ":- modeb(1, long(+car))."},
         "bias.pl, line 11: the statement in Aleph's form is ignored: with head_pred, the form is"),
        ({"bias": POPPER + "modeb(1, long(+car))."},
         "bias.pl, line 11: the statement in Aleph's form is ignored: with head_pred, the form is"),
        ({"bias": POPPER + ":- style_check(-singleton)."},
         "bias.pl, line 11: the directive is ignored"),
        ({"bk": "car(t1, c1) car(t2, c2). car(t3, c3). long(c3). short(c1). closed(c1)."},
         "bk.pl, line 1, column 13: expected an operator or a full stop, found"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_left_out_with_one_notice(
    tmp_path: Path, texts: dict[str, str], expected: str
) -> None:
    notices = read_folder(write(tmp_path, **texts)).notices
    assert len([notice for notice in notices if expected in notice]) == 1, notices


def test_a_missing_folder_or_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder"):
        read_folder(tmp_path / "none")
    with pytest.raises(InputError, match=r"the folder has no bk\.pl"):
        read_folder(tmp_path)
    file = write(tmp_path) / "bk.pl"
    with pytest.raises(
        InputError, match=r"a folder that contains bk\.pl, exs\.pl and bias\.pl, or a file"
    ):
        read_folder(file)


#: Published tasks (quick ones): the accuracy on the test examples of the better of two other
#: learners, from the reference figures.
QUICK = {
    "trains2": 1.0,
    "zendo1": 0.83,
    "zendo2": 0.75,
    "iggp-buttons-goal": 1.0,
    "iggp-gt_centipede-goal": 0.96,
    "iggp-minimal-decay-next-value": 1.0,
    "iggp-rps-next-score": 1.0,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", QUICK)
def test_published_tasks_are_solved(name: str) -> None:
    if not (TASKS / name).is_dir():
        pytest.skip("the published tasks are not available")
    result = learn_folder(read_folder(TASKS / name, LearningSettings(facts=True, seconds=60)))
    learned, test = result.learned, result.test
    assert learned.train.accuracy == 1.0
    assert test is not None
    assert test.accuracy >= QUICK[name]
    assert learned.finished
