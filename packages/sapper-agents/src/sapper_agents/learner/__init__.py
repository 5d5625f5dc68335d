"""Runs the rule learner Mio on Minesweeper and on tasks, and illustrates its rules."""
