from sapper.kernel.chance cimport Chance
from sapper.kernel.bits cimport lowest

cdef class Frontier:
    cdef int size, words, pending, playable
    cdef int mines_left, undecided, culprit, asked, asked_mines
    cdef bint contradiction, changed
    cdef int[::1] starts, near, need, unknown, queue
    cdef unsigned char[::1] known, is_clue, queued, blank
    cdef unsigned long long[::1] code, safe_bits, open_bits
    cdef void cover(self, int mines) noexcept nogil
    cdef void load(self, const unsigned char[::1] view, int mines) noexcept nogil
    cdef void _add_clue(self, int cell, int clue, const unsigned char[::1] view) noexcept nogil
    cdef void reveal(self, int cell, const unsigned char[::1] view) noexcept nogil
    cdef void show(self, int cell, int clue, const unsigned char[::1] view) noexcept nogil
    cdef void ask(self, int cell, const unsigned char[::1] view) noexcept nogil
    cdef void _open(self, int cell) noexcept nogil
    cdef void follow(self, Frontier other) noexcept nogil
    cdef void settle(self) noexcept nogil
    cdef void _decide(self, int cell, bint mined) noexcept nogil
    cdef void _close(self, int clue) noexcept nogil
    cdef void _look(self, int clue) noexcept nogil
    cdef void _enqueue(self, int clue) noexcept nogil
    cdef void _contradict(self, int clue) noexcept nogil
    cdef int lowest_safe(self) noexcept nogil
