from collections.abc import Sequence

from sapper.game.grid import Grid
from sapper.inference.kernel.counter import Counter
from sapper.players.swaps import Swaps

class Twins:
    def __init__(self, grid: Grid, parts: Sequence[Swaps] | None = ...) -> None: ...
    def classes(
        self, now: Counter, layouts: Sequence[bytes]
    ) -> list[tuple[tuple[tuple[int, ...], tuple[int, ...]], int]]: ...
