"""Reasoning: knowledge over names, beliefs by case splits, actions, and plausibility."""

from limited_belief.reasoning.questions import Goal as Goal
from limited_belief.reasoning.questions import satisfied as satisfied
