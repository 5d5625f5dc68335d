"""A game that a person and players play, with the memory of each player."""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
