"""A cluster of two worker processes, started by the commands of the documentation."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from sapper.arena import WorkerLostError
from sapper.errors import InputError
from sapper.players import use_strategies
from sapper_lab import cluster as module
from sapper_lab.cluster import Dask, connected
from sapper_lab.experiment import State, experiment
from sapper_lab.plan import Plan
from tests.arena.games import PYTHON
from tests.lab.test_experiment import games_of, table
from tests.sources import ROOT

# Importing it takes half a second, which every worker would spend on collecting.
pytestmark = pytest.mark.skipif(
    find_spec("distributed") is None, reason="the extra cluster is not installed"
)

PLAN = Plan("small", ("csp", PYTHON), ("beginner8",), games=150, seed=3)


@dataclass(frozen=True)
class Started:
    """Start a scheduler and two workers, and yield the address of the scheduler."""

    address: str
    scheduler: subprocess.Popen[str]
    workers: tuple[subprocess.Popen[str], ...]


def documented() -> list[list[str]]:
    """Return the commands of the documentation that start a cluster."""
    page = (ROOT / "docs" / "arena.md").read_text(encoding="utf-8")
    lines = re.findall(r"^(?:\./uvw run (?:--extra cluster )?)?(dask .*)$", page, re.M)
    return [line.split(" #")[0].split() for line in lines]


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[Started]:
    (head, worker) = documented()
    file = tmp_path / "scheduler.json"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": tmp_path}
    program = [sys.executable, "-m", "dask"]
    with ExitStack() as stack:

        def start(*arguments: str) -> subprocess.Popen[str]:
            command = [*program, *arguments]
            process = subprocess.Popen(command, start_new_session=True, **quiet)  # type: ignore[call-overload]
            stack.callback(process.wait)
            stack.callback(_end, process)
            return process  # type: ignore[no-any-return]

        here = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        scheduler = start(*head[1:], *here, "--scheduler-file", str(file))
        address = written(file, scheduler)
        arguments = [address if "HOST" in word else word for word in worker[1:]]
        workers = tuple(
            start(*arguments, "--nthreads", "2", "--no-nanny", "--no-dashboard") for _ in "ab"
        )
        yield Started(address, scheduler, workers)


def written(file: Path, scheduler: subprocess.Popen[str]) -> str:
    """Return the address of a scheduler, which writes it to a file once it listens on a port."""
    while scheduler.poll() is None:
        with suppress(FileNotFoundError, ValueError):  # it is not there yet, or not whole
            return str(json.loads(file.read_text())["address"])
        time.sleep(0.05)
    raise AssertionError("the scheduler has ended")


def _end(process: subprocess.Popen[str]) -> None:
    """End a process and all processes that it has started."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.slow
def test_a_cluster_plays_the_same_games_and_survives_a_killed_worker(
    dask: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "WORKERS_SECONDS", 120)
    with connected(dask.address) as cluster:
        while cluster.processors < 4:  # one worker may be there long before the other
            time.sleep(0.05)
        # A function without a name goes there whole: the workers do not have this file.
        processes = set(cluster.run(lambda _: (sum(range(10**6)), os.getpid())[1], iter(range(40))))
        assert len(processes) == 2
        assert os.getpid() not in processes
    lost: list[int] = []

    def lose(state: State) -> None:
        if state.done >= 30 and not lost:
            lost.append(state.done)
            os.killpg(dask.workers[0].pid, signal.SIGKILL)

    # The workers have not got the file with this strategy either.
    use_strategies(str(ROOT / "examples" / "quiet.py"))
    plan = replace(PLAN, players=("csp", "quiet"))
    found = experiment(plan, tmp_path / "there.db", scheduler=dask.address, progress=lose)
    here = experiment(plan, tmp_path / "here.db")
    assert lost
    assert lost[0] < 300
    assert table(found) == table(here)
    assert games_of(tmp_path / "there.db") == games_of(tmp_path / "here.db")

    more = replace(plan, games=20_000)
    clients: list[Any] = []

    def noted(client: Any) -> Dask:
        clients.append(client)
        return Dask(client)

    def lose_all(state: State) -> None:
        if state.done > 310:
            clients[-1]._timeout = 3  # seconds in which the scheduler might come back
            _end(dask.scheduler)

    monkeypatch.setattr(module, "Dask", noted)

    with pytest.raises(WorkerLostError, match="the cluster's scheduler is gone"):
        experiment(more, tmp_path / "there.db", scheduler=dask.address, progress=lose_all)
    assert min(map(len, games_of(tmp_path / "there.db").values())) > 150


def test_a_cluster_of_one_thread_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WORKERS_SECONDS", 0)
    monkeypatch.setattr(module, "_threads", lambda client: 1)
    with pytest.raises(InputError, match="the cluster has 1 thread, but needs at least 2"):
        module._check(object())  # type: ignore[arg-type]


@pytest.fixture
def unconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    """No client of Dask is made, which would try for half a minute to connect."""

    def client(*arguments: object, **options: object) -> None:
        pytest.fail("Dask was asked to connect")

    monkeypatch.setattr("distributed.Client", client)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "127.0.0.1:99999", "no address", ""])
@pytest.mark.usefixtures("unconnected")
def test_no_scheduler_is_one_sentence_at_once(tmp_path: Path, address: str) -> None:
    with pytest.raises(InputError, match="no Dask scheduler answers at"):
        experiment(PLAN, tmp_path / "results.db", scheduler=address)
    assert not (tmp_path / "results.db").exists()


@pytest.mark.parametrize("said", [b"", b"HTTP/1.1 400 Bad Request"], ids=["silent", "web"])
@pytest.mark.usefixtures("unconnected")
def test_another_server_is_no_scheduler(tmp_path: Path, said: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def speak() -> None:
            connection, _ = server.accept()
            with connection, suppress(OSError):
                connection.sendall(said)
                connection.recv(1)  # until it hangs up

        threading.Thread(target=speak, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(InputError, match="no Dask scheduler answers at"):
            experiment(PLAN, tmp_path / "results.db", scheduler=address)


def test_a_missing_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r"extra 'cluster': pip install 'sapper\[cluster\]'"):
        experiment(PLAN, tmp_path / "x.db", scheduler="tcp://127.0.0.1:9")
