from sapper_lab.perfect.kernel.clock cimport Clock
from sapper.kernel.bits cimport popcount, trailing_zeros

cdef class Layouts:
    cdef Clock clock
    cdef int n, stride, most_neighbours
    cdef readonly long long count
    cdef unsigned long long playable
    cdef unsigned long long[::1] near, table
    cdef unsigned char[::1] shown
    cdef void _put(self, long long i, unsigned long long mines) noexcept nogil
    cdef bint distinguished(self, long long i, long long j) noexcept nogil
    cdef void copy(self, long long i, long long to) noexcept nogil
    cdef unsigned long long connected(self, unsigned long long opened, unsigned long long left, unsigned long long seed) noexcept nogil
