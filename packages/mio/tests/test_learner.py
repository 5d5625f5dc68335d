"""The learner with fit and predict."""

from __future__ import annotations

import doctest

import pytest

import mio.learner
from mio import Background, InputError, Learner, LearningSettings, parse_declarations

FACTS = Background(" ".join(f"size(x{n},{n})." for n in range(40)))
MODES = parse_declarations("big(+thing)", "size(+thing,-number)", "+number >= #number")
ROWS = [(f"x{n}",) for n in range(40)]
LABELS = [n >= 25 for n in range(40)]


def test_the_example_runs() -> None:
    assert doctest.testmod(mio.learner) == (0, 7)


def test_labels_of_other_rows_are_predicted() -> None:
    learner = Learner(FACTS, MODES, LearningSettings(seconds=5, seed=1))
    assert learner.fit(ROWS[::2], LABELS[::2]).score(ROWS, LABELS) >= 0.95
    again = Learner(**learner.get_params()).fit(ROWS[::2], LABELS[::2])
    assert again.theory == learner.theory


def test_progress_is_reported_and_an_interruption_ends_learning() -> None:
    seen: list[tuple[int, int, int]] = []
    learner = Learner(FACTS, MODES, report=lambda *now: seen.append(now))
    learner.fit(ROWS, LABELS)
    assert seen
    stopped = learner.set_params(interrupted=lambda: True).fit(ROWS, LABELS)
    assert stopped.learned is not None
    assert not stopped.learned.finished


def test_a_learner_used_wrongly_says_so() -> None:
    learner = Learner(FACTS, MODES)
    with pytest.raises(InputError, match="call fit"):
        learner.predict(ROWS)
    with pytest.raises(InputError, match="expected a label for each of 40 rows, found 1"):
        learner.fit(ROWS, [True])
    with pytest.raises(InputError, match="unknown argument depth"):
        learner.set_params(depth=3)
