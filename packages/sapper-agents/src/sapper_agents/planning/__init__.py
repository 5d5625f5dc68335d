"""Planning in any game: upper confidence trees over a model of decisions and chance."""

from sapper_agents.planning.model import Leaf, Luck, Model, Odds, Policy
from sapper_agents.planning.nodes import DrawnOutcome, Summary, TriedAction, Ucb1Tuned, Widening
from sapper_agents.planning.search import PLAIN, Budget, Search, Settings, Stop, Uniform, playout

__all__ = [
    "PLAIN",
    "Budget",
    "DrawnOutcome",
    "Leaf",
    "Luck",
    "Model",
    "Odds",
    "Policy",
    "Search",
    "Settings",
    "Stop",
    "Summary",
    "TriedAction",
    "Ucb1Tuned",
    "Uniform",
    "Widening",
    "playout",
]
