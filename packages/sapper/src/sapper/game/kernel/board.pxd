from sapper.kernel.bits cimport drop, lowest
from sapper.kernel.chance cimport Chance

cdef class Board:
    cdef readonly int size
    cdef int given
    cdef readonly int safe_left
    cdef int[::1] starts, near, playable, blocked, order, opened
    cdef unsigned char[::1] mine, clue, view, forbidden
    cdef bint zeros_open
    cdef void use(self, unsigned char[::1] mine, unsigned char[::1] clue, unsigned char[::1] view) noexcept nogil
    cpdef void cover(self) noexcept nogil
    cpdef void shuffle(self, Chance chance, int count) noexcept nogil
    cpdef int lay(self, int mines, int first, int promise) noexcept nogil
    cdef void put(self, int cell) noexcept nogil
    cdef void _forbid(self, int first, int promise, unsigned char mark) noexcept nogil
    cpdef int open(self, int cell) noexcept nogil
    cdef void lay_out(self, const unsigned char[::1] layout) noexcept nogil
    cdef int pop_hidden(self, unsigned long long[::1] cells) noexcept nogil
