"""A game as a tree of moves with a cursor that steps, undoes and visits variations."""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
