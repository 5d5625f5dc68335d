"""Learning tasks: time, accuracy and size of the theories, of mio and of other learners.

    mio bench FOLDER [NAME …]
    mio bench FOLDER --log results.jsonl --aleph aleph.pl --popper popper.py

Every folder below FOLDER that has a bk.pl, bias.pl and exs.pl is a task. All learners get the same
training examples and the same CPU seconds, and mio scores their theories on the same test
examples. The time of mio is that of learning, the time of the others that of the whole process.

Each result is a line of the log. A run continues where an earlier one stopped, so another learner
or more tasks can join later. The tables cover the whole log.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from fnmatch import fnmatch
from multiprocessing import get_context
from pathlib import Path

from mio import Examples, Folder, LearningSettings, MioError, confusion, holds, learn, read_folder
from mio_bench.peers import Answer, Peer, peer_of
from mio_bench.results import Result, tables

_FILES = ("bk.pl", "bias.pl", "exs.pl")


def main(name: str = "python -m mio_bench") -> None:
    """Learn each task once with each learner, and print tables; ``name`` is that of the command."""
    parser = argparse.ArgumentParser(
        prog=name,
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path, help="folder of task folders, at any depth")
    parser.add_argument("names", nargs="*", help="tasks, or patterns such as '*-noise*' [all]")
    parser.add_argument("--seconds", type=float, default=60.0, help="CPU time for each task [60]")
    parser.add_argument("--seed", type=int, default=0, help="random seed of mio [0]")
    parser.add_argument("--workers", type=_count, default=1, help="tasks learned at a time [1]")
    parser.add_argument("--log", type=Path, metavar="FILE", help="finished results")
    parser.add_argument("--aleph", metavar="FILE", help="Aleph's source, for SWI-Prolog")
    parser.add_argument("--aleph-set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--popper", metavar="FILE", help="the popper.py of a copy of Popper")
    parser.add_argument("--popper-python", default=sys.executable, metavar="FILE")
    parser.add_argument("--popper-option", action="append", default=[], metavar="OPTION")
    asked = parser.parse_args()
    peers: list[Peer] = [_Mio()]
    try:
        if asked.aleph:
            peers.append(peer_of("aleph", asked.aleph, "", asked.aleph_set))
        if asked.popper:
            options = asked.popper_option
            peers.append(peer_of("popper", asked.popper, asked.popper_python, options))
    except MioError as error:
        parser.error(str(error))
    results = logged(asked.log)
    done = {(one.task, one.learner) for one in results}
    waiting = [
        (peer, name, path, asked.seconds, asked.seed)
        for name, path in tasks(asked.folder)
        if not asked.names or any(fnmatch(path.name, pattern) for pattern in asked.names)
        for peer in peers
        if (name, peer.name) not in done
    ]
    for found in _made(waiting, asked.workers):
        results.append(found)
        print(found.line, file=sys.stderr, flush=True)
        if asked.log:
            with asked.log.open("a", encoding="utf-8") as log:
                print(json.dumps(asdict(found)), file=log)
    print("\n".join(tables(results)))


def _count(text: str) -> int:
    """Read a whole number from 1. Raises ``ArgumentTypeError``."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return int(text)


def _made(waiting: Sequence[tuple[Peer, str, Path, float, int]], workers: int) -> Iterator[Result]:
    """Yield the results of learning each task, as they are finished by some processes."""
    if workers == 1:
        yield from (result(*one) for one in waiting)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for done in as_completed([pool.submit(result, *one) for one in waiting]):
            yield done.result()


class _Mio:
    name = "mio"

    def learn(self, task: Folder, folder: Path, seconds: float) -> Answer:
        """Learn in this process."""
        wall, cpu = time.perf_counter(), time.process_time()
        learned = learn(task.background, task.declared, task.examples, task.settings, auto=True)
        return Answer(learned.theory, time.process_time() - cpu, time.perf_counter() - wall)


def tasks(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the name of each task below a folder, its path from there, and its folder."""
    for file in sorted(folder.rglob(_FILES[0])):
        if all((file.parent / name).is_file() for name in _FILES):
            yield str(file.parent.relative_to(folder)), file.parent


def logged(log: Path | None) -> list[Result]:
    """Return the results in a log, which may not exist yet."""
    if log is None or not log.exists():
        return []
    return [Result(**json.loads(line)) for line in log.read_text().splitlines()]


def result(peer: Peer, name: str, path: Path, seconds: float, seed: int = 0) -> Result:
    """Learn a task and score the theory."""
    try:
        task = read_folder(path, LearningSettings(seconds=seconds, seed=seed))
        answer = peer.learn(task, path, seconds)
        train = confusion(task.background, answer.theory, task.examples)
        right = None if task.test is None else _right(task, answer, task.test)
    except MioError as error:
        return Result(name, peer.name, error=str(error))
    rules = [clause for clause in answer.theory if clause.body]
    return Result(
        name,
        peer.name,
        round(answer.wall, 2),
        round(answer.cpu, 2),
        round(train.accuracy, 4),
        None if right is None else "".join("01"[one] for one in right),
        len(rules),
        sum(clause.size for clause in rules),
        len(answer.theory) - len(rules),
    )


def _right(task: Folder, answer: Answer, test: Examples) -> Sequence[bool]:
    """Return for each test example whether the theory is right about it."""
    positive = holds(task.background, answer.theory, test.positives)
    negative = holds(task.background, answer.theory, test.negatives)
    return [*positive, *(not one for one in negative)]


if __name__ == "__main__":
    main()
