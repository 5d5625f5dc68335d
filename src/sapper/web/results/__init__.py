"""Stores of results, and matches that visitors start."""
