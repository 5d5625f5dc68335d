import numpy as np
from numpy.typing import NDArray

from sapper.inference.kernel.counter import Counter

def count_many(
    counter: Counter,
    views: NDArray[np.uint8],
    mines: NDArray[np.int32],
    megabytes: int,
    steps: int,
    risks: NDArray[np.float64],
    logarithms: NDArray[np.float64],
    statuses: NDArray[np.int32],
) -> None: ...
