"""Workers: a mind elsewhere decides as one here does, and is stopped at once."""

import os
import threading
import time
from collections.abc import Iterator

import pytest

from sapper.errors import ImpossiblePositionError
from sapper.game import Position
from sapper.inference import analyse
from sapper.players import player
from sapper.study.session.session import Session
from sapper.study.worker import StoppedError, Worker
from tests.study.games import timeless_record, world


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.close()


def test_session_that_thinks_elsewhere_plays_the_same_game(worker: Worker) -> None:
    here = Session(world(3, size="medium"), player("logic3"), 7)
    there = Session(world(3, size="medium"), player("logic3"), 7, minds=worker.mind)
    for session in (here, there):
        for move in range(12):
            if session.position.outcome == "playing":
                session.agent()
            if move % 4 == 3:
                session.undo()
    assert timeless_record(here.record()) == timeless_record(there.record())


def test_error_elsewhere_is_an_error_here(worker: Worker) -> None:
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


def test_closing_ends_the_process(worker: Worker) -> None:
    before = worker.call(os.getpid)
    worker.close()
    with pytest.raises(ProcessLookupError):
        os.kill(before, 0)
    assert worker.call(os.getpid) != before


def test_process_that_dies_is_one_sentence(worker: Worker) -> None:
    with pytest.raises(StoppedError, match="process died"):
        worker.call(os._exit, 3)
    assert worker.call(abs, -4) == 4
