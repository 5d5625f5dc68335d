"""The runner: every instance is played once, series take turns, and tallies add up."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from threading import Thread
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.arena import (
    Batch,
    Interrupted,
    Pace,
    SummedSeries,
    Sums,
    WorkerPool,
    plus,
    run,
    run_summed,
)
from sapper.arena import runner as runner_module
from sapper.arena.runner import _jobs
from sapper.errors import InputError


@dataclass(frozen=True)
class Numbers(Sums):
    """The numbers played, how often, and their sum."""

    seen: Counter[int] = field(default_factory=Counter)
    parts: tuple[tuple[int, float], ...] = ((0, 0.0),)


def numbers(given: Sequence[int]) -> Numbers:
    return Numbers(Counter(given), ((len(given), float(sum(given))),))


def series(*games: int) -> list[SummedSeries[Numbers]]:
    return [SummedSeries(n, numbers, Numbers()) for n in games]


@pytest.mark.parametrize(
    "workers", [WorkerPool(), WorkerPool(3, threads=True), WorkerPool(2)], ids=str
)
def test_every_instance_is_played_once_by_any_workers(workers: WorkerPool) -> None:
    found = series(50, 1, 7)
    run(found, workers)
    for one, games in zip(found, (50, 1, 7), strict=True):
        assert one.total.seen == Counter(range(games))
        assert one.total.parts == ((games, games * (games - 1) / 2),)
        assert (one.left, one.done, one.due) == (0, games, games)


@given(st.integers(1, 10_000), st.integers(1, 8), st.floats(1e-9, 10))
def test_batches_cover_all_games(games: int, workers: int, seconds: float) -> None:
    pace = Pace(workers)
    left = games
    while left:
        size = pace.games(left)
        assert 1 <= size <= left
        left -= size
        pace.record(size, seconds * size)
        if seconds * size > 10 * runner_module.BATCH_SECONDS:
            assert size == 1 or left == 0 or pace.games(left) < size


@given(
    st.lists(st.tuples(st.floats(1e-9, 5), st.integers(1, 60)), min_size=1, max_size=4),
    st.integers(1, 4),
)
def test_series_take_turns_in_even_rounds(costs: list[tuple[float, int]], workers: int) -> None:
    found = series(*(games for _, games in costs))
    paces = [Pace(workers) for _ in found]
    played = [0] * len(found)
    for index, batch in _jobs(found, paces):
        size = len(batch.numbers)
        assert batch.numbers.start == played[index]
        behind = [n for n, (_, games) in zip(played, costs, strict=True) if n < games]
        assert played[index] == min(behind)  # nobody is ahead by more than a round
        played[index] += size
        paces[index].record(size, costs[index][0] * size)
    assert played == [games for _, games in costs]


def test_prepared_input_goes_to_the_game() -> None:
    one = SummedSeries(9, sum, 0, prepare=lambda batch: [10 * number for number in batch], weight=4)
    run([one], WorkerPool())
    assert one.total == 360
    assert (one.done, one.due) == (36, 36)


def test_progress_begins_with_nothing_and_ends_with_everything() -> None:
    said: list[tuple[int, int]] = []
    found = series(20, 30)
    totals = run_summed(
        found,
        lambda: [one.done for one in found],
        WorkerPool(),
        lambda done, due: said.append((done, due)),
    )
    assert totals == [20, 30]
    assert said[0] == (0, 50)
    assert said[-1] == (50, 50)
    assert said == sorted(said)


@pytest.mark.parametrize("workers", [WorkerPool(), WorkerPool(2, threads=True)], ids=str)
def test_an_interrupt_holds_what_is_finished(workers: WorkerPool) -> None:
    found = series(1000, 1000)

    def stop(done: int, _: int) -> None:
        if done >= 20:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        run_summed(found, lambda: [one.total for one in found], workers, stop)
    assert isinstance(caught.value, KeyboardInterrupt)
    played = [total.seen for total in caught.value.result]
    assert 20 <= sum(map(Counter.total, played)) < 2000
    assert all(times == 1 for seen in played for times in seen.values())


def test_nothing_more_is_played_when_the_time_is_up() -> None:
    found = series(1000)
    run(found, WorkerPool(), until=0)
    assert found[0].done == 1


def test_a_series_that_gives_nothing_more_ends() -> None:
    class Short:
        """Wants ten instances, of which others play all but two."""

        left, done, due = 10, 0, 10

        def take(self, most: int) -> Batch[int] | None:
            self.left = {10: 8}.get(self.left, 0)
            return Batch(range(2), partial(sum, [1])) if self.left else None

        def add(self, numbers: range, tally: int) -> None:
            self.done += len(numbers) * tally

    short = Short()
    run([short], WorkerPool())
    assert (short.left, short.done) == (0, 2)


@given(st.lists(st.lists(st.integers(0, 99), max_size=5), min_size=1, max_size=6), st.randoms())
def test_tallies_add_up_in_any_order(parts: list[list[int]], luck: object) -> None:
    whole = numbers([number for part in parts for number in part])
    luck.shuffle(parts)  # type: ignore[attr-defined]
    assert sum(map(numbers, parts), Numbers()) == whole
    assert plus((1, (2.5, Counter("a"))), (3, (4.0, Counter("b")))) == (4, (6.5, Counter("ab")))
    with pytest.raises(ValueError, match="zip"):
        plus((1,), (1, 2))


@pytest.mark.parametrize("count", [0, -1, 1025])
def test_an_impossible_number_of_workers_is_refused(count: int) -> None:
    with pytest.raises(InputError, match=f"^expected 1 to 1024 workers, not {count}$"):
        WorkerPool(count)


@pytest.mark.parametrize(("thread", "reported"), [("ExecutorManagerThread", 0), ("another", 1)])
def test_nothing_is_said_of_a_job_that_was_dropped_while_it_was_handed_out(
    thread: str, reported: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """joblib's thread may look for a job just when an interrupt drops it."""

    class Dropping:
        def run(
            self, play: Callable[[Any], Any], jobs: Iterator[Any]
        ) -> Generator[Any, None, None]:
            try:
                yield from map(play, jobs)
            finally:
                late = Thread(target={0: 0}.__getitem__, args=(92,), name=thread)
                late.start()
                late.join()

    failed: list[object] = []
    monkeypatch.setattr(threading, "excepthook", failed.append)
    results = WorkerPool(cluster=Dropping()).results(abs, iter([-1, -2]))
    assert next(results) == 1
    results.close()
    assert len(failed) == reported
    assert threading.excepthook == failed.append
