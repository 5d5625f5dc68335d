"""Puzzles and the board of the day in the browser."""
