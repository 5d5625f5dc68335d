"""The pace: how many instances a batch should have."""

from __future__ import annotations

import math
import threading

SECONDS = 0.3  #: the target time of a batch: long enough to be cheap, short enough for progress
GROWTH = 16  #: the most by which the next batch may grow: one game says little about the next


class Pace:
    """Sizes batches to take about ``SECONDS``, judging by the batches played so far.

    Near the end, batches shrink so that the workers finish at about the same time.
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._per_game = math.inf
        self._largest = 1
        self._lock = threading.Lock()  # joblib requests batches from its own threads

    def saw(self, games: int, seconds: float) -> None:
        """Update the pace from a finished batch and the wall time that it took."""
        with self._lock:
            self._per_game = seconds / games
            self._largest = max(self._largest, games * GROWTH)

    def games(self, left: int) -> int:
        """Return the size of the next batch, at least 1, if ``left`` games are left."""
        with self._lock:
            wanted = SECONDS / max(self._per_game, 1e-9)
            fair = math.ceil(left / (2 * self._workers)) if self._workers > 1 else left
            return max(1, min(int(wanted), self._largest, fair))
