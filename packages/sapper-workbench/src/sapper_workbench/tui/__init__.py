"""The terminal interface: play, watch and analyse. It contains no game logic."""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
