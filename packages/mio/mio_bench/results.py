"""Results of learners on tasks, and the tables that compare them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import comb, sqrt
from statistics import fmean, median, stdev

_OWN_LEARNER = "mio"
_Z = 1.959964  #: standard errors to each side of a 95% interval
_CLEAR_LEVEL = 0.05  #: the level of McNemar's test at which a loss is called clear


@dataclass(frozen=True)
class Result:
    """What one learner made of one task.

    ``right`` has a ``1`` for each test example that the theory is right about and a ``0`` for each
    other one; it is None without test examples. ``facts`` are clauses without a body, such as
    positives that no rule covers, and ``literals`` is the size of the theory without them, heads
    included. ``error`` says why there is no result.
    """

    task: str
    learner: str
    wall: float = 0.0
    cpu: float = 0.0
    train: float = 0.0
    right: str | None = None
    clauses: int = 0
    literals: int = 0
    facts: int = 0
    error: str = ""

    @property
    def test(self) -> float | None:
        """The share of the test examples that the theory is right about, if there are any."""
        return self.right.count("1") / len(self.right) if self.right else None

    @property
    def line(self) -> str:
        """The result as a row of a table."""
        if self.error:
            return f"| {self.task} | {self.learner} | {self.error} |"
        cells = [
            self.task,
            self.learner,
            f"{self.wall:.1f}",
            f"{self.cpu:.1f}",
            f"{self.train:.4f}",
            "" if self.test is None else f"{self.test:.4f}",
            str(self.clauses),
            str(self.literals),
            str(self.facts),
        ]
        return f"| {' | '.join(cells)} |"


HEAD = (
    "| task | learner | wall s | CPU s | train | test | clauses | literals | facts |",
    "|---|---|--:|--:|--:|--:|--:|--:|--:|",
)


def tables(results: Sequence[Result]) -> list[str]:
    """Return all results, a summary of each learner, and comparisons with mio."""
    by_learner: dict[str, dict[str, Result]] = {}
    for one in results:
        by_learner.setdefault(one.learner, {})[one.task] = one
    parts = summary(by_learner), families(by_learner), losses(by_learner)
    return [*HEAD, *(one.line for one in results), *chain(*parts)]


def summary(by_learner: Mapping[str, Mapping[str, Result]]) -> list[str]:
    """Return a table of the learners, on the tasks for which all of them have a test score."""
    scored = {name: _scored(found.values()) for name, found in by_learner.items()}
    common = set.intersection(*(set(found) for found in scored.values())) if scored else set()
    if not common:
        return []
    order = sorted(common)
    lines = [
        "",
        f"| learner | mean test accuracy, {len(common)} tasks | median CPU s | mio minus it "
        "| mio better, equal, worse |",
        "|---|--:|--:|--:|--:|",
    ]
    own = [scored[_OWN_LEARNER][task] for task in order] if _OWN_LEARNER in scored else []
    for name, found in scored.items():
        values = [found[task] for task in order]
        cells = [name, _mean(values)]
        cells.append(f"{median(by_learner[name][task].cpu for task in order):.1f}")
        if name == _OWN_LEARNER or not own:
            cells += ["", ""]
        else:
            gains = [a - b for a, b in zip(own, values, strict=True)]
            better, worse = sum(g > 0 for g in gains), sum(g < 0 for g in gains)
            cells += [_mean(gains), f"{better}, {len(gains) - better - worse}, {worse}"]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def families(by_learner: Mapping[str, Mapping[str, Result]]) -> list[str]:
    """Return the mean test accuracies of each family, the tasks whose names begin with the same
    word, if there are several; each learner has the mean of the tasks that it was given."""
    found: dict[str, dict[str, list[float]]] = {}
    for name, results in by_learner.items():
        for task, accuracy in _scored(results.values()).items():
            family = task.rsplit("/")[-1].split("-")[0]
            found.setdefault(family, {}).setdefault(name, []).append(accuracy)
    if len(found) < 2:
        return []
    lines = ["", f"| family | {' | '.join(by_learner)} |", f"|---|{'--:|' * len(by_learner)}"]
    for family, means in found.items():
        shown = (
            f"{fmean(means[name]):.3f} ({len(means[name])})" if name in means else ""
            for name in by_learner
        )
        lines.append(f"| {family} | {' | '.join(shown)} |")
    return lines


def losses(by_learner: Mapping[str, Mapping[str, Result]]) -> list[str]:
    """Return a table of the tasks on which another learner is better than mio, the largest
    difference first, and the numbers of clear differences to the best of the others; McNemar's
    exact test compares the two on each test example."""
    rows: list[tuple[float, str]] = []
    compared, better, worse = 0, 0, 0
    for task, own in by_learner.get(_OWN_LEARNER, {}).items():
        others = [
            found[task]
            for name, found in by_learner.items()
            if name != _OWN_LEARNER and task in found and found[task].test is not None
        ]
        best = max(others, key=lambda one: one.test or 0.0, default=None)
        if own.right is None or best is None or best.right is None or own.test is None:
            continue
        gain = (best.test or 0.0) - own.test
        pairs = list(zip(best.right, own.right, strict=True))
        p = _mcnemar(pairs.count(("1", "0")), pairs.count(("0", "1")))
        compared += 1
        better += p < _CLEAR_LEVEL and gain < 0
        worse += p < _CLEAR_LEVEL and gain > 0
        if gain > 0:
            clear = "yes" if p < _CLEAR_LEVEL else "no"
            cells = [task, f"{own.test:.3f}", best.learner, f"{best.test:.3f}", f"{p:.2g}", clear]
            rows.append((gain, f"| {' | '.join(cells)} |"))
    if not compared:
        return []
    head = [
        "",
        f"mio is clearly better than the best other learner on {better} of {compared} tasks, and "
        f"clearly worse on {worse}.",
        "",
        "| loss | mio | better | its test accuracy | p | clear |",
        "|---|--:|---|--:|--:|---|",
    ]
    return [*head, *(row for _, row in sorted(rows, reverse=True))] if rows else head[:2]


def _scored(results: Iterable[Result]) -> dict[str, float]:
    return {one.task: one.test for one in results if one.test is not None}


def _mean(values: Sequence[float]) -> str:
    """Return a mean over tasks with its 95% interval, from the spread of the tasks."""
    if len(values) < 2:
        return f"{fmean(values):.3f}"
    return f"{fmean(values):.3f} ± {_Z * stdev(values) / sqrt(len(values)):.3f}"


def _mcnemar(only_a: int, only_b: int) -> float:
    """Return the exact two-sided p-value of a difference: McNemar's test on the examples that only
    one of two theories is right about."""
    trials = only_a + only_b
    tail = sum(comb(trials, k) for k in range(min(only_a, only_b) + 1))
    return min(1.0, 2 * tail / (1 << trials))
