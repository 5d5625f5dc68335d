"""Reads task folders in sapper's own format, Popper's and Aleph's."""

from mio.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
