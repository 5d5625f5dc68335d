"""The player ``bssuct``: a belief-state model of Minesweeper, and planning in it."""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
