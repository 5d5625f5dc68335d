"""Background knowledge: an engine for queries, built-in predicates, compiled relations."""

from mio.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
