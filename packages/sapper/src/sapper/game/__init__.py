"""The game itself: grids, rules, deals, positions and the referee. It knows no strategies."""

from sapper.game.deal import Deal
from sapper.game.grid import Cell, Grid
from sapper.game.level import LEVELS, Level
from sapper.game.move import Move
from sapper.game.position import Fault, Position
from sapper.game.referee import Referee
from sapper.game.rules import Rules
from sapper.game.world import World, seeded_world
from sapper.kernel.chance import Chance

__all__ = [
    "LEVELS",
    "Cell",
    "Chance",
    "Deal",
    "Fault",
    "Grid",
    "Level",
    "Move",
    "Position",
    "Referee",
    "Rules",
    "World",
    "seeded_world",
]
