"""Draws conclusions from positions by exact counting, sampling and satisfiability, but chooses no
moves."""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
