"""The review of a finished game: what each guess risked and lost."""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
