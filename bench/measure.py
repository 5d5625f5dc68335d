"""Timing: CPU time over several rounds, with all rivals one after the other in each round."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.table import Spread

Job = Callable[[], object]


def cpu_seconds(job: Job) -> float:
    """Return the CPU time of this process for a job."""
    before = time.process_time()
    job()
    return time.process_time() - before


def rivals(jobs: Mapping[str, Job], rounds: int, scale: float) -> dict[str, Spread]:
    """Return the CPU seconds of each job times ``scale``, over rounds that run every job once.

    A first round is a warm-up and does not count.
    """
    for job in jobs.values():
        job()
    taken: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(rounds):
        for name, job in jobs.items():
            taken[name].append(scale * cpu_seconds(job))
    return {name: Spread.of(values) for name, values in taken.items()}


@dataclass(frozen=True)
class Run:
    """A finished process: its CPU and wall seconds, and its output."""

    cpu: float
    wall: float
    output: str


def run(command: Sequence[str]) -> Run:
    """Run a command to its end. Raises ``SystemExit`` if it fails."""
    started = time.perf_counter()
    # This is the resource usage of this child alone, with the children it has waited for.
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"bench: {' '.join(command)} failed with {process.returncode}")
    return Run(usage.ru_utime + usage.ru_stime, time.perf_counter() - started, output)


def peak_megabytes() -> int:
    """Return the peak memory of this process.

    The resource usage of Linux includes the memory of the parent process at the start; the status
    file does not.
    """
    status = Path("/proc/self/status")
    if status.exists():
        (kilobytes,) = re.findall(r"VmHWM:\s*(\d+) kB", status.read_text())
        return round(int(kilobytes) / 1024)
    import resource

    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
