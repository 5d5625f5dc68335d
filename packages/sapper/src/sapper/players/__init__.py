"""Players: chains of strategies that see a position, never the deal."""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
