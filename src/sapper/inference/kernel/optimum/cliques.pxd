from sapper.inference.kernel.optimum.layouts cimport Layouts

cdef class Cliques:
    cdef Layouts layouts
    cdef int n, few
    cdef int[::1] of, place, joined, first
    cdef unsigned long long[::1] table, safe, odd
    cdef unsigned char[::1] kind
    cdef int level(self, long long n, int level) noexcept nogil
    cdef void divide(self, int[::1] members, long long start, long long n, int cell, int level, long long end) noexcept nogil
    cdef bint _fits(self, long long m, int k) noexcept nogil
    cdef void _join(self, long long m, int k) noexcept nogil
    cdef void _copy(self, int[::1] members, long long end, long long n, int level) noexcept nogil
