from sapper.perfect.search import Optimum as Optimum, optima as optima, optimum as optimum
from sapper.perfect.table import SolvedBoard as SolvedBoard, boards as boards
from sapper.perfect.table import first_moves as first_moves

__all__: list[str]
