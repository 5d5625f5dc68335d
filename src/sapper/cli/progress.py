"""A progress bar on standard error, in terminals only."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType

    from sapper.arena.experiment import Progress as Told
    from sapper.arena.experiment import State


@contextmanager
def progress() -> Iterator[Callable[[int, int], None] | None]:
    """A function that takes the games done and the games to do, or None if nobody would see."""
    with _bar() as show:
        yield None if show is None else lambda done, due: show(done, due, done)


@contextmanager
def experiment_progress() -> Iterator[Told | None]:
    """A function that takes the state of an experiment, or None if nobody would see: above the bar
    it shows how the contest stands, each win rate with its interval."""
    with _bar() as show:
        if show is None:
            yield None
        else:
            yield lambda state: show(state.done, state.due, state.new, _standing(state))


def _standing(state: State) -> str:
    from sapper.arena.statistics import wilson

    words = [state.title]
    for one in state.standings:
        low, high = (100 * bound for bound in wilson(one.wins, one.games))
        rate = f"{100 * one.wins / one.games:.2f} % ({low:.2f}–{high:.2f})" if one.games else "–"
        words.append(f"{one.player} {rate}")
    return " · ".join(words)


@contextmanager
def _bar() -> Iterator[Callable[..., None] | None]:
    """What shows a bar of games done and to do, with games a second (of those that are new), the
    time left, and words above it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining
    from rich.text import Text

    from sapper.cli.screen import screen

    class Bar(Progress):
        words = ""

        def get_renderables(self) -> Iterator[RenderableType]:
            if self.words:
                yield Text(self.words, "grey50", no_wrap=True, overflow="ellipsis")
            yield from super().get_renderables()

    columns = (BarColumn(None), MofNCompleteColumn(), TextColumn("{task.fields[pace]}"))
    console = screen(stderr=True)
    with Bar(*columns, Remaining(), console=console, transient=True, expand=True) as bar:
        task = bar.add_task("games", total=None, pace="")
        started = time.monotonic()

        def show(done: int, due: int, new: int, words: str = "") -> None:
            pace = new / max(time.monotonic() - started, 1e-9)
            shown = f"{pace:,.0f}" if pace >= 10 else f"{pace:.1f}"
            bar.words = words
            bar.update(task, completed=done, total=due, pace=f"{shown} games/s")

        yield show
