"""The history: all games that a person played, in one file on this machine."""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
