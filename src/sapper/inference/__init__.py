"""What a position implies: exact counting, sampling and satisfiability, but no choice of moves."""

from sapper.inference.analysis import Analysis, analyse, analyze

__all__ = ["Analysis", "analyse", "analyze"]
