"""Mio, a multirelational learner of rules from examples in any domain.

It follows Peña Castillo & Wrobel 2003, "Learning Minesweeper with multirelational learning": most
specific clauses, searches with macros, example-driven covering and active learning.

Every name is imported from its module when it is first used, because programs that only apply rules
need neither the learner nor NumPy.
"""

from mio.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__)
