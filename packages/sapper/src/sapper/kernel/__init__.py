"""What all of the kernel builds on: random numbers, sets of bits, and arrays."""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
