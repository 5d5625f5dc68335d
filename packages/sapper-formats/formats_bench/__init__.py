"""Boards drawn after the looks of Minesweeper programs, to measure and train the picture reader."""
