"""Planning in any game: upper confidence trees over a model of decisions and chance."""

from sapper_agents.planning.model import Leaf, Luck, Model, Odds, Policy
from sapper_agents.planning.nodes import (
    DrawnOutcome,
    Summary,
    TriedAction,
    Ucb1Tuned,
    UcbV,
    Widening,
)
from sapper_agents.planning.uct import (
    PLAIN,
    WIDENED,
    Budget,
    Search,
    Settings,
    Stop,
    Uniform,
    playout,
)

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
