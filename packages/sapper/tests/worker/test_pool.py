"""A pool lends each worker to one call at a time, prefers the one that remembers, and replaces the
dead."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest

from sapper.worker import (
    BusyError,
    Call,
    Caller,
    DiedError,
    Pool,
    ProcessLimits,
    RunningCall,
    ShareError,
)
from tests.worker.processes import idle_pids, pids

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")

PATIENCE = 120  #: seconds until a test gives up


def process(report: Callable[[object], None]) -> int:
    return os.getpid()


def endless(report: Callable[[object], None]) -> None:
    report("begun")
    while True:
        time.sleep(0.01)


def endless_with_news(report: Callable[[object], None]) -> None:
    while True:
        report("news")


def large(report: Callable[[object], None]) -> None:
    report(b"x" * 10_000_000)


PROCESS, ENDLESS = Call(process, news=True), Call(endless, news=True)


@asynccontextmanager
async def pool(size: int = 1, prepare: Call | None = None, **options: Any) -> AsyncIterator[Pool]:
    settings = {"ready": 1, "queue": 9, **options}
    made = Pool(size, ProcessLimits(), prepare or Call(abs, (1,)), **settings)
    await made.start()
    try:
        async with asyncio.timeout(PATIENCE):
            yield made
    finally:
        await made.stop()
        assert pids(made) == []


def in_loop(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    def run() -> None:
        asyncio.run(test())

    run.__name__ = test.__name__
    return run


async def result(pool: Pool, call: Call, **options: Any) -> Any:
    async with pool.call(call, **options) as running:
        return await running.result()


async def begun(running: RunningCall) -> None:
    assert await anext(running) == "begun"


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.01)


@in_loop
async def test_processes_start_when_calls_need_them_and_never_more_than_may_work() -> None:
    async with pool(2) as two:
        await until(lambda: len(idle_pids(two)) == 1)
        async with two.call(ENDLESS) as first, two.call(ENDLESS) as second:
            await begun(first)
            await begun(second)
            third = asyncio.ensure_future(result(two, PROCESS))
            await until(lambda: two.waiting(long=False) == 1)
            assert len(pids(two)) == 2
        assert await third


@pytest.mark.slow
@in_loop
async def test_idle_workers_that_are_killed_cost_no_call() -> None:
    async with pool(2, ready=2) as two:
        await until(lambda: len(idle_pids(two)) == 2)
        for _ in range(5):
            for pid in pids(two):
                os.kill(pid, signal.SIGKILL)
            assert await result(two, PROCESS)


@in_loop
async def test_a_call_that_had_begun_is_not_made_again() -> None:
    async with pool() as one:
        async with one.call(ENDLESS) as running:
            await begun(running)
            os.kill(pids(one)[0], signal.SIGKILL)
            with pytest.raises(DiedError):
                await running.result()
        assert await result(one, PROCESS)


@in_loop
async def test_a_bound_call_waits_for_its_worker_and_others_do_not() -> None:
    async with pool(2, ready=2, grace=PATIENCE) as two:
        await until(lambda: len(idle_pids(two)) == 2)
        busy = Call(endless_with_news, news=True)
        async with two.call(busy, key="game") as running:
            await anext(running)
            own = running.worker.pid
            bound = asyncio.ensure_future(result(two, PROCESS, key="game", bound=True))
            await until(lambda: two.waiting(long=False) == 1)
            assert await result(two, PROCESS, key="game") != own
        # The last call with the key was elsewhere, so the bound one need not wait any more.
        assert await bound in pids(two)


@in_loop
async def test_a_spare_process_starts_while_a_call_takes_long() -> None:
    async with pool(spare_after=0.0) as one:
        async with one.call(ENDLESS) as running:
            await begun(running)
            await until(lambda: len(idle_pids(one)) == 1)
            assert len(pids(one)) == 2
            spare = idle_pids(one)[0]
            waiting = asyncio.ensure_future(result(one, PROCESS))
            await until(lambda: one.waiting(long=False) == 1)  # it is a spare, not one more
        assert await waiting == spare


@in_loop
async def test_the_queue_is_bounded() -> None:
    async with pool(queue=1) as one, one.call(ENDLESS):
        waiting = asyncio.ensure_future(result(one, PROCESS))
        await until(lambda: one.waiting(long=False) == 1)
        with pytest.raises(BusyError):
            await result(one, PROCESS)
        waiting.cancel()


ANN, BEN, CID = Caller("10.0.0.1", "ann"), Caller("10.0.0.2", "ben"), Caller("10.0.0.2", "cid")


@in_loop
async def test_the_last_worker_is_for_a_caller_who_has_none() -> None:
    async with pool(3, ready=3, reserved=1) as three:
        async with three.call(ENDLESS, caller=ANN), three.call(ENDLESS, caller=ANN):
            waiting = asyncio.ensure_future(result(three, PROCESS, caller=ANN))
            await until(lambda: three.waiting(long=False) == 1)
            assert await result(three, PROCESS, caller=BEN)
            async with three.call(ENDLESS, caller=BEN) as running:
                await begun(running)
        assert await waiting


@in_loop
async def test_long_calls_leave_a_long_one_to_another_caller() -> None:
    async with pool(3, ready=3, reserved=1) as three:
        async with three.call(ENDLESS, caller=ANN, long=True):
            waiting = asyncio.ensure_future(result(three, PROCESS, caller=ANN, long=True))
            await until(lambda: three.waiting(long=True) == 1)
            assert await result(three, PROCESS, caller=BEN, long=True)
            assert await result(three, PROCESS, caller=ANN)
        assert await waiting


@in_loop
async def test_callers_take_turns_and_so_do_addresses() -> None:
    order: list[Caller] = []

    async def call(caller: Caller) -> None:
        async with one.call(PROCESS, caller=caller) as running:
            order.append(caller)
            await running.result()

    async with pool() as one:
        async with one.call(ENDLESS):
            waiting = [asyncio.ensure_future(call(who)) for who in (ANN, ANN, BEN, BEN, CID)]
            await until(lambda: one.waiting(long=False) == 5)
        await asyncio.gather(*waiting)
    assert order == [ANN, BEN, ANN, CID, BEN]


@in_loop
async def test_a_caller_has_a_share_of_the_queue() -> None:
    async with pool(share=2) as one, one.call(ENDLESS):
        waiting = [asyncio.ensure_future(result(one, PROCESS, caller=ANN)) for _ in range(2)]
        await until(lambda: one.waiting(long=False) == 2)
        with pytest.raises(ShareError):
            await result(one, PROCESS, caller=ANN)
        waiting.append(asyncio.ensure_future(result(one, PROCESS, caller=BEN)))
        await until(lambda: one.waiting(long=False) == 3)
        for call in waiting:
            call.cancel()


@in_loop
async def test_who_has_most_calls_in_a_full_queue_gives_way() -> None:
    async with pool(queue=3, share=3) as one, one.call(ENDLESS):
        calls = []
        for caller in (ANN, ANN, BEN, CID):
            calls.append(asyncio.ensure_future(result(one, PROCESS, caller=caller)))
            await until(lambda: calls[-1].done() or one.waiting(long=False) == min(3, len(calls)))
        with pytest.raises(ShareError):
            await calls[1]
        with pytest.raises(BusyError, match="too many computations are waiting"):
            await result(one, PROCESS, caller=BEN)  # all have one
        for call in calls:
            call.cancel()


def growing(report: Callable[[object], None], size: int) -> int:
    kept.append(bytearray(size))
    return os.getpid()


kept: list[bytearray] = []


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not say")
@in_loop
async def test_a_process_that_has_grown_is_replaced_after_its_call() -> None:
    async with pool(kept=500_000_000) as one:
        small = await result(one, Call(growing, (1000,), news=True))
        assert await result(one, Call(growing, (600_000_000,), news=True)) == small
        await until(lambda: len(idle_pids(one)) == 1)
        assert await result(one, PROCESS) != small


@in_loop
async def test_calls_are_refused_where_no_process_can_start() -> None:
    async with pool(2, prepare=Call(sys.exit)) as broken:
        calls = [result(broken, PROCESS) for _ in range(3)]
        errors = await asyncio.gather(*calls, return_exceptions=True)
        assert [type(error) for error in errors] == [DiedError] * 3


@pytest.mark.slow
@in_loop
async def test_a_call_may_be_abandoned_in_the_middle_of_an_answer() -> None:
    async with pool(grace=PATIENCE) as one:
        before = await result(one, PROCESS)
        for _ in range(20):
            async with one.call(Call(large, news=True)) as running:
                receiving = asyncio.ensure_future(anext(running))
                await asyncio.sleep(0.001)
                receiving.cancel()
        assert await result(one, PROCESS) == before


@pytest.mark.parametrize("seconds", [0.0, 0.002, 0.005, 0.02, 0.1])
def test_a_pool_can_be_stopped_while_processes_start(seconds: float) -> None:
    async def scenario() -> None:
        async with asyncio.timeout(PATIENCE), pool(3, ready=3):
            await asyncio.sleep(seconds)

    asyncio.run(scenario())
