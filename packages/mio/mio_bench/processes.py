"""Processes with a limit of CPU time, and what they used."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path


@dataclass(frozen=True)
class Run:
    """A finished process: its CPU and wall seconds, its output, and its exit status."""

    cpu: float
    wall: float
    output: str
    status: int = 0


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
