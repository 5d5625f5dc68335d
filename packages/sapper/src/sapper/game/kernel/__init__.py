"""The board of a game, compiled."""
