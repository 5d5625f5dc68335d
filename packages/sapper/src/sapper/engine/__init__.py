"""The engine protocol: analyses and moves for other programs, in JSON lines."""

from sapper.engine.client import Client, EngineError

__all__ = ["Client", "EngineError"]
