"""Logging, switched on by the environment variable ``SAPPER_LOG``.

``sapper.players`` logs every decision, ``sapper.arena`` every batch, ``sapper.worker`` the start
and end of processes, and ``sapper_workbench.web`` failed requests. The log goes to standard error.
"""

from __future__ import annotations

import os

from sapper.errors import InputError, listed

VARIABLE = "SAPPER_LOG"
LEVELS = ("debug", "info", "warning", "error")
FORMAT = "%(asctime)s %(process)d %(name)s: %(message)s"


def configure_logging() -> None:
    """Configure logging from ``SAPPER_LOG``; do nothing if it is not set.

    Raises ``InputError`` for an unknown level.
    """
    level = os.environ.get(VARIABLE, "").lower()
    if not level:
        return
    if level not in LEVELS:
        raise InputError(f"{VARIABLE}={level}: expected {listed(LEVELS, 'or')}")
    import logging

    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter(FORMAT))
    log = logging.getLogger("sapper")
    log.setLevel(level.upper())
    log.handlers = [handler]
    log.propagate = False
