"""Players: chains of strategies that see a position, never the deal."""

from sapper.players.decision import Decision, Pass, Reason, Strategy
from sapper.players.recipes import RECIPES, STRATEGIES, Player, player, use_strategies

__all__ = [
    "RECIPES",
    "STRATEGIES",
    "Decision",
    "Pass",
    "Player",
    "Reason",
    "Strategy",
    "player",
    "use_strategies",
]
