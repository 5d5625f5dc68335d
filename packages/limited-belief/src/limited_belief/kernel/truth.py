"""Clauses, and the truth values that a closure gives to literals.

The compiled ``kernel.closure`` copies the values into C constants, which Python cannot see; the
rest of the package imports them from here.
"""

from __future__ import annotations

Clause = frozenset[int]

TRUE, FALSE = 1, 2  #: the closure leaves literals with value 0 open
