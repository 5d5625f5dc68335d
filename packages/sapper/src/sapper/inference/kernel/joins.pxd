from sapper.inference.kernel.boxes cimport Boxes
from sapper.inference.kernel.scope cimport Scope
from sapper.inference.kernel.store cimport StateStore
from sapper.inference.kernel.tables cimport Tables
from sapper.inference.kernel.work cimport Work

cdef class Joins:
    cdef Boxes boxes
    cdef Tables tables
    cdef StateStore store
    cdef Scope scope
    cdef Work work
    cdef int n_shared, n_fields
    cdef unsigned long long fresh, unit
    cdef int[::1] field, their_field, shared_field, shared_part
    cdef unsigned char[::1] is_shared
    cdef bint _ready(self, int new) noexcept nogil

    cdef int join_box(self, int node, int box) noexcept nogil
    cdef bint _admit_box(self, int node, int box) noexcept nogil
    cdef void _link_box(self, int new, int box) noexcept nogil
    cdef void _fill_box(self, int new, int box) noexcept nogil

    cdef int join_table(self, int node, int other) noexcept nogil
    cdef bint _admit_table(self, int node, int other) noexcept nogil
    cdef void _link_table(self, int new) noexcept nogil
    cdef unsigned long long _split_key(self, int other, unsigned long long key) noexcept nogil
    cdef void _fill_table(self, int new) noexcept nogil
