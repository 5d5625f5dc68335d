"""Explains why a cell is safe or a mine, in steps that a person can follow, and checks such
steps."""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
