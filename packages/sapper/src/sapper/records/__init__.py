"""Games that were played: trees of moves, their steps, their records, and their files."""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
