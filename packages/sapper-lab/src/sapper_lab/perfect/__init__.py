"""Exact perfect play on small boards: ``search`` computes it, ``table`` stores results."""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
