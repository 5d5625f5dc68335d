"""Draws conclusions from positions by exact counting, sampling and satisfiability, but chooses no
moves."""

from sapper.inference.analysis import Analysis, analyse, analyze

__all__ = ["Analysis", "analyse", "analyze"]
