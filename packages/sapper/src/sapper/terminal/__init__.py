"""Boards in a terminal, with their marks and colours, and games in words."""
