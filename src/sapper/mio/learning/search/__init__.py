"""Searches for one clause."""
