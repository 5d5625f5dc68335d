"""Planning in any game: upper confidence trees over a model of decisions and chance."""

from sapper.planning.model import Leaf, Luck, Model, Odds, Policy
from sapper.planning.nodes import DrawnOutcome, Summary, TriedAction, Ucb1Tuned, UcbV, Widening
from sapper.planning.uct import PLAIN, WIDENED, Budget, Search, Settings, Stop, Uniform, playout

__all__ = [
    "PLAIN",
    "WIDENED",
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
    "UcbV",
    "Uniform",
    "Widening",
    "playout",
]
