"""Ctrl-C, SIGTERM or ``kill -9`` in the middle of a command: at something that it does, not after
so many seconds."""

from __future__ import annotations

import subprocess
import sys
from typing import NamedTuple

PATIENCE = 120  #: seconds until a command must have ended, on a machine that has much else to do

#: ``sapper`` with a function of it replaced: at its n-th call a signal goes to all processes, as a
#: terminal sends Ctrl-C, or to the first process alone.
PRESSING = """
import itertools, os, signal, sys
from importlib import import_module
signal.signal(signal.SIGTERM, signal.SIG_DFL)  # processes of pytest-xdist ignore it
place, number, name_of_signal, everyone, *arguments = sys.argv[1:]
module, _, path = place.partition(":")
*parts, name = path.split(".")
owner = import_module(module)
for part in parts:
    owner = getattr(owner, part)
usual, calls = getattr(owner, name), itertools.count(1)
def pressing(*args, **kwargs):
    if next(calls) == int(number):
        (os.killpg if everyone else os.kill)(os.getpid(), signal.Signals[name_of_signal])
    return usual(*args, **kwargs)
setattr(owner, name, pressing)
from sapper.cli import main
from sapper.cli.views import progress
progress.FIRST_SECONDS = float("inf")
main(arguments)
"""


class Interrupted(NamedTuple):
    """How a command ended."""

    code: int
    output: str
    errors: str


def interrupted(
    *arguments: str,
    at: str,
    call: int,
    stdin: str = "",
    by: str = "SIGINT",
    everyone: bool = True,
) -> Interrupted:
    """How ``sapper ARGUMENTS`` ends if Ctrl-C is pressed, or another signal sent, at the n-th call
    of a function, which is named ``module:function`` or ``module:class.method``. Waits until all
    processes have closed the standard streams. ``everyone`` says whether all of them get it."""
    whom = "everyone" if everyone else ""
    command = [sys.executable, "-c", PRESSING, at, str(call), by, whom, *arguments]
    done = subprocess.run(
        command,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        start_new_session=True,
    )
    return Interrupted(done.returncode, done.stdout, done.stderr)
