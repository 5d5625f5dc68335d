from sapper.inference.kernel.boxes cimport Boxes
from sapper.inference.kernel.tables cimport Tables

cdef class Reuse:
    cdef Boxes boxes
    cdef Tables tables
    cdef int n_components
    cdef double tilt
    cdef int[::1] box_of, need, size, lo, hi, component_of, start, clue, members, first, root, leaf
    cdef int[::1] now
    cdef void forget(self) noexcept nogil
    cdef void keep(self) noexcept nogil
    cdef bint adopt(self, int component) noexcept nogil
    cdef bint _same(self, int box, int old) noexcept nogil
