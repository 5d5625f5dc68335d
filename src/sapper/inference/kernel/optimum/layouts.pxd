from sapper.inference.kernel.word cimport trailing_zeros

cdef class Layouts:
    cdef int n, stride, most_neighbours
    cdef readonly long long count
    cdef unsigned long long playable
    cdef unsigned long long[::1] near, table
    cdef void _put(self, long long i, unsigned long long mines) noexcept nogil
    cdef bint distinguished(self, long long i, long long j) noexcept nogil
    cdef int clue(self, long long i, int cell) noexcept nogil
