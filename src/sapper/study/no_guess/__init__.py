"""Boards of any density that can be won without a guess, and their difficulty."""
