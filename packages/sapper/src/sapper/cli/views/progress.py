"""Progress on standard error, and waiting for typed input without missing a signal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import RenderableType


FIRST_SECONDS = 5.0  #: seconds before the first line, so that short commands print none
MAX_PAUSE_SECONDS = 60.0  #: seconds between two lines, once a command has run for a while


class Ticker:
    """Prints a line now and then: rarely enough for a log, often enough to show progress."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._next = FIRST_SECONDS

    def say(self, words: Callable[[], str]) -> None:
        """Print a line if it is time for one."""
        passed = time.monotonic() - self._started
        if passed >= self._next:
            self._next = passed + min(passed, MAX_PAUSE_SECONDS)
            click.echo(f"sapper: {words()}, {passed:,.0f} s", err=True)


@contextmanager
def stages(*of: str) -> Iterator[tuple[list[Callable[[int, int], None]], Callable[[], None]]]:
    """A function for each stage of a command, as ``progress`` gives one, and a function to call
    before printing: it removes the bar until there is more progress, so that what is printed stands
    above it.

    The bar of a stage replaces that of the stage before.
    """
    with ExitStack() as stack:
        shown: dict[str, Callable[[int, int], None]] = {}

        def show(stage: str, done: int, due: int) -> None:
            if stage not in shown:
                stack.close()
                shown[stage] = stack.enter_context(progress(stage))
            shown[stage](done, due)

        def hide() -> None:
            if sys.stderr.isatty():  # a ticker stays, so that it keeps its pace
                stack.close()
                shown.clear()

        yield [partial(show, stage) for stage in of], hide


@contextmanager
def status(words: str) -> Iterator[Callable[[str], None]]:
    """A function to call with the progress of a search in words, which follow ``words``."""
    if not sys.stderr.isatty():
        ticker = Ticker()
        yield lambda now: ticker.say(lambda: now)
        return
    from sapper.cli.views.tables import screen

    with screen(stderr=True).status(words) as shown:
        yield shown.update


@contextmanager
def progress(of: str = "games") -> Iterator[Callable[..., None]]:
    """A function to call with the number of games, or what ``of`` says, done and to do, and perhaps
    words to show above. It shows the number per second since its first call, and the time left."""
    if not sys.stderr.isatty():
        ticker = Ticker()
        yield lambda done, due, words="": ticker.say(lambda: f"{done:,} of {due:,} {of}")
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining
    from rich.text import Text

    from sapper.cli.views.tables import screen

    class Bar(Progress):
        words = ""

        def get_renderables(self) -> Iterator[RenderableType]:
            if self.words:
                yield Text(self.words, "grey50", no_wrap=True, overflow="ellipsis")
            yield from super().get_renderables()

    columns = (BarColumn(None), MofNCompleteColumn(), TextColumn("{task.fields[pace]}"))
    console = screen(stderr=True)
    with Bar(*columns, Remaining(), console=console, transient=True, expand=True) as bar:
        task = bar.add_task(of, total=None, pace="")
        started = time.monotonic()
        before: int | None = None  # games of earlier runs

        def show(done: int, due: int, words: str = "") -> None:
            nonlocal before
            before = done if before is None else before
            pace = (done - before) / max(time.monotonic() - started, 1e-9)
            shown = f"{pace:,.0f}" if pace >= 10 else f"{pace:.1f}"
            bar.words = words
            bar.update(task, completed=done, total=due, pace=f"{shown} {of}/s")

        yield show
