from sapper.inference.kernel.counter cimport Counter

cdef class Lookahead:
    cdef Counter after
    cdef int n
    cdef int[::1] cell
    cdef double[::1] safety, prior, value
    cdef void rank(self, Counter now, const unsigned char[::1] view) noexcept nogil
    cdef void _collect(self, Counter now) noexcept nogil
    cdef double _look(self, Counter now, int cell, const unsigned char[::1] view) noexcept nogil
    cdef double _next_safety(self) noexcept nogil
