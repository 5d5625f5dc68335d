"""Playouts, look-ahead, endgames and the evaluation of guesses, compiled."""
