"""Boards in a terminal, with their marks and colours."""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
