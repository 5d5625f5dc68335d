from collections.abc import Mapping, Sequence

from sapper.game.grid import Grid

NO_ROOM: int
NUMBERS: Mapping[str, int]

class Playouts:
    def __init__(
        self,
        grid: Grid,
        mines: int,
        promise: int,
        zeros_open: bool,
        chain: Sequence[int],
        start: int,
        endings: int = 0,
    ) -> None: ...
    def seeded(self, seed: int, number: int) -> int: ...
    def tally(self) -> tuple[int, int, int, list[int]]: ...
