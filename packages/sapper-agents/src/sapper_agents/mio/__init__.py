"""The player ``mio``: rules of Minesweeper, learned, proved and applied to positions."""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
