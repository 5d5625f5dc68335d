"""Boards of any density that can be won without a guess, and how hard they are."""
