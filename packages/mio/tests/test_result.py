"""The result of learning a task, as text, as a table and as JSON."""

from __future__ import annotations

from pathlib import Path

from mio import learn_task
from task_folders import write


def test_a_result_is_short_in_a_console_and_has_rows(tmp_path: Path) -> None:
    result = learn_task(write(tmp_path), seconds=5.0)
    assert str(result) == "east(A) :- car(A,B), short(B)."
    assert repr(result) == "<LearnedTask: 1 clause, right about 100% of the training examples>"
    assert result.rows() == [{"clause": str(result), "literals": 2}]
    assert result.to_json()["theory"] == [str(result)]
