"""Planning in any game: upper confidence trees over a model of decisions and chance."""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
