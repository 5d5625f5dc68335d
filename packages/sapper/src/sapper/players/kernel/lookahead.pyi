from sapper.game.grid import Grid
from sapper.inference.kernel.counter import Counter

MOST: int
DEFAULT_SLACK: float

class Lookahead:
    def __init__(self, grid: Grid, slack: float = ..., most: int = ...) -> None: ...
    def weigh(self, now: Counter, view: bytes) -> list[tuple[int, float, float, float]]: ...
    def features(
        self, now: Counter, view: bytes, cell: int
    ) -> tuple[list[float], list[list[float]]]: ...
