"""Tasks for worker processes: some return a result, others report events.

Tasks, results and events are pickled. A task that fails raises an error of ``sapper.errors``; one
that reports events is cancelled by an exception that ``tell`` raises.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from sapper.game.grid import cells_limited
from sapper_workbench.web.http.fields import Tell

if TYPE_CHECKING:
    from sapper.players.own import StrategySource

T = TypeVar("T")
Event = tuple[str, Any]


def returning(report: Callable[[Event], None], task: Callable[[], T], cells: int) -> T:
    """Run a task that returns a result; boards have at most ``cells`` cells."""
    with cells_limited(cells):
        return task()


def telling(report: Callable[[Event], None], task: Callable[[Tell], None], cells: int) -> None:
    """Run a task that reports events; boards have at most ``cells`` cells."""
    with cells_limited(cells):
        task(lambda name, data: report((name, data)))


def warm(strategies: Sequence[StrategySource]) -> None:
    """Load and exercise the code that most tasks need, so that the first visitor does not wait for
    it.

    ``strategies`` are the sources of strategies that the server's command line adds.
    """
    from sapper.game import Chance, Position
    from sapper.players import player
    from sapper.players.recipes import use_sources
    from sapper_workbench.web.views import analysis, replay  # noqa: F401

    use_sources(strategies)

    position = Position.parse("4x3x2\nHHHH\n1221\n0000")
    for recipe in ("swift", "champion", "mio", "limited"):
        player(recipe).begin(Chance(0))(position)
