"""The game itself: grids, rules, deals, positions and the referee. It knows no strategies."""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
