"""``sapper believe``: the command of limited belief."""

from sapper.limited.cli import command

__all__ = ["command"]
