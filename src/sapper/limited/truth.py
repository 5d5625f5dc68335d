"""Clauses, and the truth values of literals in a closure."""

from __future__ import annotations

Clause = frozenset[int]

TRUE, FALSE = 1, 2  #: what a closure makes of a literal; one that it leaves open has 0
