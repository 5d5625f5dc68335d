"""Boards, games and results as JSON for the page."""
