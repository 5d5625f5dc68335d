r"""sapper plays Minesweeper, says why, and lets people analyse and experiment.

>>> import sapper
>>> position = sapper.Position.parse("4x3x2\nHHHH\n1221\n0000")
>>> sapper.analyse(position).safe
((0, 0), (0, 3))

Every name is imported from its package when it is first used; some are of packages beside sapper,
and say which if it is missing.
"""

from sapper.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
