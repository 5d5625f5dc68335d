"""Cross-validation of the learner on a task: folds, seeds, accuracies and ROC curves' areas.

Folds are stratified: each has the same share of positives, up to one example (Kohavi 1995, "A study
of cross-validation and bootstrap for accuracy estimation and model selection").
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, stdev
from typing import Any

import numpy as np

from mio.chance import Chance
from mio.errors import InputError, plural
from mio.folders.folder import Folder
from mio.learner import Learner
from mio.learning.settings import FOLD_STREAM
from mio.learning.theory import Confusion, Examples, confusion

#: Examples to learn from, and those to test.
Division = tuple[Examples, Examples]


@dataclass(frozen=True)
class Fold:
    """What was learned without some examples, and the score on them.

    ``auc`` is the area under the ROC curve of the estimated probabilities, None without examples of
    both kinds; ``seconds`` is the CPU time of learning.
    """

    seed: int
    number: int
    theory: tuple[str, ...]
    test: Confusion
    auc: float | None
    seconds: float


def cross_validate(
    task: Folder, folds: int = 10, seeds: int = 1, *, held_out: bool = False
) -> Iterator[Fold]:
    """Learn a task several times without a part of its examples, and yield each score on that part.

    - ``task``: from ``read_folder``; its settings have the first random seed, and the limit of time
      for each fold;
    - ``folds``: the number of parts;
    - ``seeds``: how often all is repeated, each time with the next seed and other folds;
    - ``held_out``: learn from all examples once for each seed, and score on ``exs_test.pl``.

    Raises ``InputError`` for fewer than two folds or more than there are examples of either kind,
    and if there are no test examples.

    >>> from mio import cross_validate, read_task
    >>> texts = {"bias.pl": "head_pred(f,1). body_pred(even,1).", "bk.pl": "even(2). even(4)."}
    >>> texts |= {"exs.pl": "pos(f(2)). neg(f(1)).", "exs_test.pl": "pos(f(4)). neg(f(3))."}
    >>> for run in cross_validate(read_task(texts.get), held_out=True):
    ...     print(run.theory, run.test.accuracy)
    ('f(A) :- even(A).',) 1.0
    """
    first = task.settings.seed
    for seed in range(first, first + seeds):
        divisions = _held_out(task) if held_out else _divided(task.examples, folds, seed)
        for number, (shown, test) in enumerate(divisions, 1):
            learner = Learner(task.background, task.declared, replace(task.settings, seed=seed))
            rows = (*shown.positives, *shown.negatives)
            learner.fit(rows, [True] * len(shown.positives) + [False] * len(shown.negatives))
            score = confusion(task.background, learner.theory, test)
            assert learner.learned is not None
            texts, seconds = tuple(map(str, learner.theory)), learner.learned.seconds
            yield Fold(seed, number, texts, score, _auc(learner, test), seconds)


def _held_out(task: Folder) -> list[Division]:
    if task.test is None:
        raise InputError("the task has no test examples")
    return [(task.examples, task.test)]


def _divided(examples: Examples, folds: int, seed: int) -> Iterator[Division]:
    """Yield the examples outside and inside each fold."""
    kinds = (examples.positives, examples.negatives)
    most = min(map(len, filter(None, kinds)), default=0)
    if not 2 <= folds <= most:
        rarer = f"{most}, the number of examples of the rarer kind"
        raise InputError(f"folds: expected 2 to {rarer}, found {folds}")
    chance = Chance(seed, FOLD_STREAM, folds)
    orders = [chance.shuffled(rows) for rows in kinds]
    for fold in range(folds):
        parts: list[list[Any]] = [[], []]
        for rows in orders:
            inside = set(rows[fold::folds])
            parts[0].append(tuple(row for row in rows if row not in inside))
            parts[1].append(tuple(rows[fold::folds]))
        shown, test = (Examples(*part, target=examples.target) for part in parts)
        yield shown, test


def _auc(learner: Learner, test: Examples) -> float | None:
    """Return how often a positive has a larger probability than a negative; ties count half."""
    if not (test.positives and test.negatives):
        return None
    p, n = (learner.predict_proba(rows)[:, 1] for rows in (test.positives, test.negatives))
    return float(np.mean((p[:, None] > n) + 0.5 * (p[:, None] == n)))


def _spread(values: Sequence[float]) -> str:
    """Return a mean with its standard deviation."""
    return f"{fmean(values):.3f}" + (f" ± {stdev(values):.3f}" if len(values) > 1 else "")


def validation_lines(done: Sequence[Fold]) -> Iterator[str]:
    """Yield a table of the runs, and their means with standard deviations."""
    yield "| seed | fold | accuracy | AUC | clauses | CPU s |"
    yield "|--:|--:|--:|--:|--:|--:|"
    for one in done:
        auc = "" if one.auc is None else f"{one.auc:.3f}"
        scores = f"{one.test.accuracy:.3f} | {auc} | {len(one.theory)} | {one.seconds:.1f}"
        yield f"| {one.seed} | {one.number} | {scores} |"
    areas = [one.auc for one in done if one.auc is not None]
    yield ""
    yield (
        f"accuracy {_spread([one.test.accuracy for one in done])}"
        + (f", AUC {_spread(areas)}" if areas else "")
        + f": mean and standard deviation of {plural(len(done), 'run')}"
    )
    seeds = sorted({one.seed for one in done})
    if len(seeds) > 1:
        means = [fmean(o.test.accuracy for o in done if o.seed == seed) for seed in seeds]
        yield f"means of the {len(seeds)} seeds: {_spread(means)}"
    majority = sum((one.test for one in done), Confusion(0, 0, 0, 0)).majority
    yield f"the larger class alone: {majority:.3f}"
