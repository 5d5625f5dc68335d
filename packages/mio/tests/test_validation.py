"""Cross-validation: folds, seeds, and the areas under ROC curves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from mio import Confusion, InputError, cross_validate, read_folder
from mio.cli import validation_command


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A task in which every second number is even; of the test examples, a third is wrong."""
    bias = (
        "head_pred(f,1). body_pred(even,1). type(f,(n,)). type(even,(n,)). direction(even,(in,))."
    )
    (tmp_path / "bias.pl").write_text(bias)
    (tmp_path / "bk.pl").write_text("".join(f"even(x{n}). " for n in range(0, 40, 2)))
    signs = ("pos", "neg")
    (tmp_path / "exs.pl").write_text("".join(f"{signs[n % 2]}(f(x{n})). " for n in range(20)))
    wrong = "neg(f(x20)). pos(f(x21)). "
    right = "".join(f"{signs[n % 2]}(f(x{n})). " for n in range(22, 26))
    (tmp_path / "exs_test.pl").write_text(wrong + right)
    return tmp_path


def test_each_example_is_tested_once_for_each_seed(path: Path) -> None:
    done = list(cross_validate(read_folder(path), 5, 2))
    assert [(one.seed, one.number) for one in done] == [(s, n) for s in (0, 1) for n in range(1, 6)]
    for seed in (0, 1):
        tests = [one.test for one in done if one.seed == seed]
        assert sum(tests, Confusion(0, 0, 0, 0)) == Confusion(10, 0, 10, 0)
        assert set(tests) == {Confusion(2, 0, 2, 0)}
    assert {one.theory for one in done} == {("f(A) :- even(A).",)}
    assert {one.auc for one in done} == {1.0}


def test_the_area_is_the_share_of_pairs_in_the_right_order(path: Path) -> None:
    (one,) = cross_validate(read_folder(path), held_out=True)
    assert one.test == Confusion(2, 1, 2, 1)
    assert one.auc == pytest.approx((4 + 0.5 * (2 + 2)) / 9)


def test_the_command_prints_a_table_or_json(path: Path) -> None:
    shown = CliRunner().invoke(validation_command, [str(path), "--folds", "2", "--seeds", "2"])
    assert "accuracy 1.000 ± 0.000, AUC 1.000 ± 0.000: mean and standard dev" in shown.stdout
    assert "the larger class alone: 0.500" in shown.stdout
    found = CliRunner().invoke(validation_command, [str(path), "--held-out", "--json"])
    assert [one["accuracy"] for one in json.loads(found.stdout)] == [pytest.approx(2 / 3)]
    wrong = CliRunner().invoke(validation_command, [str(path), "--folds", "1"])
    assert wrong.exit_code == 2
    assert "folds: expected 2 to 10, the number of examples" in wrong.stderr


def test_a_task_without_test_examples_has_none_held_out(path: Path) -> None:
    (path / "exs_test.pl").unlink()
    with pytest.raises(InputError, match="no test examples"):
        next(cross_validate(read_folder(path), held_out=True))
