"""How a store keeps the columns of games: as decimal digits, which SQL can read as well."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

ZERO = ord("0")
WIDEST = 18  #: digits of the largest number that can be read


def pack(column: npt.NDArray[np.integer]) -> bytes:
    """Return whole numbers from 0 as decimal digits, as many for each as the largest one needs."""
    width = len(str(column.max())) if column.size else 1
    places = 10 ** np.arange(width - 1, -1, -1, dtype=np.int64)
    return (column.reshape(-1, 1) // places % 10 + ZERO).astype(np.uint8).tobytes()


def unpack(packed: bytes, numbers: int) -> npt.NDArray[np.int64]:
    """Return the numbers that ``pack`` packed. Raises ``ValueError`` for other bytes."""
    if not packed and not numbers:
        return np.empty(0, np.int64)
    width, rest = divmod(len(packed), max(numbers, 1))
    digits = np.frombuffer(packed, np.uint8).reshape(numbers, width) - np.uint8(ZERO)
    if rest or not 0 < width <= WIDEST or digits.max() > 9:
        raise ValueError("a packed column must be digits, as many for each number")
    return digits @ 10 ** np.arange(width - 1, -1, -1, dtype=np.int64)
