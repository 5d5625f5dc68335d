from sapper.inference.analysis import Analysis as Analysis, analyse as analyse, analyze as analyze
from sapper.inference.analysis import layouts as layouts
from sapper.inference.constraints import Constraint as Constraint
from sapper.inference.constraints import PositionTracker as PositionTracker
from sapper.inference.counting import Belief as Belief, MAX_COUNT_STEPS as MAX_COUNT_STEPS
from sapper.inference.counting import MAX_MEGABYTES as MAX_MEGABYTES
from sapper.inference.counting import MAX_WORKSPACES as MAX_WORKSPACES
from sapper.inference.counting import MAX_WORKSPACE_BYTES as MAX_WORKSPACE_BYTES
from sapper.inference.counting import ThreadCache as ThreadCache, count as count
from sapper.inference.counting import counter_of as counter_of, risks as risks
from sapper.inference.dimacs import dimacs as dimacs
from sapper.inference.gold import certain_gold as certain_gold, has_signs as has_signs
from sapper.inference.gold import signs as signs
from sapper.inference.kernel.counter import Counter as Counter
from sapper.inference.kernel.sampler import TableSampler as TableSampler
from sapper.inference.many import Analyses as Analyses, analyse_many as analyse_many
from sapper.inference.minicard import MiniCard as MiniCard
from sapper.inference.proof import GOLD_TOTAL as GOLD_TOTAL, MinimalProof as MinimalProof
from sapper.inference.proof import Refutation as Refutation, TOTAL as TOTAL, because as because
from sapper.inference.proof import explain as explain
from sapper.inference.satisfiability import Satisfiability as Satisfiability
from sapper.inference.satisfiability import certain_cells as certain_cells
from sapper.inference.satisfiability import layouts_with_and_without as layouts_with_and_without
from sapper.inference.status import CellState as CellState, STOPPED as STOPPED, Status as Status

__all__: list[str]
