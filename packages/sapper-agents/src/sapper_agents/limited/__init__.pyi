from sapper_agents.limited.action_theory import TheoryGame as TheoryGame, TheoryStep as TheoryStep
from sapper_agents.limited.limited import CellKnowledge as CellKnowledge, case_of as case_of
from sapper_agents.limited.limited import cell_of as cell_of, is_mine as is_mine
from sapper_agents.limited.limited import level_of as level_of, levels_of as levels_of
from sapper_agents.limited.limited import mine as mine, safe as safe

__all__: list[str]
