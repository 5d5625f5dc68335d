from sapper.inference.kernel.counter cimport Counter

cdef class Lookahead:
    cdef Counter after
    cdef int n
    cdef double slack
    cdef unsigned long long far
    cdef int[::1] cell, box, touched
    cdef double[::1] safety, prior, value
    cdef void rank(self, Counter now, const unsigned char[::1] view) noexcept nogil
    cdef void _collect(self, Counter now, const unsigned char[::1] view) noexcept nogil
    cdef bint _listed(self, Counter now, int cell) noexcept nogil
    cdef double _look(self, Counter now, int i, const unsigned char[::1] view, double bound) noexcept nogil
    cdef double _next_safety(self) noexcept nogil
    cdef bint _goes_on(self) noexcept nogil
    cdef bint _tells(self, int cell) noexcept nogil
    cdef bint _covers(self, int clue, int n) noexcept nogil
    cdef bint _settled(self, int box) noexcept nogil
