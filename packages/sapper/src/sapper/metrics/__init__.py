"""The figures that players compare: 3BV, openings, islands, ZiNi, clicks by kind, and quotients of
these."""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
