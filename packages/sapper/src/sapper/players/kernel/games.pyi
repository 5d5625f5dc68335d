from array import array
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from sapper.players.kernel.playout import Playouts

_Column: TypeAlias = array[int] | npt.NDArray[np.integer]

class KernelGames:
    def __init__(
        self,
        playouts: Playouts,
        seed: int,
        numbers: _Column,
        orders: _Column,
        starts: _Column,
        outcomes: _Column,
        moves: _Column,
        guesses: _Column,
        decisions: memoryview | npt.NDArray[np.integer],
    ) -> None: ...
    def play(self, first: int, last: int) -> None: ...
