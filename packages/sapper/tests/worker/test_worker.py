"""Workers answer as a call here does, stop at once, keep their limits, and die in a sentence."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from sapper.errors import ImpossiblePositionError
from sapper.game import Position
from sapper.inference import analyse
from sapper.worker import (
    AsyncWorker,
    Call,
    DiedError,
    Done,
    Failed,
    News,
    ProcessLimits,
    Started,
    StoppedError,
    Worker,
)

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and limits of POSIX")


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.close()


def count(report: Callable[[int], None], most: int) -> str:
    """Reports 1, 2, …; for a call with news."""
    for number in range(1, most + 1):
        report(number)
    return "counted"


def fill(size: int) -> int:
    return len(bytearray(size))


def spin() -> None:
    while True:
        pass


def unpicklable() -> Any:
    return threading.Lock()


def shout() -> str:
    sys.stdout.write("this must not mix with the answers")
    sys.stdout.flush()
    os.write(1, b"nor this")
    return "whispered"


def test_an_error_there_is_the_same_error_here(worker: Worker) -> None:
    with pytest.raises(ImpossiblePositionError, match="the 1 at") as raised:
        worker.call(analyse, Position.parse("2x1x0\n1H"), seconds=5.0)
    assert raised.value.clues == ((0, 0),)


def test_stopping_is_at_once_and_the_next_call_is_answered(worker: Worker) -> None:
    worker.call(time.sleep, 0)
    found: list[BaseException] = []

    def wait() -> None:
        try:
            worker.call(time.sleep, 3600)
        except StoppedError as error:
            found.append(error)

    thread = threading.Thread(target=wait)
    thread.start()
    while not worker.busy:
        time.sleep(0.001)
    worker.stop()
    thread.join(120)
    assert len(found) == 1
    assert worker.call(abs, -3) == 3


def test_stopping_an_idle_worker_changes_nothing(worker: Worker) -> None:
    before = worker.call(os.getpid)
    worker.stop()
    assert worker.call(os.getpid) == before


def test_closing_ends_the_process_and_the_calls() -> None:
    worker = Worker()
    process = worker.call(os.getpid)
    worker.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    with pytest.raises(StoppedError):
        worker.call(os.getpid)


@pytest.mark.parametrize("end", [Worker.stop, Worker.close])
def test_a_process_that_starts_while_it_is_stopped_does_not_stay(
    end: Callable[[Worker], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    worker, made = Worker(), []

    class Slow(subprocess.Popen[bytes]):
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            made.append(self)
            end(worker)

    monkeypatch.setattr(subprocess, "Popen", Slow)
    with pytest.raises(StoppedError):
        worker.call(abs, -1)
    assert [process.returncode for process in made] == [-signal.SIGKILL]


def test_a_process_that_died_between_two_calls_is_replaced(worker: Worker) -> None:
    before = worker.call(os.getpid)
    process = worker._process
    assert process is not None
    process.kill()
    process.wait()
    assert worker.call(os.getpid) != before
    assert process.stdin is not None
    assert process.stdin.closed


def test_a_process_that_dies_is_one_sentence(worker: Worker) -> None:
    with pytest.raises(DiedError, match="ended unexpectedly"):
        worker.call(os._exit, 3)
    assert worker.call(abs, -4) == 4


def test_news_come_in_order_before_the_result(worker: Worker) -> None:
    news: list[int] = []
    assert worker.follow(Call(count, (5,), news=True), news.append) == "counted"
    assert news == [1, 2, 3, 4, 5]


def test_what_a_call_prints_does_not_mix_with_answers(worker: Worker) -> None:
    assert worker.call(shout) == "whispered"
    assert worker.call(abs, -5) == 5


def test_an_answer_that_cannot_be_sent_is_an_error(worker: Worker) -> None:
    with pytest.raises(RuntimeError, match="cannot be sent"):
        worker.call(unpicklable)
    assert worker.call(abs, -6) == 6


@pytest.mark.skipif(sys.platform != "linux", reason="others do not bound the address space")
def test_memory_is_limited() -> None:
    worker = Worker(ProcessLimits(memory=1_500_000_000))
    try:
        with pytest.raises(MemoryError):
            worker.call(fill, 3_000_000_000)
        assert worker.call(fill, 10) == 10
    finally:
        worker.close()


@pytest.mark.slow
def test_cpu_time_is_limited() -> None:
    worker = Worker(ProcessLimits(cpu_seconds=1))
    try:
        with pytest.raises(DiedError):
            worker.call(spin)
    finally:
        worker.close()


def test_a_worker_ends_with_its_caller() -> None:
    outer = Worker()
    try:
        grandchild = outer.call(_nested)
        outer.close()
        for _ in range(60_000):
            try:
                os.kill(grandchild, 0)
            except ProcessLookupError:
                break
            time.sleep(0.001)
        else:
            pytest.fail("the worker of a worker that was killed lives on")
    finally:
        outer.close()


_kept: list[Worker] = []


def _nested() -> int:
    _kept.append(Worker())
    return _kept[0].call(os.getpid)


@pytest.mark.slow
def test_the_asyncio_front_answers_alike_and_cancels_at_the_next_news() -> None:
    async def scenario() -> None:
        worker = await AsyncWorker.start()
        try:
            worker.send(Call(count, (2,), news=True))
            answers = [await worker.receive() for _ in range(4)]
            assert answers == [Started(), News(1), News(2), Done("counted")]
            worker.send(Call(count, (10**9,), news=True))
            assert await worker.receive() == Started()
            assert isinstance(await worker.receive(), News)
            worker.cancel()
            while isinstance(answer := await worker.receive(), News):
                pass
            assert isinstance(answer, Failed)
            worker.send(Call(abs, (-7,)))
            assert await worker.receive() == Done(7)
            worker.send(Call(os._exit, (1,)))
            with pytest.raises(DiedError):
                await worker.receive()
        finally:
            await worker.end()

    asyncio.run(scenario())


def test_a_process_that_has_just_ended_is_not_unknown(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        with notified():
            worker = await AsyncWorker.start()
            os.kill(worker.pid, signal.SIGKILL)
            os.waitid(os.P_PID, worker.pid, os.WEXITED | os.WNOWAIT)
            await worker.end()

    asyncio.run(scenario())
    assert not caplog.records


@contextmanager
def notified() -> Iterator[None]:
    """Let asyncio take exit codes in the event loop, as it does since Python 3.12, and not in a
    thread."""
    if sys.version_info >= (3, 12):
        yield
        return
    before = asyncio.get_child_watcher()
    watcher = asyncio.PidfdChildWatcher()
    watcher.attach_loop(asyncio.get_running_loop())
    asyncio.set_child_watcher(watcher)
    try:
        yield
    finally:
        asyncio.set_child_watcher(before)
