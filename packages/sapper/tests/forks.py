"""Commands in forks of the test process: real processes that start without the imports."""

from __future__ import annotations

import gc
import logging
import os
import signal
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from typing import TypeAlias

from sapper.cli import main

#: What a copy does before the command, such as leaving the terminal of the tests.
Preparation: TypeAlias = Callable[[], object]


def fork(
    arguments: Sequence[str], prepare: Preparation, environment: Mapping[str, str]
) -> BaseProcess:
    """Start ``sapper ARGUMENTS`` in a copy of this process, in which ``prepare`` connects the
    standard streams; it ends as an interpreter does that runs nothing else."""
    process = get_context("fork").Process(target=_run, args=(arguments, prepare, environment))
    with warnings.catch_warnings():  # the threads of pytest-xdist only read and wait
        warnings.simplefilter("ignore", DeprecationWarning)
        process.start()
    return process


def _run(arguments: Sequence[str], prepare: Preparation, environment: Mapping[str, str]) -> None:
    """Undo what pytest has changed in this process, and become the command."""
    prepare()
    os.environ.update(environment)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    warnings.simplefilter("ignore")
    logging.getLogger().handlers.clear()
    gc.callbacks.clear()  # hypothesis has one, and Python drops what is raised there, Ctrl-C too
    assert sys.__stdin__ is not None
    assert sys.__stdout__ is not None
    assert sys.__stderr__ is not None
    sys.stdin, sys.stdout, sys.stderr = sys.__stdin__, sys.__stdout__, sys.__stderr__
    sys.__stdout__.reconfigure(line_buffering=sys.__stdout__.isatty())
    sys.argv = ["sapper", *arguments]
    main()
