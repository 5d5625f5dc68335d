"""The lessons of the page about the rule learner: every task is learned, with the result shown."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from mio import LearningSettings, learn_folder, read_task
from tests.sources import ROOT

BLOCK = re.compile(r"^( *)```prolog\n *% (\w+)/(\w+)(-\d)?\.pl\n(.*?)^\1```", re.M | re.S)


def _lessons() -> dict[str, dict[str, str]]:
    """The texts of each folder by the name of their file."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for _, name, file, again, text in BLOCK.findall((ROOT / "docs/mio.md").read_text()):
        found[name][file + again] = text
    return found


LESSONS = _lessons()


@pytest.mark.parametrize("again", ["", "-2"], ids=["lesson", "exercise"])
@pytest.mark.parametrize("name", LESSONS)
def test_each_task_is_learned_as_shown(name: str, again: str) -> None:
    files = LESSONS[name]
    assert set(files) >= {"bk", "exs", "bias", "theory", "theory-2"}

    def text(file: str) -> str | None:
        word = file.removesuffix(".pl")
        return files.get(word + again, files.get(word))

    learned = learn_folder(read_task(text, LearningSettings(seconds=60))).learned
    shown = [line.strip() for line in files[f"theory{again}"].strip().splitlines()]
    assert [str(clause) for clause in learned.theory] == shown


def test_whole_numbers_are_compared_where_the_bias_says_so() -> None:
    files = dict(LESSONS["ship"])
    files["bk"] = re.sub(r"\d+\.\d+", lambda n: str(round(1000 * float(n[0]))), files["bk"])
    files["bias"] += "threshold(ratio)."
    task = read_task(lambda name: files.get(name.removesuffix(".pl")))
    learned = learn_folder(task).learned
    assert "floats(A) :- density(A,B), B =< 960." in map(str, learned.theory)
