"""Sets of small numbers: the bits of one 64-bit word, or of an array of them.

Compiled code takes ``popcount`` and ``trailing_zeros`` from the C of the ``.pxd`` beside this file,
inlined.
"""

import cython

if not cython.compiled:

    def popcount(word):
        """Return the number of bits that are set."""
        return word.bit_count()

    def trailing_zeros(word):
        """Return the number of the lowest bit of a word that is not 0."""
        return (word & -word).bit_length() - 1


ONE = cython.declare(cython.ulonglong, 1)


def put(bits, i):
    """Add a number to a set."""
    bits[i >> 6] |= ONE << (i & 63)


def drop(bits, i):
    """Remove a number from a set."""
    bits[i >> 6] &= ~(ONE << (i & 63))


def lowest(bits, start):
    """Return the lowest number of a set from ``start`` on, or -1."""
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
