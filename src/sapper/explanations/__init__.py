"""Why a cell is safe or a mine, in steps that a person can follow; and a checker of such steps."""

from sapper.explanations.explanation import Explanation, explain, explain_all
from sapper.explanations.steps import Count, Step, Supposition

__all__ = ["Count", "Explanation", "Step", "Supposition", "explain", "explain_all"]
