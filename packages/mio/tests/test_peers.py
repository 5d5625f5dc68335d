"""The runner of other learners: a stub stands in for Popper, since neither peer is installed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mio import Clause, MioError, confusion, read_folder
from mio.cli import main as run_command
from mio_bench.__main__ import logged
from mio_bench.peers import Aleph, ordered, peer_of, popper_theory
from mio_bench.results import Result, tables
from mio_bench.tasks import tasks_of
from mio_bench.tasks.graphs import graphs
from mio_bench.tasks.numbers import thresholds
from mio_bench.tasks.sequences import measures
from task_folders import generated

POPPER = """
print("12:00:01 New best hypothesis:")
print("12:00:01 tp:4 fn:36 tn:30 fp:0 size:7")
print("12:00:01 f(A):- edge(A,B),edge(B,A).")
print("********** SOLUTION **********")
print("Precision:1.00 Recall:1.00 TP:40 FN:0 TN:30 FP:0 Size:4")
print("f(A):- red(C),edge(B,C),edge(A,B).")
print("******************************")
"""

PACKAGE = Path(__file__).resolve().parents[1]


def test_stub_of_popper(tmp_path: Path) -> None:
    """The last theory in the output counts, and is scored on the test examples of the task."""
    (tmp_path / "popper.py").write_text(POPPER)
    task = generated(graphs, "graph-two-steps")
    path = task.write(tmp_path)
    read = read_folder(path)
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
    assert popper_theory("1.5s New best hypothesis:\n1.5s f(V0):- edge(V0,V1).") == [
        "f(V0):- edge(V0,V1)."
    ]


def test_aleph_compares_numbers_with_constants(tmp_path: Path) -> None:
    """Its modes have names of their own for the comparisons, and its clauses are read as ours."""
    swipl = tmp_path / "swipl"
    rule = "f(A) :- weight(A,B), at_least(B,120.0), red(A)."
    swipl.write_text(f"#!/bin/sh\ncp task.b {tmp_path}\necho '{rule}' > theory.pl\n")
    swipl.chmod(0o755)
    path = generated(thresholds, "threshold-weight").write(tmp_path)
    answer = Aleph(tmp_path / "aleph.pl", prolog=str(swipl)).learn(read_folder(path), path, 10)
    assert str(answer.theory[0]) == "f(A) :- weight(A,B), B >= 120.0, red(A)."
    assert ":- modeb(*,at_least(+gram,#gram))." in (tmp_path / "task.b").read_text()


def test_literals_after_their_inputs(tmp_path: Path) -> None:
    """A clause is put in an order in which each literal has its inputs."""
    task = generated(measures, "measure-length")
    read = read_folder(task.write(tmp_path))
    clause = Clause.parse("f(A,B) :- succ(D,B), f(C,D), tail(A,C).")
    assert str(ordered(clause, read)) == "f(A,B) :- tail(A,C), f(C,D), succ(D,B)."


def test_missing_peer() -> None:
    """A path without a file is an error of one sentence."""
    with pytest.raises(MioError, match=r"aleph: nowhere/aleph\.pl: no such file"):
        peer_of("aleph", "nowhere/aleph.pl", "", ())


def test_losses_are_named_and_tested() -> None:
    """Tasks on which another learner is better are listed, with McNemar's test; a task without a
    score of every learner does not count in the means."""
    results = [
        Result("easy", "mio", cpu=1.0, right="1111"),
        Result("easy", "Aleph", cpu=3.0, right="1110"),
        Result("hard", "mio", cpu=2.0, right="0" * 8 + "11"),
        Result("hard", "Aleph", cpu=5.0, right="1" * 9 + "0"),
        Result("broken", "mio", right="11"),
        Result("broken", "Aleph", error="no theory"),
    ]
    lines = tables(results)
    counted = (
        "mio is clearly better than the best other learner on 0 of 2 tasks, and clearly worse on 1."
    )
    assert counted in lines
    assert "| hard | 0.200 (1) | 0.900 (1) |" in lines
    assert "| broken | Aleph | no theory |" in lines
    assert lines[-1] == "| hard | 0.200 | Aleph | 0.900 | 0.039 | yes |"
    assert "mean test accuracy, 2 tasks" in lines[9]
    assert lines[11].startswith("| mio | 0.600")
    assert lines[12].endswith("| 1, 0, 1 |")


@pytest.mark.slow
def test_workers_change_no_theory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for task in tasks_of(graphs, 0)[:2]:
        task.write(tmp_path)
    theories = []
    for workers in ("1", "2"):
        log = tmp_path / f"{workers}.jsonl"
        options = ["--seconds", "5", "--log", str(log), "--workers", workers]
        monkeypatch.setattr(sys, "argv", ["mio", "bench", str(tmp_path), *options])
        run_command()
        theories.append({(one.task, one.right, one.literals) for one in logged(log)})
    assert theories[0] == theories[1]
    assert len(theories[0]) == 2
    monkeypatch.setattr(sys, "argv", ["mio", "bench", str(tmp_path), "--workers", "0"])
    with pytest.raises(SystemExit):
        run_command()
    assert "'0' is not a whole number from 1" in capsys.readouterr().err


@pytest.mark.slow
def test_tasks_at_any_depth_and_results_continue(tmp_path: Path) -> None:
    """Folders of folders are searched for tasks, and a result in the log is not made again."""
    task = generated(graphs, "graph-two-steps")
    path = task.write(tmp_path / "one" / "two")
    log = tmp_path / "log.jsonl"
    command = [sys.executable, "-m", "mio_bench", str(tmp_path), "--log", str(log)]
    first, second = (
        subprocess.run(command, capture_output=True, text=True, check=True, cwd=PACKAGE)
        for _ in range(2)
    )
    assert first.stdout == second.stdout
    assert f"| {path.relative_to(tmp_path)} | mio |" in first.stdout
    assert first.stderr
    assert not second.stderr
    assert len(logged(log)) == 1


def test_threads_limited_before_numpy() -> None:
    """The command limits the threads of NumPy before NumPy is imported."""
    code = (
        "import os, sys, importlib.abc\n"
        "class Watch(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'numpy': print(os.environ.get('OPENBLAS_NUM_THREADS'))\n"
        "sys.meta_path.insert(0, Watch())\n"
        "import mio.cli\n"
    )
    environment = {k: v for k, v in os.environ.items() if k != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    assert done.stdout.split() == ["1"]


def test_the_command_learns_every_task_in_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    task = generated(graphs, "graph-two-steps")
    task.write(tmp_path)
    monkeypatch.setattr(sys, "argv", ["mio", "bench", str(tmp_path), "--seconds", "5"])
    run_command()
    assert "| graph-two-steps | mio |" in capsys.readouterr().out
