"""Sets of small numbers, as bits in an array of 64-bit words."""

import cython

if not cython.compiled:
    from sapper.inference.kernel.word import trailing_zeros

ONE = cython.declare(cython.ulonglong, 1)


def put(bits, i):
    """Add a number to a set."""
    bits[i >> 6] |= ONE << (i & 63)


def drop(bits, i):
    """Remove a number from a set."""
    bits[i >> 6] &= ~(ONE << (i & 63))


def lowest(bits, start):
    """Return the lowest number from ``start`` on that is in a set, or -1."""
    w: cython.int = start >> 6
    word: cython.ulonglong
    if w >= len(bits):
        return -1
    word = bits[w] >> (start & 63)
    while word == 0:
        w += 1
        if w == len(bits):
            return -1
        word = bits[w]
        start = 64 * w
    return start + trailing_zeros(word)


def size(bits):
    """Return how many numbers are in a set."""
    w: cython.int
    n: cython.int = 0
    word: cython.ulonglong
    for w in range(len(bits)):
        word = bits[w]
        while word:
            word &= word - 1
            n += 1
    return n
