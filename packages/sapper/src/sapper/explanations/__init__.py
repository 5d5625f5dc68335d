"""Explains why a cell is safe or a mine, in steps that a person can follow, and checks such
steps."""

from sapper.explanations.explanation import Explanation, difficulty, explain, explain_all
from sapper.explanations.steps import Count, Step, Supposition

__all__ = ["Count", "Explanation", "Step", "Supposition", "difficulty", "explain", "explain_all"]
