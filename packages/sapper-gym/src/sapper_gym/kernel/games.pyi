from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sapper.game.grid import Grid
from sapper.game.move import Action
from sapper.game.rules import Rules

NUMBERS: dict[int, int]
OUTCOMES: tuple[str, ...]

class Rewards(Protocol):
    @property
    def win(self) -> float: ...
    @property
    def loss(self) -> float: ...
    @property
    def mine(self) -> float: ...
    @property
    def cell(self) -> float: ...
    @property
    def move(self) -> float: ...
    @property
    def illegal(self) -> float: ...

class CompiledGames:
    def __init__(
        self,
        board: Grid,
        mines: int,
        rules: Rules,
        actions: Sequence[Action],
        prices: Rewards,
        observations: NDArray[np.int8],
        masks: NDArray[np.int8],
        seeds: NDArray[np.uint64],
        numbers: NDArray[np.int64],
        moves: NDArray[np.int64],
        outcomes: NDArray[np.int8],
        rewards: NDArray[np.float64],
    ) -> None: ...
    def begin(self, chosen: NDArray[np.uint8]) -> None: ...
    def step(self, actions: NDArray[np.int64], skipped: NDArray[np.uint8]) -> None: ...
    def give(self, game: int, order: Sequence[int]) -> None: ...
    @property
    def views(self) -> NDArray[np.uint8]: ...
