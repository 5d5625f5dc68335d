"""Timing: CPU time over several rounds, with all rivals one after the other in each round."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
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
    """A finished process: its CPU and wall seconds, its output, and its exit status."""

    cpu: float
    wall: float
    output: str
    status: int = 0


def run(command: Sequence[str]) -> Run:
    """Run a command to its end. Raises ``SystemExit`` if it fails."""
    done = limited_run(command)
    if done.status:
        raise SystemExit(f"bench: {' '.join(command)} failed with {done.status}")
    return done


def limited_run(
    command: Sequence[str],
    *,
    cpu_limit: float | None = None,
    folder: Path | None = None,
    errors: bool = False,
) -> Run:
    """Run a command until it ends, fails, or has used up its CPU time.

    - ``cpu_limit``: whole CPU seconds (rounded up) after which the process is terminated;
    - ``folder``: the working directory;
    - ``errors``: whether ``output`` includes standard error.
    """
    started = time.perf_counter()
    if cpu_limit is not None:
        command = ["/bin/sh", "-c", f'ulimit -t {ceil(cpu_limit)}; exec "$@"', "sh", *command]
    # This is the resource usage of this child alone, with the children it has waited for.
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if errors else None,
        text=True,
        cwd=folder,
    ) as process:
        assert process.stdout is not None
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - started
    return Run(usage.ru_utime + usage.ru_stime, wall, output, process.returncode)


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
