"""Study: games that are stepped, steered, undone and reviewed, independent of any screen."""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
