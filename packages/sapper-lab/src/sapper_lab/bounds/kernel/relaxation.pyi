from collections.abc import Sequence

from numpy import float64
from numpy.typing import NDArray

from sapper.game.grid import Grid
from sapper.players.swaps import Swaps

class Relaxation:
    def __init__(
        self,
        grid: Grid,
        mines: int,
        zeros_open: bool,
        guesses: int,
        layouts: int,
        ending: int = ...,
        swaps: Sequence[Swaps] | None = ...,
    ) -> None: ...
    def values(
        self,
        shown: bytes,
        cell: int,
        promise: int,
        seed: int,
        number: int,
        first: NDArray[float64],
        last: NDArray[float64],
    ) -> None: ...
