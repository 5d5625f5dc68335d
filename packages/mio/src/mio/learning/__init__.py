"""The learner: modes, most specific clauses, searches, covering and active learning."""

from mio.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
