"""``bench.instructions`` counts the instructions of jobs, where perf or valgrind can."""

from __future__ import annotations

import pytest

from bench.instructions import Meter, jobs, sample, working


@pytest.fixture(scope="module")
def meter() -> Meter:
    found = working()
    if found is None:
        pytest.skip("neither perf nor valgrind can count instructions here")
    return found


def test_more_work_takes_more_instructions(meter: Meter) -> None:
    short, long = (meter.count(("sh", "-c", f"for i in {'1 ' * n}; do :; done")) for n in (1, 999))
    assert 0 < short < long


def test_a_command_that_fails_is_not_counted(meter: Meter) -> None:
    with pytest.raises(ValueError, match="cannot count"):
        meter.count(("false",))


def test_every_job_has_parts_and_runs() -> None:
    made = jobs(sample(2, 1, 1))
    assert len(made) == 5
    for _, times, job in made:
        assert times > 0
        job()
