"""Positions analysed."""
