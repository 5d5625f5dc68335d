from sapper.game.grid import Grid
from sapper.inference.kernel.counter import Counter

class Evaluation:
    def __init__(self, grid: Grid, after: Counter) -> None: ...
