from sapper.inference.kernel.tables cimport Tables

cdef class Marginals:
    cdef Tables tables
    cdef double[::1] expected, mass
    cdef int[::1] fewest, utmost
    cdef void fix(self, int box) noexcept nogil
    cdef void unfold(self, int component) noexcept nogil
    cdef void _blank(self, int node) noexcept nogil
    cdef void _unfold_leaf(self, Tables t, int node) noexcept nogil
    cdef void _settle(self, int box, int lo, int span) noexcept nogil
    cdef void _unfold_table(self, Tables t, int node) noexcept nogil
