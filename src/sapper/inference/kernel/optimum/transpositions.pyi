from array import array

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]
Halves = npt.NDArray[np.uint32]

class TranspositionTable:
    states: int
    def within(self, megabytes: int) -> None: ...
    def export(self) -> tuple[array[int], array[int], array[int], array[int]]: ...
    def load(self, names_a: Words, names_b: Words, lows: Halves, highs: Halves) -> bool: ...
