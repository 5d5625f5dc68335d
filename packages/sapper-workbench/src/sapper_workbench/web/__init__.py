"""The web interface: JSON over HTTP, streams of events, and one page, without any game logic."""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
