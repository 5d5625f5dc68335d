"""Learns a task from the texts of its files, and explains the theory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sapper.errors import InputError
from sapper.mio import LearningSettings, explained, learn_folder, task_of
from sapper.mio.folders.folder import BACKGROUND, BIAS, EXAMPLES, TEST
from sapper.study.learner.learned import learned_json, why_json

NAMES = (BACKGROUND, EXAMPLES, BIAS, TEST)
CHARACTERS = 900_000  #: limit on all files of a task together


def learn_texts(
    texts: Mapping[str, str],
    seconds: float,
    seed: int = 0,
    *,
    interrupted: Callable[[], bool] = lambda: False,
    report: Callable[[int, int, int], None] = lambda left, total, clauses: None,
) -> dict[str, Any]:
    """Learn a task from the texts of its files by name, and return the result as JSON.

    - ``texts``: ``bk.pl``, ``exs.pl``, ``bias.pl`` and optionally ``exs_test.pl``; directives in
      them are not executed;
    - ``seconds``: time limit of learning, in CPU time;
    - ``interrupted`` and ``report``: as for ``learn``.

    The keys are those of ``sapper learn --json --why``. Raises ``InputError`` for other files, for
    too many characters and as ``folder`` does.
    """
    for name in texts:
        if name not in NAMES:
            raise InputError(f"a task has no file {name}: expected {', '.join(NAMES)}")
    size = sum(map(len, texts.values()))
    if size > CHARACTERS:
        raise InputError(f"the files have {size:,} characters, but at most {CHARACTERS:,} fit")
    settings = LearningSettings(seconds=seconds, seed=seed)
    task = task_of(texts.get, settings)
    learned, test = learn_folder(task, interrupted=interrupted, report=report)
    why = explained(task.background, learned.theory, task.examples, learned.searches)
    return {**learned_json(learned, test, task.notices), "why": why_json(why)}
