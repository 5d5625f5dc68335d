from sapper.inference.kernel.boxes cimport Boxes
from sapper.inference.kernel.store cimport StateStore
from sapper.inference.kernel.tables cimport Tables

cdef double unsure(double p) noexcept nogil

cdef class Marginals:
    cdef Boxes boxes
    cdef Tables tables
    cdef StateStore store
    cdef double[::1] expected, risk, mass
    cdef int[::1] fewest, utmost
    cdef void fix(self, int box) noexcept nogil
    cdef void _rate(self, int box) noexcept nogil
    cdef void choose(self, int component) noexcept nogil
    cdef void unfold(self, int component) noexcept nogil
    cdef void _blank(self, int node) noexcept nogil
    cdef void _unfold_leaf(self, int node) noexcept nogil
    cdef void _settle(self, int box, int lo, int span) noexcept nogil
    cdef void _unfold_table(self, int node) noexcept nogil
