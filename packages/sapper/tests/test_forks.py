"""A process that is forked while threads compute inherits no lock that one of them holds."""

from __future__ import annotations

import functools
import os
import pkgutil
import signal
import threading
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

import sapper
from sapper import json_input
from sapper.lazy import cached_property
from sapper.players import Decision, Reason

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")

PATIENCE = 60  #: seconds after which a child that hangs is killed


def ends(child: Callable[[], object]) -> bool:
    """Run a function in a fork of this process; return whether it returned."""
    with warnings.catch_warnings():  # the thread of the test only waits
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if pid == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(PATIENCE)
        try:
            child()
        except BaseException:
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


def while_a_thread(
    holds: Callable[[Callable[[], None]], object], child: Callable[[], object]
) -> bool:
    """Return whether a child ends that is forked while a thread is in the middle of ``holds``,
    which calls its argument there."""
    middle, go_on = threading.Event(), threading.Event()

    def pause() -> None:
        middle.set()
        go_on.wait()

    thread = threading.Thread(target=holds, args=(pause,))
    thread.start()
    middle.wait()
    try:
        return ends(child)
    finally:
        go_on.set()
        thread.join()


def decision(why: Callable[[], None]) -> Decision:
    def reason() -> Reason:
        why()
        return Reason("proof", "it is safe")

    return Decision(sapper.Move("open", (0, 0)), "csp", reason, None)


def test_a_child_computes_a_property_that_a_thread_was_computing() -> None:
    assert while_a_thread(
        lambda pause: decision(pause).reason, lambda: decision(lambda: None).reason
    )


def test_a_child_reads_json_while_a_thread_was_preparing_a_type() -> None:
    @dataclass
    class New:
        x: int

    def prepare(pause: Callable[[], None]) -> None:
        with json_input._preparing:
            pause()

    assert while_a_thread(prepare, lambda: json_input.read_json('{"x": 1}', New, "a value"))


def test_all_threads_get_the_value_that_was_computed_first() -> None:
    begun = threading.Barrier(2)

    class Slow:
        @cached_property
        def value(self) -> object:
            """A new object each time."""
            begun.wait()  # both compute it, which needs that no lock is taken
            return object()

    slow, found = Slow(), []
    threads = [threading.Thread(target=lambda: found.append(slow.value)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found[0] is found[1] is slow.value
    assert isinstance(Slow.value, functools.cached_property)
    assert Slow.value.__doc__ == "A new object each time."


def test_every_cached_property_of_sapper_takes_no_lock() -> None:
    root = Path(pkgutil.resolve_name("sapper").__path__[0])
    files = [path for path in root.rglob("*.py") if path != root / "lazy.py"]
    for path in files:
        assert "functools import cached_property" not in path.read_text("utf-8"), path
        assert "functools.cached_property" not in path.read_text("utf-8"), path
