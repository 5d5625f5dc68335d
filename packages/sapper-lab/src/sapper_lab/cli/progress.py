"""Progress of experiments on standard error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sapper.arena.stats import wilson
from sapper.cli.views.progress import progress
from sapper.estimate import hundredths, interval_text, percent
from sapper_lab.experiment import Progress as StateProgress
from sapper_lab.experiment import State
from sapper_lab.opening import Progress as RaceProgress
from sapper_lab.opening import RaceState


@contextmanager
def experiment_progress() -> Iterator[StateProgress]:
    """A function to call with the state of an experiment. Above the bar it shows the win rate of
    each player in the contest that is played, with its interval."""
    with progress() as show:
        yield lambda state: show(state.done, state.due, _standing(state))


@contextmanager
def opening_progress() -> Iterator[RaceProgress]:
    """A function to call with the state of a race of first cells. Above the bar it shows the best
    cell so far and the number of cells left."""
    with progress() as show:
        yield lambda state: show(state.done, state.due, _leader(state))


def _standing(state: State) -> str:
    words = [state.title]
    for one in state.standings:
        bounds = interval_text(wilson(one.wins, one.games))
        rate = f"{percent(one.wins / one.games, 2)} ({bounds})" if one.games else "–"
        words.append(f"{one.player} {rate}")
    return " · ".join(words)


def _leader(state: RaceState) -> str:
    words = f"{state.left} of {state.cells} first cells left"
    if state.best is None or state.chance is None:
        return words
    chance = f"{hundredths(state.chance.value)} ± {hundredths(state.chance.half_width)}%"
    return f"{list(state.best)} {chance} · {words}"
