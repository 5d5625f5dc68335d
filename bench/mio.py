"""Learning tasks: time, accuracy and size of the theories, of sapper and of other learners.

    python -m bench.mio FOLDER [NAME …]
    python -m bench.mio FOLDER --aleph ALEPH.pl --popper POPPER.py --popper-python PYTHON

FOLDER has a subfolder for each task. All learners get the same training examples and the same CPU
seconds, and sapper scores their theories on the same test examples. The time of sapper is that of
learning, the time of the others that of the whole process. ``facts`` are clauses without a body,
such as positives that no rule covers; ``literals`` is the size of the theory without them, heads
included.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean, median

from bench.peers import Answer, Peer, peer_of
from sapper.errors import SapperError
from sapper.mio import Folder, LearningSettings, confusion, folder, learn_folder

_HEAD = "| task | learner | wall s | CPU s | train | test | clauses | literals | facts |"


def main() -> None:
    """Learn each task once with each learner, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m bench.mio", description=__doc__)
    parser.add_argument("folder", type=Path, help="folder of the task folders")
    parser.add_argument("names", nargs="*", help="tasks [all]")
    parser.add_argument("--seconds", type=float, default=60.0, help="CPU time for each task [60]")
    parser.add_argument("--aleph", metavar="FILE", help="Aleph's source, for SWI-Prolog")
    parser.add_argument("--aleph-set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--popper", metavar="FILE", help="the popper.py of a copy of Popper")
    parser.add_argument("--popper-python", default=sys.executable, metavar="FILE")
    parser.add_argument("--popper-option", action="append", default=[], metavar="OPTION")
    asked = parser.parse_args()
    peers: list[Peer] = [_Sapper()]
    try:
        if asked.aleph:
            peers.append(peer_of("aleph", asked.aleph, "", asked.aleph_set))
        if asked.popper:
            options = asked.popper_option
            peers.append(peer_of("popper", asked.popper, asked.popper_python, options))
    except SapperError as error:
        parser.error(str(error))
    print(_HEAD)
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|")
    scores: dict[str, list[tuple[float, float]]] = {peer.name: [] for peer in peers}
    for path in sorted(asked.folder.iterdir()):
        if path.is_dir() and (not asked.names or path.name in asked.names):
            for peer in peers:
                cells = _row(peer, path, asked.seconds, scores[peer.name])
                print("|", " | ".join([path.name, peer.name, *cells]), "|", flush=True)
    for line in summary(scores):
        print(line)


class _Sapper:
    name = "sapper"

    def learn(self, task: Folder, folder: Path, seconds: float) -> Answer:
        """Learn in this process."""
        wall, cpu = time.perf_counter(), time.process_time()
        learned, _ = learn_folder(task)
        return Answer(learned.theory, time.process_time() - cpu, time.perf_counter() - wall)


def _row(peer: Peer, path: Path, seconds: float, scores: list[tuple[float, float]]) -> list[str]:
    """Learn a task, add its test accuracy and CPU time to the scores, and return its cells.

    For a folder in error, returns a sentence.
    """
    try:
        task = folder(path, LearningSettings(seconds=seconds))
        answer = peer.learn(task, path, seconds)
        train = confusion(task.background, answer.theory, task.examples)
        test = None if task.test is None else confusion(task.background, answer.theory, task.test)
    except SapperError as error:
        return [str(error)]
    if test is not None:
        scores.append((test.accuracy, answer.cpu))
    rules = [clause for clause in answer.theory if clause.body]
    return [
        f"{answer.wall:.1f}",
        f"{answer.cpu:.1f}",
        f"{train.accuracy:.4f}",
        "" if test is None else f"{test.accuracy:.4f}",
        str(len(rules)),
        str(sum(clause.size for clause in rules)),
        str(len(answer.theory) - len(rules)),
    ]


def summary(scores: Mapping[str, Sequence[tuple[float, float]]]) -> list[str]:
    """Return a line for each learner: the mean test accuracy, and the median CPU time."""
    return [
        f"{name}: mean test accuracy {fmean(a for a, _ in rows):.4f} on {len(rows)} tasks, "
        f"median CPU time {median(s for _, s in rows):.1f} s"
        for name, rows in scores.items()
        if rows
    ]


if __name__ == "__main__":
    main()
