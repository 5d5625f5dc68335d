"""A report as a self-contained page."""
