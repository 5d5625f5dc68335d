"""The bits of one word. Compiled code takes the C of the ``.pxd`` beside this file, inlined."""

import cython

if not cython.compiled:

    def bits(word):
        """Return how many bits are set."""
        return word.bit_count()

    def trailing_zeros(word):
        """Return the number of the lowest bit of a word that is not 0."""
        return (word & -word).bit_length() - 1
