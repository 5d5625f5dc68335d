from sapper.inference.kernel.boxes cimport Boxes
from sapper.inference.kernel.elimination cimport Elimination
from sapper.inference.kernel.joins cimport Joins
from sapper.inference.kernel.reuse cimport Reuse
from sapper.inference.kernel.scope cimport Scope
from sapper.inference.kernel.store cimport StateStore
from sapper.inference.kernel.tables cimport Tables
from sapper.inference.kernel.work cimport Work

cdef class InsidePass:
    cdef Boxes boxes
    cdef Tables tables
    cdef StateStore store
    cdef Work work
    cdef Elimination elimination
    cdef Reuse reuse
    cdef Scope scope
    cdef Joins joins
    cdef int n_pieces, n_loose
    cdef int[::1] part_of, holder, pieces, loose
    cdef bint build(self) noexcept nogil
    cdef void _eliminate(self, int component) noexcept nogil
    cdef int _replace(self, int node, int new) noexcept nogil
    cdef void _gather(self, int clue) noexcept nogil
    cdef int _now_part_of(self, int node) noexcept nogil
    cdef int _smallest_piece(self) noexcept nogil
    cdef int _nearest_box(self) noexcept nogil
