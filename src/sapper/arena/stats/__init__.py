"""Intervals and tests: figures only, no games."""
