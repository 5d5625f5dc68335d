"""Counts the work of learning, so that shares of the time do not depend on the computer."""

from __future__ import annotations

#: What is counted, and the seconds that each takes (least squares over 500 intervals of 18 tasks on
#: a busy computer of 2025; of joins, rows, clauses, literals and macros again over 150 of 8 tasks):
#: queries to Prolog and their steps; joins of a literal and their rows; choices of a threshold;
#: searches and their clauses, literals of most specific clauses and macros; calls and answers of
#: recursive programs; and questions to predicates one at a time.
SECONDS = {
    "query": 30e-6,
    "step": 7e-6,
    "join": 50e-6,
    "row": 0.15e-6,
    "cut": 100e-6,
    "search": 1200e-6,
    "clause": 25e-6,
    "literal": 120e-6,
    "macro": 20e-6,
    "call": 5e-6,
    "answer": 2.5e-6,
    "question": 3e-6,
}


class Work:
    """What has been done so far, in seconds that it takes on a computer of average speed."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def add(self, kind: str, count: int = 1) -> None:
        """Count something that ``SECONDS`` names."""
        self.seconds += SECONDS[kind] * count
