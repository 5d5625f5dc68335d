"""FOIL's and TILDE's searches, which the study of other learners compares with Mio."""

from pathlib import Path

import pytest

from mio import read_folder, signature
from papers.studies.learners import Learner, foil, tilde

BACKGROUND = """
    car(t1,c1). car(t2,c2). car(t2,c3). car(t3,c4). car(t4,c5). car(t5,c6). car(t6,c7).
    short(c1). short(c3). short(c6). long(c2). long(c4). long(c5). long(c7).
"""
BIAS = """
    head_pred(east,1). body_pred(car,2). body_pred(short,1). body_pred(long,1).
    type(east,(train,)). type(car,(train,car)). type(short,(car,)). type(long,(car,)).
    direction(east,(in,)). direction(car,(in,out)). direction(short,(in,)). direction(long,(in,)).
"""
EXAMPLES = """
    pos(east(t1)). pos(east(t2)). pos(east(t5)). neg(east(t3)). neg(east(t4)). neg(east(t6)).
"""


@pytest.fixture
def learner(tmp_path: Path) -> Learner:
    for name, text in (("bk", BACKGROUND), ("bias", BIAS), ("exs", EXAMPLES)):
        (tmp_path / f"{name}.pl").write_text(text)
    return Learner(read_folder(tmp_path))


def test_foil_adds_a_weak_literal_before_the_one_that_gains(learner: Learner) -> None:
    (clause,) = foil(learner)
    assert [signature(goal) for goal in clause.body] == [("car", 2), ("short", 1)]
    assert learner.covered(clause) == learner.data.positive


def test_the_tree_looks_ahead_and_is_right_about_its_examples(learner: Learner) -> None:
    tree = tilde(learner, learner.head, learner.data.all)
    assert tree.size == 1
    assert tree.query is not None
    assert len(tree.query.body) == 2
    assert tree.says(learner, learner.data.all) == learner.data.positive


def test_no_time_means_no_rule(learner: Learner) -> None:
    learner.end = 0.0
    assert foil(learner) == []
    assert tilde(learner, learner.head, learner.data.all).size == 0
