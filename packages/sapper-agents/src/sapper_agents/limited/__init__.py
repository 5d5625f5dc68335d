"""The player ``limited``: the logic of limited belief as a strategy."""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
