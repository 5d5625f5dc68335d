"""Readers and writers of text forms and files: deals, MBF, share links, replays and worlds."""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
