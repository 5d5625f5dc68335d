"""Workers: bounded in number, time and memory; whoever leaves takes his task with him."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from sapper.game import Position
from sapper.players import Decision, DecisionRequest, decide, player
from sapper.worker import AsyncWorker, BusyError, Caller, ProcessLimits
from sapper_workbench.web import (
    CALLER,
    GRACE,
    Dealing,
    Event,
    Limits,
    LostError,
    SlowError,
    TaskError,
    Workers,
    show_game,
)
from tests.worker.processes import idle_pids, pids

LIMITS = replace(Limits(), workers=1, queue=1)
PATIENCE = 120  #: seconds for what is soon done, on a machine that has much else to do
GAME = Dealing(level="beginner", seed=1)
WATCH = partial(show_game, recipe="bssuct(seconds=3600)", setup=GAME)
POSITION = Position.parse("4x3x2\nHHHH\n1221\n0000")
ASKED = DecisionRequest(player("swift"), 0, 0, POSITION, (), None, "left")
DECIDE = partial(decide, ASKED)
#: A position in which a search takes as long as it may.
LONG = Position.parse(
    "16x16x40\n" + "\n".join(["H" * 16] * 7 + ["H" * 7 + "1" + "H" * 8] + ["H" * 16] * 8)
)


@asynccontextmanager
async def running(limits: Limits = LIMITS, ready: int = 1) -> AsyncIterator[Workers]:
    workers = Workers(limits, ready=ready)
    await workers.start()
    try:
        yield workers
    finally:
        processes = pids(workers)
        await workers.stop()
        assert not any(map(alive, processes))


@asynccontextmanager
async def visitor(name: str) -> AsyncIterator[None]:
    """Make the calls of the block those of a visitor."""
    token = CALLER.set(Caller("10.0.0.1", name))
    try:
        yield
    finally:
        CALLER.reset(token)


THINK = partial(decide, replace(ASKED, player=player("bssuct(seconds=3600)"), position=LONG))


def test_a_visitor_who_waits_ends_the_short_task_that_has_run_longest() -> None:
    async def scenario() -> None:
        limits = replace(LIMITS, workers=2, queue=9, turn_seconds=0.0)
        async with running(limits, ready=2) as workers:
            thinking: list[asyncio.Task[Any]] = []
            ended: list[asyncio.Task[Any]] = []

            def think() -> None:
                thinking.append(asyncio.create_task(workers.compute(THINK, PATIENCE)))
                thinking[-1].add_done_callback(ended.append)

            for name in ("ann", "ben"):
                async with visitor(name):
                    think()
                await until(lambda: not workers.waiting(long=False))
            async with visitor("ann"):  # who has a worker
                think()
                await until(lambda: workers.waiting(long=False) == 1)
            assert not ended
            async with visitor("cid"):
                assert isinstance(await workers.compute(DECIDE, PATIENCE), Decision)
            with pytest.raises(BusyError, match="others are waiting"):
                await thinking[0]
            assert ended[0] is thinking[0]  # then ann waits, and ben's may be in her way
            for task in thinking:
                task.cancel()

    asyncio.run(scenario())


def test_a_short_task_goes_on_while_nobody_else_waits() -> None:
    async def scenario() -> None:
        limits = replace(LIMITS, workers=1, queue=9, turn_seconds=0.0)
        async with running(limits) as workers, visitor("ann"):
            quick = replace(ASKED, player=player("bssuct(seconds=0.5)"), position=LONG)
            both = [workers.compute(partial(decide, quick), PATIENCE) for _ in range(2)]
            assert all(isinstance(each, Decision) for each in await asyncio.gather(*both))

    asyncio.run(scenario())


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def until(true: Callable[[], bool], seconds: float = PATIENCE) -> None:
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.01)


def in_loop(test: Callable[[], Awaitable[None]]) -> Callable[[], None]:
    """A test that runs in a loop of its own."""

    def run() -> None:
        asyncio.run(test())  # type: ignore[arg-type]

    run.__name__ = test.__name__
    return run


@pytest.mark.slow
@in_loop
async def test_a_task_that_nobody_waits_for_ends() -> None:
    """Its worker was thinking for a minute: another one is there soon."""
    async with running() as workers:
        await until(lambda: len(idle_pids(workers)) == 1)
        before = pids(workers)
        async with aclosing(workers.events(WATCH, PATIENCE)) as task:
            assert (await anext(task))[0] == "start"
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(anext(task), GRACE)
            assert idle_pids(workers) == []
        await until(lambda: len(idle_pids(workers)) == 1)
        assert len(set(pids(workers)) - set(before)) == 1
        assert await workers.compute(DECIDE, PATIENCE)


@in_loop
async def test_a_task_that_stops_when_told_keeps_its_worker() -> None:
    async with running() as workers:
        await until(lambda: len(idle_pids(workers)) == 1)
        before = pids(workers)
        quick = partial(show_game, recipe="csp", setup=GAME)
        workers._grace = PATIENCE
        async with aclosing(workers.events(quick, PATIENCE)) as task:
            assert (await anext(task))[0] == "start"
        await until(lambda: len(idle_pids(workers)) == 1)
        assert sorted(pids(workers)) == sorted(before)
        decision = await workers.compute(DECIDE, PATIENCE)
        assert isinstance(decision, Decision)
        assert decision.move.cell == (0, 0)


@pytest.mark.slow
@in_loop
async def test_a_task_has_so_much_time() -> None:
    async with running() as workers:
        await until(lambda: len(idle_pids(workers)) == 1)
        with pytest.raises(SlowError, match=r"longer than the limit of 0.3 seconds"):
            await workers.compute(partial(WATCH, print), 0.3)
        assert await workers.compute(DECIDE, PATIENCE)


@pytest.mark.slow
@in_loop
async def test_a_task_has_so_much_memory() -> None:
    """A text of so many lines that they take hundreds of megabytes."""
    async with running(replace(LIMITS, worker_memory=300_000_000)) as workers:
        text = "AB\n" * 4_000_000
        with pytest.raises(TaskError, match="more memory than a request may use"):
            await workers.compute(partial(Position.parse, text), PATIENCE)
        assert await workers.compute(DECIDE, PATIENCE)


@in_loop
async def test_a_worker_that_dies_is_replaced() -> None:
    async with running() as workers:
        await until(lambda: len(idle_pids(workers)) == 1)
        async with aclosing(workers.events(WATCH, PATIENCE)) as task:
            await anext(task)
            (busy,) = set(pids(workers)) - set(idle_pids(workers))
            os.kill(busy, 9)
            with pytest.raises(LostError):
                await rest(task)
        await until(lambda: len(idle_pids(workers)) == 1)


@pytest.mark.slow
@in_loop
async def test_one_worker_is_kept_for_short_tasks_and_queues_have_an_end() -> None:
    async with running(replace(LIMITS, workers=2)) as workers:
        async with aclosing(workers.events(WATCH, PATIENCE)) as first:
            await started(first)
            second = asyncio.ensure_future(begun(workers))
            await until(lambda: workers.waiting(long=True) == 1)
            with pytest.raises(BusyError):
                await begun(workers)
            assert await workers.compute(DECIDE, PATIENCE)  # others are not held up
            assert not second.done()
        assert await second == "start"  # its turn came


@pytest.mark.slow
@in_loop
async def test_whoever_leaves_the_queue_leaves_its_place() -> None:
    async with running() as workers:
        async with aclosing(workers.events(WATCH, PATIENCE)) as first:
            await started(first)
            second = asyncio.ensure_future(begun(workers))
            await until(lambda: workers.waiting(long=True) == 1)
            second.cancel()
            await until(lambda: workers.waiting(long=True) == 0)
        assert await begun(workers) == "start"


async def rest(task: AsyncIterator[object]) -> None:
    """Everything else that a task tells."""
    async for _ in task:
        pass


async def begun(workers: Workers) -> str:
    """The first event of a long task."""
    async with aclosing(workers.events(WATCH, PATIENCE)) as events:
        return await started(events)


async def started(events: AsyncIterator[Event]) -> str:
    """The first event of a long task, but for how many others wait."""
    return await anext(name async for name, _ in events if name != "waiting")


@in_loop
async def test_what_is_wrong_is_told_and_the_worker_lives() -> None:
    async with running() as workers:
        await until(lambda: len(idle_pids(workers)) == 1)
        before = sorted(pids(workers))
        nobody = replace(ASKED, player="nobody")
        with pytest.raises(TaskError, match="unknown player"):
            await workers.compute(partial(decide, nobody), PATIENCE)
        with pytest.raises(TaskError, match="line 1"):
            await workers.compute(partial(Position.parse, "x"), PATIENCE)
        await until(lambda: len(idle_pids(workers)) == 1)
        assert sorted(pids(workers)) == before


@pytest.mark.slow
@in_loop
async def test_a_worker_that_comes_free_as_one_leaves_is_for_the_next() -> None:
    async with running() as workers:
        await until(lambda: bool(idle_pids(workers)))
        busy = asyncio.create_task(workers.compute(partial(WATCH, print), PATIENCE))
        await until(lambda: not idle_pids(workers))
        leaves = asyncio.create_task(workers.compute(DECIDE, PATIENCE))
        await until(lambda: workers.waiting(long=False) == 1)
        leaves.cancel()
        busy.cancel()
        with pytest.raises(asyncio.CancelledError):
            await leaves
        assert await workers.compute(DECIDE, PATIENCE)


@pytest.mark.slow
@in_loop
async def test_a_worker_is_ready_for_the_next_task_while_others_run() -> None:
    async with running(replace(LIMITS, workers=2)) as workers:
        await until(lambda: len(idle_pids(workers)) == 1)
        busy = asyncio.create_task(workers.compute(partial(WATCH, print), PATIENCE))
        await until(lambda: len(pids(workers)) == 2 and bool(idle_pids(workers)))
        assert len(idle_pids(workers)) == 1
        busy.cancel()


@pytest.mark.slow
@in_loop
async def test_a_task_goes_to_the_worker_that_remembers_the_last_one() -> None:
    async with running(replace(LIMITS, workers=3), ready=3) as workers:
        await until(lambda: len(idle_pids(workers)) == 3)
        states: dict[str, str] = {}
        for turn in range(4):
            for game in ("a", "b", "c"):
                left = f"{game}{turn}"
                asked = replace(ASKED, resumed=states.get(game), left=left)
                assert await workers.compute(partial(decide, asked), PATIENCE, prefer=game)
                states[game] = left
                await until(lambda: len(idle_pids(workers)) == 3)


@in_loop
async def test_a_task_does_not_wait_for_the_worker_that_it_prefers() -> None:
    async with running(replace(LIMITS, workers=2), ready=2) as workers:
        await until(lambda: len(idle_pids(workers)) == 2)
        slow = workers.compute(partial(WATCH, print), PATIENCE, prefer="a")
        busy = asyncio.create_task(slow)
        await until(lambda: len(idle_pids(workers)) == 1)
        assert await workers.compute(DECIDE, PATIENCE, prefer="a")
        busy.cancel()


@in_loop
async def test_a_worker_that_could_not_be_started_is_started_later() -> None:
    start, failures = AsyncWorker.start, iter([OSError("no room")])

    async def scarce(limits: ProcessLimits) -> AsyncWorker:
        for failure in failures:
            raise failure
        return await start(limits)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(AsyncWorker, "start", scarce)
        async with running() as workers:
            assert await workers.compute(DECIDE, PATIENCE)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not say")
def test_a_worker_that_grew_in_a_hint_is_replaced_and_its_memory_is_free() -> None:
    async def scenario() -> None:
        async with running() as workers:
            await until(lambda: len(idle_pids(workers)) == 1)
            (worker,) = workers._free
            small = worker.memory() + 20_000_000
        async with running(replace(LIMITS, worker_kept=small)) as workers:
            await workers.compute(DECIDE, PATIENCE)
            (before,) = pids(workers)
            await workers.compute(DECIDE, PATIENCE)
            assert pids(workers) == [before]
            search = player("bssuct(simulations=3000)")
            grown = partial(decide, replace(ASKED, player=search, position=LONG))
            await workers.compute(grown, PATIENCE)
            await until(lambda: idle_pids(workers) not in ([], [before]))
            assert not alive(before)
            (worker,) = workers._free
            assert worker.memory() <= small

    asyncio.run(scenario())
