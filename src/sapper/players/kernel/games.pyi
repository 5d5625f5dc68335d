import numpy as np
import numpy.typing as npt

from sapper.players.kernel.playout import Playouts

class KernelGames:
    def __init__(
        self,
        playouts: Playouts,
        seed: int,
        numbers: npt.NDArray[np.int64],
        orders: npt.NDArray[np.int32],
        starts: npt.NDArray[np.int32],
        outcomes: npt.NDArray[np.uint8],
        moves: npt.NDArray[np.int32],
        guesses: npt.NDArray[np.int32],
        decisions: npt.NDArray[np.int32],
    ) -> None: ...
    def play(self, first: int, last: int) -> None: ...
