"""The kernel's answers for many small positions, with one counter for each grid."""

from sapper.game import Grid, Position
from sapper.inference import Counter, Status, risks


class Counters:
    """Counts positions without explaining impossible ones, which would take longer."""

    def __init__(self) -> None:
        self._kept: dict[Grid, Counter] = {}

    def __call__(self, position: Position) -> tuple[float, list[float]] | None:
        """Log of the number of layouts, and risk by cell; None for an impossible position."""
        counter = self._kept.get(position.grid)
        if counter is None:
            counter = self._kept[position.grid] = Counter(position.grid)
        status = counter.count(position.cells, position.mines, float("inf"), 512, 0)
        assert status in (Status.OK, Status.IMPOSSIBLE)
        if status == Status.IMPOSSIBLE:
            return None
        return counter.logarithm, risks(counter, position).tolist()
