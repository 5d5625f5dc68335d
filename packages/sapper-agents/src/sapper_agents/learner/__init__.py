"""Runs the rule learner Mio on Minesweeper and on tasks, and illustrates its rules."""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
