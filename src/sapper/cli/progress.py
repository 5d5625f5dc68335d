"""A progress bar on standard error, in terminals only."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress() -> Iterator[Callable[[int, int], None] | None]:
    """A function that takes the games done and the games to do, or None if nobody would see."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    from sapper.cli.screen import screen

    columns = (BarColumn(None), MofNCompleteColumn(), TextColumn("{task.fields[pace]}"))
    console = screen(stderr=True)
    with Progress(*columns, Remaining(), console=console, transient=True, expand=True) as bars:
        task = bars.add_task("games", total=None, pace="")
        started = time.monotonic()

        def report(done: int, due: int) -> None:
            pace = done / max(time.monotonic() - started, 1e-9)
            shown = f"{pace:,.0f}" if pace >= 10 else f"{pace:.1f}"
            bars.update(task, completed=done, total=due, pace=f"{shown} games/s")

        yield report
