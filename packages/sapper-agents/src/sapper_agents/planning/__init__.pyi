from sapper_agents.planning.model import Leaf as Leaf, Luck as Luck, Model as Model, Odds as Odds
from sapper_agents.planning.model import Policy as Policy
from sapper_agents.planning.nodes import Arm as Arm, DecisionNode as DecisionNode
from sapper_agents.planning.nodes import DrawnOutcome as DrawnOutcome, Reply as Reply
from sapper_agents.planning.nodes import Summary as Summary, TriedAction as TriedAction
from sapper_agents.planning.nodes import Ucb1 as Ucb1, Ucb1Tuned as Ucb1Tuned, UcbV as UcbV
from sapper_agents.planning.nodes import Score as Score, Widening as Widening
from sapper_agents.planning.search import Budget as Budget, PLAIN as PLAIN, Search as Search
from sapper_agents.planning.search import Settings as Settings, Stop as Stop, Uniform as Uniform
from sapper_agents.planning.search import playout as playout

__all__: list[str]
