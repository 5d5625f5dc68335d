"""Mio at work on Minesweeper, one piece of news after another, and its rules illustrated."""
