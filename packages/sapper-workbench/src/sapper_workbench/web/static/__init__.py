"""Serving the files of the page."""
