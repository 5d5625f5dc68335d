"""Reads what other Minesweeper programs leave: screenshots and binary replays."""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
