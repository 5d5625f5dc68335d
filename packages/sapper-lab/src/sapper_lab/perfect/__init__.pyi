from sapper_lab.perfect.kernel.cliques import Cliques as Cliques
from sapper_lab.perfect.kernel.expectimax import Expectimax as Expectimax
from sapper_lab.perfect.kernel.few import FewLayouts as FewLayouts
from sapper_lab.perfect.kernel.layouts import Layouts as Layouts
from sapper_lab.perfect.kernel.sets import Sets as Sets
from sapper_lab.perfect.search import Optimum as Optimum, optima as optima, optimum as optimum
from sapper_lab.perfect.table import SolvedBoard as SolvedBoard, boards as boards
from sapper_lab.perfect.table import first_moves as first_moves

__all__: list[str]
