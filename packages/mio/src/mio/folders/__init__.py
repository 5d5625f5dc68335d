"""Reads task folders in the formats of Popper, Aleph and Progol."""

from mio.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
