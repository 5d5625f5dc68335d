from sapper_lab.perfect.kernel.layouts cimport Layouts
from sapper.kernel.bits cimport trailing_zeros

cdef class FewLayouts:
    cdef Layouts layouts
    cdef int cells, rows
    cdef int[::1] start, order, bound
    cdef unsigned char[::1] low, high
    cdef unsigned long long[::1] part, safe, apart, clique, set
    cdef long long[::1] stamp
    cdef long long now
    cdef int win(self, int[::1] members, long long start, int n, unsigned long long telling, int need) noexcept nogil
    cdef void _load(self, int[::1] members, long long start, int n, unsigned long long telling) noexcept nogil
    cdef int _solve(self, unsigned long long some, int need, int depth) noexcept nogil
    cdef bint _better_first(self, unsigned long long here, int start, int end) noexcept nogil
    cdef int _open(self, unsigned long long some, int j, int need, int n, int depth) noexcept nogil
    cdef int _divide(self, unsigned long long some, int depth) noexcept nogil
    cdef int _cliques(self, unsigned long long some, int n, int depth) noexcept nogil
