"""What a position implies: exact counting, sampling and satisfiability, but no choice of moves."""

from sapper.inference.analysis import Analysis, analyse, analyze
from sapper.inference.many import Analyses, analyse_many

__all__ = ["Analyses", "Analysis", "analyse", "analyse_many", "analyze"]
