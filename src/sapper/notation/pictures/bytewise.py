"""Arithmetic on many bytes at once, without arrays: a string of bytes is one long integer.

Each byte has a lane of 16 bits, every second byte in one integer and the others in another, so that
carries stay in their lane. Operations on integers of a million bytes take milliseconds, compiled or
not.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache


@lru_cache(maxsize=4)
def _lanes(count: int) -> tuple[int, int]:
    """Return integers of ``count`` lanes that each contain 1, and 255."""
    ones = int.from_bytes(b"\x01\x00" * count, "little")
    return ones, 255 * ones


def _compared(a: int, b: int, ones: int, full: int) -> tuple[int, int]:
    """Return a − b modulo 256 in each lane, and 255 in the lanes in which a ≥ b."""
    shifted = (a | ones << 8) - b  # no lane borrows from the next, and bit 8 tells whether a ≥ b
    larger = (shifted >> 8 & ones) * 255
    return shifted & full, larger


def difference(a: bytes, b: bytes) -> bytes:
    """Return the absolute value of a − b for each byte of two strings of the same length."""
    ones, full = _lanes((len(a) + 1) // 2)

    def lane(a: int, b: int) -> int:
        minus, larger = _compared(a, b, ones, full)
        smaller = full ^ larger
        return (minus ^ smaller) + (smaller & ones)  # −x is the complement of x, plus 1

    return _in_lanes(lane, a, b, full)


def maximum(a: bytes, b: bytes) -> bytes:
    """Return the larger byte at each place of two strings of the same length."""
    ones, full = _lanes((len(a) + 1) // 2)

    def lane(a: int, b: int) -> int:
        minus, larger = _compared(a, b, ones, full)
        return b + (minus & larger)

    return _in_lanes(lane, a, b, full)


def _in_lanes(lane: Callable[[int, int], int], a: bytes, b: bytes, full: int) -> bytes:
    """Return the results of an operation on lanes for all bytes."""
    one, other = int.from_bytes(a, "little"), int.from_bytes(b, "little")
    even = lane(one & full, other & full)
    odd = lane(one >> 8 & full, other >> 8 & full)
    return (even | odd << 8).to_bytes(len(a) + 1, "little")[: len(a)]
