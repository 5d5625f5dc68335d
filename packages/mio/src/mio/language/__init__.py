"""Logic programs as data and as text: terms, clauses, reading, writing, unification."""

from mio.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
