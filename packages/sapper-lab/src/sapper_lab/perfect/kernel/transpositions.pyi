import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]
Halves = npt.NDArray[np.uint32]

class TranspositionTable:
    states: int
    def within(self, megabytes: int) -> None: ...
    def export(self) -> tuple[memoryview, memoryview, memoryview, memoryview]: ...
    def load(self, names_a: Words, names_b: Words, lows: Halves, highs: Halves) -> bool: ...
