"""Replays of other programs in binary formats."""
