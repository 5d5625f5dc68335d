"""Our own learning tasks: their theories are true, and their halves share no family."""

import time
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

from mio import LearningSettings, confusion, learn_folder, parse_theory, read_folder
from mio_bench.tasks import (
    BLIND,
    DEVELOPMENT,
    FAMILIES,
    HELD_OUT,
    LATER,
    PAIRS,
    UNSEEN,
    Family,
    Labelled,
    Task,
    made,
    tasks_of,
)
from mio_bench.tasks.changes import changes
from mio_bench.tasks.tables import customers
from task_folders import generated

#: Of the files of the blind tasks, from seed 58.
DIGESTS = {
    "relational": "ce20b2203f83f454",
    "knowledge": "338cff7ad6a2ac44",
    "measured": "4b401d140f1948d0",
    "recursive": "bcc685b039c529a3",
    "functions": "47fa82b2d0ca3e29",
    "absence": "53ecea76ed4fbacd",
    "grids": "a682f69b6b5e01e2",
    "scenes": "2136ae549922e5c1",
    "few": "7f5326219a07542d",
    "large": "30c8b1dd074089c0",
}

#: Of those of the unseen tasks, from seed 59.
UNSEEN_DIGESTS = {
    "relational": "3dc8fc28be113bfb",
    "knowledge": "58002c6f3707d2b5",
    "measured": "51665920839c202c",
    "recursive": "02d5c2a185292b3a",
    "functions": "fea08577eece8890",
    "absence": "e2a6bc79e978cec2",
    "grids": "b55416f8ef9b38e9",
    "scenes": "2c0a027bb5f9204a",
    "few": "79475623983a3c03",
    "large": "eca1ff034f248ee0",
}

#: Families, by their seeds, that take seconds to make and to confirm.
LONG = (("large", 58), ("large", 59), ("recursive", 59), ("knowledge", 59))

made_once = cache(made)  #: Making all tasks takes seconds.


def tasks() -> list[Task]:
    """Return the tasks of both halves."""
    return [task for half in ("development", "held-out") for task in made_once(half, 0)]


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
def test_true_theories(family: Family, tmp_path: Path) -> None:
    """A theory is right about every test example, and wrong about the noise in training only."""
    for task in tasks_of(family, 0):
        confirm_theory(task, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("family", "seed", "expected"),
    [
        pytest.param(
            family,
            seed,
            digests[family.__name__],
            marks=[pytest.mark.study] if (family.__name__, seed) in LONG else [],
            id=f"{family.__name__}-{seed}",
        )
        for part, seed, digests in ((BLIND, 58, DIGESTS), (UNSEEN, 59, UNSEEN_DIGESTS))
        for family in part
    ],
)
def test_tasks_are_those_that_were_judged(
    family: Family, seed: int, expected: str, tmp_path: Path
) -> None:
    """Their theories are right, and no change of the generators changes a task."""
    tasks, digest = tasks_of(family, seed), sha256()
    for task in tasks:
        confirm_theory(task, tmp_path)
        for file in sorted((tmp_path / task.name).iterdir()):
            digest.update(file.read_bytes())
    assert digest.hexdigest()[:16] == expected


def confirm_theory(task: Task, into: Path) -> None:
    """Confirm that the theory of a task is right but for the noise in training."""
    path = task.write(into)
    read = read_folder(path)
    clauses = parse_theory((path / "theory.pl").read_text())
    assert max(len(clause.body) for clause in clauses) <= read.settings.length, "beyond the bias"
    assert read.test is not None
    assert confusion(read.background, clauses, read.test).accuracy == 1
    score = confusion(read.background, clauses, read.examples)
    wrong = score.false_positives + score.false_negatives
    assert wrong == round(task.noise * len(task.train))


def test_halves_share_no_family() -> None:
    """Each pair of families has one in either half."""
    names = {family.__name__ for family in HELD_OUT}
    easier = {"pointers", "strings", "kinship", "zendo", "games", "thresholds"}
    assert names == easier | {"maps", "patients", "lines", "events"}
    assert len(DEVELOPMENT) == len(HELD_OUT) == len(PAIRS)
    assert not names & {family.__name__ for family in DEVELOPMENT}
    assert not names & {family.__name__ for family in LATER}


@pytest.mark.slow
def test_examples_are_divided() -> None:
    """No example is in training and in test, no name is used twice, and a seed decides all of a
    task."""

    def atoms(examples: Iterable[Labelled]) -> set[str]:
        return {atom for atom, _ in examples}

    assert len({task.name for task in tasks()}) == len(tasks()) == 54 + 17
    for task in tasks():
        assert not atoms(task.train) & atoms(task.test)
    assert made("held-out", 0) == made_once("held-out", 0) != made("held-out", 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("family", "name"), [(changes, "change-keep-high"), (customers, "customer-twice")]
)
def test_learning_ends_in_time(family: Family, name: str, tmp_path: Path) -> None:
    """Programs that run long and many thresholds to move do not outlast the CPU time allowed."""
    read = read_folder(generated(family, name).write(tmp_path), LearningSettings(seconds=1))
    clock = time.thread_time()
    learn_folder(read)
    assert time.thread_time() - clock < 10  # a busy machine stretches every step
