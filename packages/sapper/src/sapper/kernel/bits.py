"""Bits: sets of small numbers in one 64-bit word or in an array, and counters in bit slices.

Compiled code takes ``popcount`` and ``trailing_zeros`` from the C of the ``.pxd`` beside this file,
inlined.
"""

import cython

from sapper.kernel.arrays import words

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
    """Return the number of elements of a set."""
    w: cython.int
    n: cython.int = 0
    word: cython.ulonglong
    for w in range(len(bits)):
        word = bits[w]
        while word:
            word &= word - 1
            n += 1
    return n


@cython.final
@cython.cclass
class SlicedCounters:
    """Rows of 64 counters of ``width`` bits each, bit-sliced: bit b of counter j of a row is bit j
    of its word b. So 1 is added to any set of counters at once."""

    def __init__(self, width, rows):
        self.width = width
        self.slices = words(width * rows)
        self.count = 0

    def clear(self, row):
        """Set the counters of a row to 0."""
        b: cython.int
        for b in range(row * self.width, (row + 1) * self.width):
            self.slices[b] = 0

    def add(self, chosen, row):
        """Add 1 to the chosen counters of a row, which are the bits of a word."""
        b: cython.int = row * self.width
        word: cython.ulonglong
        while chosen:
            word = self.slices[b]
            self.slices[b] = word ^ chosen
            chosen &= word
            b += 1

    def largest(self, chosen, row):
        """Return the number of the largest chosen counter of a row; set ``count`` to its value."""
        b: cython.int
        word: cython.ulonglong
        self.count = 0
        for b in range((row + 1) * self.width - 1, row * self.width - 1, -1):
            word = chosen & self.slices[b]
            self.count *= 2
            if word:
                self.count += 1
                chosen = word
        return trailing_zeros(chosen)
