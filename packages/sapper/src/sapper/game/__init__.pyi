from sapper.game.codes import BLOCKED as BLOCKED, FLAGGED as FLAGGED, GOLD as GOLD, HIDDEN as HIDDEN
from sapper.game.codes import MINE as MINE, UNFLAGGED as UNFLAGGED, UNGILDED as UNGILDED
from sapper.game.codes import changed as changed
from sapper.game.deal import DEALS as DEALS, Deal as Deal, PLAYS as PLAYS
from sapper.game.drawing import INLINE as INLINE
from sapper.game.grid import Cell as Cell, Grid as Grid, Kind as Kind, MAX_CELLS as MAX_CELLS
from sapper.game.grid import cell_limit as cell_limit, cells_limited as cells_limited
from sapper.game.grid import regions as regions
from sapper.game.kernel.board import Board as Board
from sapper.game.level import LEVELS as LEVELS, Level as Level
from sapper.game.move import Action as Action, Move as Move
from sapper.game.position import Fault as Fault, Position as Position
from sapper.game.referee import Referee as Referee
from sapper.game.rules import FIRST_CODES as FIRST_CODES, First as First, OUTCOMES as OUTCOMES
from sapper.game.rules import Rules as Rules, Signs as Signs, first_cells as first_cells
from sapper.game.rules import max_sign as max_sign, signs_of as signs_of
from sapper.game.world import DAGGERS_AND_GOLD as DAGGERS_AND_GOLD, SIZES as SIZES, World as World
from sapper.game.world import seeded_world as seeded_world
from sapper.kernel.chance import Chance as Chance

__all__: list[str]
