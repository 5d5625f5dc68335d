"""Upper and lower bounds on the win rate of the best possible player."""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
