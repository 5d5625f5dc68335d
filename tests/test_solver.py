"""Ctrl-C while the solver works is Ctrl-C, never an error of the solver."""

import os
import subprocess

import pytest

from sapper.inference.minicard import MiniCard


def pigeons(solver: MiniCard, holes: int) -> None:
    """One more pigeon than holes, each in a hole: no model, and hard to see by clauses."""
    places = [[solver.variable() for _ in range(holes)] for _ in range(holes + 1)]
    for pigeon in places:
        solver.clause(*pigeon)
    for a in range(holes + 1):
        for b in range(a):
            for hole in range(holes):
                solver.clause(-places[a][hole], -places[b][hole])


def test_ctrl_c_ends_a_long_question_as_it_ends_everything() -> None:
    solver = MiniCard()
    pigeons(solver, 12)
    with (
        subprocess.Popen(["sh", "-c", f"sleep 0.5; kill -INT {os.getpid()}"]),
        pytest.raises(KeyboardInterrupt),
    ):
        solver.solve()
