"""Progress of experiments on standard error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sapper.arena.stats import wilson
from sapper.cli.views.progress import progress
from sapper.estimate import interval_text, percent
from sapper_lab.experiment import Progress, State


@contextmanager
def experiment_progress() -> Iterator[Progress]:
    """A function to call with the state of an experiment. Above the bar it shows the win rate of
    each player in the contest that is played, with its interval."""
    with progress() as show:
        yield lambda state: show(state.done, state.due, _standing(state))


def _standing(state: State) -> str:
    words = [state.title]
    for one in state.standings:
        bounds = interval_text(wilson(one.wins, one.games))
        rate = f"{percent(one.wins / one.games, 2)} ({bounds})" if one.games else "–"
        words.append(f"{one.player} {rate}")
    return " · ".join(words)
