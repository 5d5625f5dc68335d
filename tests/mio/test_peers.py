"""The runner of other learners: a stub stands in for Popper, since neither peer is installed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench.mio import summary
from bench.peers import ordered, peer_of, popper_theory
from bench.tasks import made
from sapper.errors import SapperError
from sapper.mio import Clause, confusion, folder

POPPER = """
print("12:00:01 New best hypothesis:")
print("12:00:01 tp:4 fn:36 tn:30 fp:0 size:7")
print("12:00:01 f(A):- edge(A,B),edge(B,A).")
print("********** SOLUTION **********")
print("Precision:1.00 Recall:1.00 TP:40 FN:0 TN:30 FP:0 Size:4")
print("f(A):- red(C),edge(B,C),edge(A,B).")
print("******************************")
"""


def test_stub_of_popper(tmp_path: Path) -> None:
    """The last theory in the output counts, and is scored on the test examples of the task."""
    (tmp_path / "popper.py").write_text(POPPER)
    (task,) = [task for task in made("development", 0) if task.name == "graph-two-steps"]
    path = task.write(tmp_path)
    read = folder(path)
    peer = peer_of("popper", str(tmp_path / "popper.py"), sys.executable, ())
    answer = peer.learn(read, path, 10)
    assert answer.cpu > 0
    assert str(answer.theory[0]) == "f(A) :- edge(A,B), edge(B,C), red(C)."
    assert read.test is not None
    assert confusion(read.background, answer.theory, read.test).accuracy == 1


def test_best_so_far() -> None:
    """Without a solution, the best theory so far counts; without any, the theory is empty."""
    assert popper_theory(POPPER.split("*")[0].replace('print("', "").replace('")', "")) == [
        "f(A):- edge(A,B),edge(B,A)."
    ]
    assert popper_theory("NO SOLUTION") == []


def test_literals_after_their_inputs(tmp_path: Path) -> None:
    """A clause is put in an order in which each literal has its inputs."""
    (task,) = [task for task in made("development", 0) if task.name == "measure-length"]
    read = folder(task.write(tmp_path))
    clause = Clause.parse("f(A,B) :- succ(D,B), f(C,D), tail(A,C).")
    assert str(ordered(clause, read)) == "f(A,B) :- tail(A,C), f(C,D), succ(D,B)."


def test_missing_peer() -> None:
    """A path without a file is an error of one sentence."""
    with pytest.raises(SapperError, match=r"aleph: nowhere/aleph\.pl: no such file"):
        peer_of("aleph", "nowhere/aleph.pl", "", ())


def test_summary() -> None:
    """The summary has the mean accuracy and the median time."""
    (line,) = summary({"sapper": [(1.0, 1.0), (0.5, 3.0)], "Aleph": []})
    assert line.endswith("0.7500 on 2 tasks, median CPU time 2.0 s")


def test_threads_limited_before_numpy() -> None:
    """``sapper learn`` limits the threads of NumPy before NumPy is imported."""
    code = (
        "import os, sys, importlib.abc\n"
        "class Watch(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'numpy': print(os.environ.get('OPENBLAS_NUM_THREADS'))\n"
        "sys.meta_path.insert(0, Watch())\n"
        "import sapper.cli.verbs.learn\n"
    )
    environment = {k: v for k, v in os.environ.items() if k != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    assert done.stdout.split() == ["1"]
