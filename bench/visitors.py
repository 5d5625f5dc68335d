"""Many visitors at one server: how long a move takes while the server is busy with others.

``python -m bench.visitors`` starts ``sapper serve`` and simulates visitors who play expert games
with the overlay of probabilities, as the page does: a move, then the analysis of the board. Others
analyse positions, and some watch ``champion`` think. A single visitor is measured first.
"""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import Any

import httpx

from bench.options import command
from bench.table import Table, output

LEVEL = "expert"
WATCHED = "champion(seconds=2)"
CLICKS = 200  #: the clicks of the single visitor
ARRIVAL_SECONDS = 3.0  #: the seconds within which the visitors arrive, one after the other


@dataclass
class Log:
    """The seconds that answers took, by kind of request, and the messages of errors."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: list[str] = field(default_factory=list)

    async def timed(self, what: str, answer: Awaitable[httpx.Response]) -> Any:
        """Return the JSON of an answer, or None for an error."""
        began = time.perf_counter()
        try:
            found = await answer
        except httpx.HTTPError as error:
            self.errors.append(f"{what}: {error!r}")
            return None
        self.seconds[what].append(time.perf_counter() - began)
        if found.status_code >= 400:
            self.errors.append(f"{what}: {found.status_code} {found.text[:200]}")
            return None
        return found.json()


async def click(client: httpx.AsyncClient, log: Log, path: str, cell: list[int]) -> Any:
    """Make a click with the overlay on, timed as one: the move and the analysis after it.

    Returns the analysis, or None once the game is over.
    """
    began = time.perf_counter()
    move = {"action": "open", "cell": cell}
    answer = await log.timed("move", client.post(f"{path}/moves", json=move))
    if answer is None or "truth" in answer:
        return None
    analysis = await log.timed("analysis of the game", client.get(f"{path}/analysis"))
    log.seconds["click: move and overlay"].append(time.perf_counter() - began)
    return analysis


async def play(client: httpx.AsyncClient, log: Log, luck: random.Random, pause: float) -> None:
    """Play games without end: open each suggested cell after a pause like a person's."""
    while True:
        body = {"level": LEVEL, "seed": luck.randrange(10**6), "first": "opening"}
        game = await log.timed("new game", client.post("/api/games", json=body))
        if game is None:
            await asyncio.sleep(pause)
            continue
        path = f"/api/games/{game['id']}"
        analysis = await click(client, log, path, [8, 15])
        while analysis is not None and analysis["suggestion"] is not None:
            await asyncio.sleep(pause * (0.5 + luck.random()))
            analysis = await click(client, log, path, analysis["suggestion"]["cell"])


async def analyse(client: httpx.AsyncClient, log: Log, luck: random.Random, pause: float) -> None:
    """Analyse positions of expert games, one after the other."""
    while True:
        body = {"level": LEVEL, "seed": luck.randrange(10**6), "first": "opening"}
        game = await log.timed("new game", client.post("/api/games", json=body))
        if game is not None:
            path = f"/api/games/{game['id']}"
            analysis = await click(client, log, path, [8, 15])
            if analysis is not None:
                text = {"text": analysis["text"]}
                await log.timed("analysis of a text", client.post("/api/analyse", json=text))
        await asyncio.sleep(pause)


async def watch(client: httpx.AsyncClient, log: Log, luck: random.Random) -> None:
    """Watch games of ``champion``, which thinks about each guess for seconds."""
    while True:
        seed = luck.randrange(10**6)
        query = {"player": WATCHED, "level": LEVEL, "seed": str(seed)}
        last = time.perf_counter()
        try:
            async with client.stream("GET", "/api/watch", params=query) as stream:
                async for line in stream.aiter_lines():
                    if line == "event: refused":
                        log.errors.append("watch: refused")
                    if line == "event: step":
                        log.seconds["step of champion"].append(time.perf_counter() - last)
                        last = time.perf_counter()
        except httpx.HTTPError as error:
            log.errors.append(f"watch: {error!r}")


async def alone(url: str, clicks: int) -> Log:
    """Simulate one visitor who clicks as fast as the answers arrive."""
    log = Log()
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        task = asyncio.create_task(play(client, log, random.Random(0), 0.0))
        while len(log.seconds["click: move and overlay"]) < clicks and not log.errors:
            if task.done():
                break
            await asyncio.sleep(0.01)
        await leave(log, [task])
    return log


async def crowd(
    url: str, players: int, analysts: int, watchers: int, seconds: float, pause: float
) -> Log:
    """Simulate all visitors for some time."""
    log = Log()
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=url, timeout=60, limits=limits) as client:
        visitors = [
            *(play(client, log, random.Random(n), pause) for n in range(players)),
            *(analyse(client, log, random.Random(1000 + n), pause) for n in range(analysts)),
            *(watch(client, log, random.Random(2000 + n)) for n in range(watchers)),
        ]
        tasks = []
        for visitor in visitors:
            tasks.append(asyncio.create_task(visitor))
            await asyncio.sleep(min(ARRIVAL_SECONDS, seconds) / len(visitors))
        await asyncio.sleep(seconds)
        await leave(log, tasks)
    return log


async def leave(log: Log, tasks: Sequence[asyncio.Task[None]]) -> None:
    """Let all visitors leave; one that has already ended has failed."""
    for task in tasks:
        task.cancel()
    for found in await asyncio.gather(*tasks, return_exceptions=True):
        if not isinstance(found, asyncio.CancelledError):
            log.errors.append(f"a visitor failed: {found!r}")


@contextmanager
def server() -> Iterator[str]:
    """Start a server, and yield its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "sapper", "serve", "--port", "0", "--data", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            try:
                yield process.stdout.readline().split()[-1].rstrip("/")
            finally:
                process.terminate()


def table(title: str, log: Log) -> Table:
    """Return a table with a row for each kind of request."""
    rows = [
        (what, len(times), 1000 * median(times), 1000 * high(times), 1000 * max(times))
        for what, times in sorted(log.seconds.items())
        if times
    ]
    notes = f"{len(log.errors)} errors" + "".join(f"\n{error}" for error in log.errors[:5])
    columns = ("request", "answers", "median, ms", "99%, ms", "longest, ms")
    return Table(title, columns, rows, notes)


def high(times: list[float]) -> float:
    """Return the 99th percentile."""
    return quantiles(times, n=100, method="inclusive")[-1] if len(times) > 1 else times[0]


def main() -> None:
    """Measure, and print two tables."""
    parser = command(
        "bench.visitors", __doc__, as_json=True, players=50, analysts=5, watchers=3, seconds=60.0
    )
    parser.add_argument("--pause", type=float, default=1.0, metavar="S", help="before each move")
    parser.add_argument("--clicks", type=int, default=CLICKS, metavar="N", help="of one visitor")
    asked = parser.parse_args()
    with server() as url:
        one = asyncio.run(alone(url, asked.clicks))
        many = asyncio.run(
            crowd(url, asked.players, asked.analysts, asked.watchers, asked.seconds, asked.pause)
        )
    together = (
        f"{asked.players} visitors play, {asked.analysts} analyse and {asked.watchers} watch"
        f" {WATCHED} for {asked.seconds:g} s, with a pause of {asked.pause:g} s before each move"
    )
    tables = [table(f"One visitor, {LEVEL}", one), table(together, many)]
    print(output(tables, asked.json))
    if one.errors or many.errors:
        sys.exit(1)


if __name__ == "__main__":
    main()
