"""Watching a game: in half steps, and finding the moves oneself."""
