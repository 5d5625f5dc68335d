"""The verbs experiment, report, export, optimum, bounds and opening of the command line."""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
