from array import array
from collections.abc import Sequence

from sapper.game.grid import Grid
from sapper.inference.kernel.counter import Counter

class Rollouts:
    def __init__(
        self,
        now: Counter,
        grid: Grid,
        mines: int,
        zeros_open: bool,
        chain: Sequence[int],
        endings: int = 0,
        slots: int = 1 << 16,
    ) -> None: ...
    def take(self, view: bytes) -> None: ...
    def values(self, cell: int, luck: int, games: int) -> array[float]: ...
    def first_value(self, cell: int, promise: int, seed: int, number: int) -> float: ...
