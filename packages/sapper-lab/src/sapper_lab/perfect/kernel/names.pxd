from sapper_lab.perfect.kernel.layouts cimport Layouts
from sapper.kernel.bits cimport popcount, trailing_zeros

cdef class StateNames:
    cdef int n, stride, turns
    cdef int[::1] row, column, spot, seen, seen_code
    cdef unsigned long long[::1] near, code_a, code_b
    cdef unsigned long long a, b
    cdef int _place(self, int r, int c, int turn) noexcept nogil
    cdef void name(self, unsigned long long safe, unsigned long long opened, unsigned long long left) noexcept nogil
