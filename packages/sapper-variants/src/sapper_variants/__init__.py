"""Variants of Minesweeper as data: certain cells, exact chances and proofs for any rule."""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
