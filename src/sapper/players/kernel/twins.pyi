from collections.abc import Sequence

from sapper.game.grid import Grid
from sapper.inference.kernel.counter import Counter

class Twins:
    def __init__(self, grid: Grid) -> None: ...
    def classes(
        self, now: Counter, layouts: Sequence[bytes]
    ) -> list[tuple[tuple[tuple[int, ...], tuple[int, ...]], int]]: ...
