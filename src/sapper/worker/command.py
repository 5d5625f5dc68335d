"""How a worker process is started, and what can happen to it."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import Any

from sapper.errors import SapperError


class StoppedError(SapperError):
    """The call was stopped before it returned."""


class DiedError(SapperError):
    """The worker process ended before the call returned."""


@dataclass(frozen=True)
class Limits:
    """Limits on a worker process: address space in bytes, CPU time in seconds, and how much
    ``nice`` lowers its priority; and on each call of the blocking front, in seconds. None means no
    limit. Systems without limits on a process ignore them."""

    memory: int | None = None
    cpu_seconds: int | None = None
    nice: int = 0
    seconds: float | None = None

    def arguments(self) -> list[str]:
        """The limits as command-line arguments of the worker."""
        return [str(self.memory or 0), str(self.cpu_seconds or 0), str(self.nice)]


def command(limits: Limits) -> list[str]:
    """The command that starts a worker."""
    return [sys.executable, "-m", "sapper.worker", *limits.arguments()]


def options() -> dict[str, Any]:
    """Options for ``subprocess``: the worker is out of reach of the terminal's Ctrl-C, and its
    numeric libraries start no threads of their own."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    return {"env": environment, "start_new_session": True}
