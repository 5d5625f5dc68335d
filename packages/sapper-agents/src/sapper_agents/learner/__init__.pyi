from sapper_agents.learner.learned import MissedDrawing as MissedDrawing
from sapper_agents.learner.learned import stuck_positions as stuck_positions
from sapper_agents.learner.minesweeper import FoundRule as FoundRule, LearnedRules as LearnedRules
from sapper_agents.learner.minesweeper import LearningEvent as LearningEvent
from sapper_agents.learner.minesweeper import SearchProgress as SearchProgress
from sapper_agents.learner.minesweeper import ShownExample as ShownExample
from sapper_agents.learner.minesweeper import illustrated as illustrated
from sapper_agents.learner.minesweeper import illustrated_clause as illustrated_clause
from sapper_agents.learner.minesweeper import learn_minesweeper as learn_minesweeper

__all__: list[str]
