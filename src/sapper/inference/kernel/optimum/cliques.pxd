from sapper.inference.kernel.optimum.layouts cimport Layouts

cdef class Cliques:
    cdef Layouts layouts
    cdef int n
    cdef long long base
    cdef int[::1] of, place, first
    cdef unsigned long long[::1] table, safe, odd
    cdef unsigned char[::1] kind
    cdef int level(self, long long n, int level) noexcept nogil
    cdef int divide(self, int[::1] members, long long start, long long n, int cell, int level) noexcept nogil
    cdef bint _fits(self, long long m, int k) noexcept nogil
    cdef void _join(self, long long m, int k) noexcept nogil
    cdef int _sort(self, int[::1] members, long long start, long long n) noexcept nogil
