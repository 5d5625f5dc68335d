from sapper_lab.perfect.kernel.layouts cimport Layouts
from sapper.kernel.bits cimport trailing_zeros

cdef class Cliques:
    cdef Layouts layouts
    cdef int n, few, n_asked
    cdef int[::1] of, place, joined, first, asked
    cdef unsigned long long[::1] table, shows
    cdef unsigned char[::1] kind
    cdef int level(self, long long n, int level) noexcept nogil
    cdef void divide(self, int[::1] members, long long start, long long n, int cell, unsigned long long telling, int level, long long end) noexcept nogil
    cdef int _fitting(self, int m, int first, unsigned long long telling) noexcept nogil
    cdef bint _fits(self, int m, int k) noexcept nogil
    cdef void _join(self, int m, int k) noexcept nogil
    cdef void _copy(self, int[::1] members, long long end, long long n, int level) noexcept nogil
