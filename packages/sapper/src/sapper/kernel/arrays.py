"""Zeroed arrays of C types: memoryviews for compiled code, sequences for Python.

The module is compiled because tables grow in functions that cannot raise: an interpreted function
would handle Ctrl-C there, and its ``KeyboardInterrupt`` would be lost.
"""

from __future__ import annotations

from array import array
from mmap import mmap

import cython


def zeroed(code: str, n: int) -> memoryview:
    """Return n zeroed numbers of the type that ``array`` names by this code.

    For large arrays: unlike the others it returns at once, because the system supplies each page
    when it is first used.
    """
    size = array(code).itemsize
    return memoryview(mmap(-1, max(n, 1) * size)).cast("B").cast(code)[:n]  # type: ignore[call-overload]


def flags(n: int) -> array[int]:
    """Return n unsigned bytes."""
    return array("B", [0]) * n


def ints(n: int) -> array[int]:
    """Return n C ints."""
    return array("i", [0]) * n


def longs(n: int) -> array[int]:
    """Return n signed 64-bit integers."""
    return array("q", [0]) * n


def words(n: int) -> array[int]:
    """Return n unsigned 64-bit integers."""
    return array("Q", [0]) * n


def floats(n: int) -> array[float]:
    """Return n C floats."""
    return array("f", [0.0]) * n


def doubles(n: int) -> array[float]:
    """Return n doubles."""
    return array("d", [0.0]) * n


@cython.locals(i=cython.Py_ssize_t)
def indices(values: array[float], value: float) -> list[int]:
    """Return the indices at which an array of doubles has a value, in ascending order."""
    each: cython.double[::1] = values
    return [i for i in range(len(values)) if each[i] == value]
