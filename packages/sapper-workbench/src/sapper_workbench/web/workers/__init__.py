"""Processes that compute for visitors."""
