"""Bounds on the chance to win that the best possible player has, from both sides."""
