"""Which of the collected tests a session runs: one shard of them, or as many as a budget allows.

``--shard K/N`` keeps each N-th test, so that N machines share the tests. ``--budget SECONDS`` takes
the tests in their order and starts none that would probably end too late, judging by what it took
last time; the sessions of several processes remember that in pytest's cache.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

TIMES = "sapper/seconds"  #: the key in pytest's cache: the seconds of tests, by their names
SLOW, UNKNOWN = 30.0, 1.0  #: what a test takes that has never run: one marked slow, any other one


def shard(text: str) -> tuple[int, int]:
    """Return K and N of ``K/N``."""
    match = re.fullmatch(r"(\d+)/(\d+)", text)
    if match is None or not 1 <= int(match[1]) <= int(match[2]):
        raise ValueError(f"--shard {text}: expected K/N with 1 ≤ K ≤ N, such as 2/3")
    return int(match[1]), int(match[2])


def in_shard(number: int, part: int, parts: int) -> bool:
    """Whether a shard, counted from 1, has the test of a number, counted from 0."""
    return number % parts == part - 1


def fits(known: float | None, slow: bool, left: float) -> bool:
    """Whether a test is expected to end within the seconds left."""
    expected = known if known is not None else SLOW if slow else UNKNOWN
    return expected <= left


def merged(old: Mapping[str, float], new: Mapping[str, float]) -> dict[str, float]:
    """Return the newest time of each test, without those of files that are gone."""
    times = {**old, **{test: round(seconds, 2) for test, seconds in new.items()}}
    files = {test.partition("::")[0] for test in times}
    gone = {file for file in files if not Path(file).exists()}
    return {test: times[test] for test in sorted(times) if test.partition("::")[0] not in gone}


def needs_site(item: pytest.Item) -> bool:
    """Whether a test needs one of the built sites. These tests are the longest: they begin, so that
    none of them is left to one worker while the others have nothing to do."""
    return "site" in getattr(item, "fixturenames", ())


class Selection:
    """The plugin, in the process that the user starts and in those that run tests for it."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.is_worker = hasattr(config, "workerinput")
        budget = config.getoption("--budget")
        self.ends: float | None = None
        if self.is_worker:
            self.ends = config.workerinput["ends"]  # type: ignore[attr-defined]
        elif budget is not None:
            self.ends = time.time() + budget
        self.known: dict[str, float] = self._cached() if self.ends is not None else {}
        self.seconds: dict[str, float] = {}
        self.left_out = 0

    def _cached(self) -> dict[str, float]:
        cache = getattr(self.config, "cache", None)
        return cache.get(TIMES, {}) if cache is not None else {}

    @pytest.hookimpl(trylast=True)  # after the marks have chosen
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self.ends is None:  # no order was asked for
            items.sort(key=lambda item: not needs_site(item))
        chosen = self.config.getoption("--shard")
        if chosen is not None:
            others = [item for n, item in enumerate(items) if not in_shard(n, *chosen)]
            items[:] = [item for n, item in enumerate(items) if in_shard(n, *chosen)]
            self.config.hook.pytest_deselected(items=others)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> bool | None:
        if self.ends is None:
            return None
        slow = item.get_closest_marker("slow") is not None
        if fits(self.known.get(item.nodeid), slow, self.ends - time.time()):
            return None
        self.left_out += 1
        # The test before this one has kept what it shares with this one.
        item.session._setupstate.teardown_exact(nextitem)
        return True  # nothing runs, and nothing is reported

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        node.workerinput["ends"] = self.ends

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.left_out += getattr(node, "workeroutput", {}).get("left_out", 0)

    def pytest_sessionfinish(self) -> None:
        if self.is_worker:
            self.config.workeroutput["left_out"] = self.left_out  # type: ignore[attr-defined]
        elif self.config.getoption("numprocesses", None) and hasattr(self.config, "cache"):
            self.config.cache.set(TIMES, merged(self._cached(), self.seconds))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if self.left_out:
            terminalreporter.write_line(f"not run, to keep within the budget: {self.left_out}")
