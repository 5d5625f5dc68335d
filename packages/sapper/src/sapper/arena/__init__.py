"""Games and matches: plays deals to their end, and compares players on identical deals."""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
