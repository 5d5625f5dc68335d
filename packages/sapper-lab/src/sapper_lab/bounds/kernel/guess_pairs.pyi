from numpy import float32, float64
from numpy.typing import NDArray

from sapper.game.grid import Grid

class GuessPairs:
    def __init__(self, grid: Grid) -> None: ...
    def add(
        self,
        shown: bytes,
        mines: int,
        limits: tuple[float, int, int],
        seed: int,
        number: int,
        layouts: int,
        once: NDArray[float64],
        twice: NDArray[float32],
    ) -> bool: ...
