"""The engine protocol: analyses and moves for other programs, in JSON lines."""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
