"""Figures of statistics as text."""

from __future__ import annotations


def p_value(p: float) -> str:
    """A p-value in three decimals, or in scientific notation if it is below 0.001."""
    if p < 1e-300:
        return "<1e-300"  # floats below have few digits left, or none
    return f"{p:.3f}" if p >= 0.001 else f"{p:.1e}"
