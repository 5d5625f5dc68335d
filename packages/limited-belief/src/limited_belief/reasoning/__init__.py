"""Reasoning: knowledge over names, beliefs by case splits, actions, and plausibility."""

from limited_belief.reasoning.knowledge import KnowledgeBase
from limited_belief.reasoning.questions import Goal, satisfied
from limited_belief.reasoning.setup import Budget

__all__ = ["Budget", "Goal", "KnowledgeBase", "satisfied"]
