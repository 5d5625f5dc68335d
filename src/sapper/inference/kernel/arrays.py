"""Zeroed arrays of C types, readable as memoryviews by compiled code and as lists by Python."""

from __future__ import annotations

from array import array


def flags(n: int) -> array[int]:
    """n unsigned bytes."""
    return array("B", [0]) * n


def ints(n: int) -> array[int]:
    """n C ints."""
    return array("i", [0]) * n


def longs(n: int) -> array[int]:
    """n signed 64-bit integers."""
    return array("q", [0]) * n


def words(n: int) -> array[int]:
    """n unsigned 64-bit integers."""
    return array("Q", [0]) * n


def doubles(n: int) -> array[float]:
    """n doubles."""
    return array("d", [0.0]) * n
