"""Ctrl-C during a solver call raises KeyboardInterrupt, never an error of the solver."""

import signal
import subprocess
import sys
import time

import pytest

from sapper.inference import MiniCard
from tests.sources import ROOT

SOLVING = """
from tests.test_solver import MiniCard, pigeons
solver = MiniCard()
pigeons(solver, 12)
try:
    print("at it", flush=True)
    solver.solve()
except KeyboardInterrupt:
    print("interrupted")
"""


def pigeons(solver: MiniCard, holes: int) -> None:
    """The pigeonhole problem with one pigeon too many: no model, and hard to prove with clauses."""
    places = [[solver.variable() for _ in range(holes)] for _ in range(holes + 1)]
    for pigeon in places:
        solver.clause(*pigeon)
    for a in range(holes + 1):
        for b in range(a):
            for hole in range(holes):
                solver.clause(-places[a][hole], -places[b][hole])


@pytest.mark.slow
def test_ctrl_c_ends_a_long_question_as_it_ends_everything() -> None:
    command = [sys.executable, "-c", SOLVING]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "at it\n"
        time.sleep(0.3)  # that it is in the midst of it; it would take hours
        process.send_signal(signal.SIGINT)
        try:
            output, _ = process.communicate(timeout=120)
        finally:
            process.kill()
    assert (output, process.returncode) == ("interrupted\n", 0)
