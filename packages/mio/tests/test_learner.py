"""The learner with fit and predict."""

from __future__ import annotations

import doctest
import pickle

import numpy as np
import pytest

import mio.learner
import mio.validation
from mio import Background, InputError, Learner, LearningSettings, parse_declarations
from mio.cli import command

FACTS = Background(" ".join(f"size(x{n},{n})." for n in range(40)))
MODES = parse_declarations("big(+thing)", "size(+thing,-number)", "+number >= #number")
ROWS = [(f"x{n}",) for n in range(40)]
LABELS = [n >= 25 for n in range(40)]


def test_the_example_runs() -> None:
    assert doctest.testmod(mio.learner) == (0, 8)
    assert doctest.testmod(mio.validation) == (0, 4)


def test_labels_of_other_rows_are_predicted() -> None:
    learner = Learner(FACTS, MODES, LearningSettings(seconds=5, seed=1))
    assert learner.fit(ROWS[::2], LABELS[::2]).score(ROWS, LABELS) >= 0.95
    again = Learner(**learner.get_params()).fit(ROWS[::2], LABELS[::2])
    assert again.theory == learner.theory


def test_rows_and_labels_may_be_arrays_and_labels_words() -> None:
    words = np.array(["big" if label else "no" for label in LABELS])
    learner = Learner(FACTS, MODES, positive="big").fit(np.array(ROWS), words)
    assert learner.classes_.tolist() == ["no", "big"]
    assert learner.predict([row for (row,) in ROWS]).tolist() == words.tolist()
    assert learner.score(ROWS, words) == 1.0
    with pytest.raises(InputError, match="expected True, or what positive= names, and one other"):
        Learner(FACTS, MODES).fit(ROWS, words)


def test_an_unseen_row_is_predicted_from_its_own_facts() -> None:
    learner = Learner(FACTS, MODES).fit(ROWS, LABELS)
    assert learner.predict(["y"]).tolist() == [False]
    assert learner.predict(["y", "z"], facts="size(y,30). size(z,3).").tolist() == [True, False]
    assert learner.predict(["y"]).tolist() == [False]


def test_probabilities_are_shares_among_the_training_examples_of_a_clause() -> None:
    wrong = [label != (n in (3, 30)) for n, label in enumerate(LABELS)]
    learner = Learner(FACTS, MODES).fit(ROWS, wrong)
    shares = learner.predict_proba(ROWS)
    assert np.allclose(shares.sum(axis=1), 1)
    held = learner.predict(ROWS)
    for kind in (True, False):
        labels = np.array(wrong)[held == kind]
        assert np.allclose(shares[held == kind, 1], (labels.sum() + 1) / (len(labels) + 2))


def test_a_learner_and_what_it_learned_can_be_pickled() -> None:
    learner = Learner(FACTS, MODES).fit(ROWS, LABELS)
    again = pickle.loads(pickle.dumps(learner))
    assert again.theory == learner.theory
    assert again.predict(ROWS).tolist() == LABELS


def test_scikit_learns_tools_work() -> None:
    selection = pytest.importorskip("sklearn.model_selection")
    learner = Learner(FACTS, MODES)
    assert selection.cross_val_score(learner, ROWS, LABELS, cv=3, scoring="roc_auc").mean() > 0.8
    grid = selection.GridSearchCV(learner, {"settings__nodes": [10, 100]}, cv=3)
    assert grid.fit(ROWS, LABELS).best_estimator_.settings.nodes in (10, 100)


def test_contradictory_rows_are_left_out_with_a_note() -> None:
    learner = Learner(FACTS, MODES).fit([*ROWS, ("x0",)], [*LABELS, True])
    assert learner.learned is not None
    assert any("both positive and negative" in note for note in learner.learned.notes)


def test_progress_is_reported_and_an_interruption_ends_learning() -> None:
    seen: list[tuple[int, int, int]] = []
    learner = Learner(FACTS, MODES, report=lambda *now: seen.append(now))
    learner.fit(ROWS, LABELS)
    assert seen
    stopped = learner.set_params(interrupted=lambda: True).fit(ROWS, LABELS)
    assert stopped.learned is not None
    assert not stopped.learned.finished


def test_learning_ends_if_the_report_returns_true() -> None:
    names = ("one", "two", "three")
    facts = Background(" ".join(f"{names[n % 3]}(x{n})." for n in range(40)))
    modes = parse_declarations("t(+x)", *(f"{name}(+x)" for name in names))
    labels = [n % 3 != 2 for n in range(40)]
    one = LearningSettings(seeds=1)
    assert len(Learner(facts, modes, one, auto=False).fit(ROWS, labels).theory) == 2
    ended = Learner(facts, modes, one, auto=False, report=lambda left, total, clauses: True)
    assert len(ended.fit(ROWS, labels).theory) == 1


def test_every_option_of_the_command_that_changes_learning_is_a_setting() -> None:
    other = {"task", "search", "megabytes", "server", "iterations", "file", "known", "why"}
    other |= {"bottom", "target", "as_json", "version"}
    names = {str(option.name) for option in command.params} - other
    assert names == {"seconds", "seed", "workers", "nodes", "length", "levels", "recall", "facts"}
    for name in names:
        LearningSettings().limited({name: 1})


def test_a_learner_used_wrongly_says_so() -> None:
    learner = Learner(FACTS, MODES)
    with pytest.raises(InputError, match="call fit"):
        learner.predict(ROWS)
    with pytest.raises(InputError, match="expected a label for each of 40 rows, found 1"):
        learner.fit(ROWS, [True])
    with pytest.raises(InputError, match=r"expected rows of 1 argument, for big\(\+thing\)"):
        learner.fit([("x1", 1)], [True])
    with pytest.raises(InputError, match="unknown argument depth"):
        learner.set_params(depth=3)
    with pytest.raises(InputError, match="unknown setting 'node': did you mean 'nodes'"):
        learner.set_params(settings__node=3)
