"""Compiled players: whole playouts, the look-ahead, exact endgames."""
