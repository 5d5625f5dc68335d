from sapper.game.grid import Grid
from sapper.inference.kernel.counter import Counter

DEFAULT_LAYOUTS: int

class Endgame:
    def __init__(self, grid: Grid, layouts: int = ..., nodes: int = ...) -> None: ...
    def best(self, now: Counter) -> tuple[int, int, int] | None: ...
