from sapper.inference.kernel.boxes cimport Boxes
from sapper.inference.kernel.elimination cimport Elimination
from sapper.inference.kernel.scope cimport Scope
from sapper.inference.kernel.store cimport Store

cdef class Tables:
    cdef Boxes boxes
    cdef Elimination elimination
    cdef Store store
    cdef Scope scope
    cdef int side, n_nodes, n_pieces, n_loose, n_shared, status
    cdef long long next_look, worked, allowance
    cdef double deadline, tilt, steepest
    cdef unsigned long long fresh, unit
    cdef int[::1] left, right, leaf, parent, root, holder, pieces, loose
    cdef int[::1] their_field, shared_field, shared_part
    cdef double[::1] most, least, scale, binomial, ways
    cdef unsigned char[::1] ragged, is_shared

    cdef int build(self) noexcept nogil
    cdef void lean(self, double tilt) noexcept nogil
    cdef void _eliminate(self, int component) noexcept nogil
    cdef void _gather(self, int clue) noexcept nogil
    cdef int _now_part_of(self, int node) noexcept nogil
    cdef int _smallest_piece(self) noexcept nogil
    cdef int _nearest_box(self) noexcept nogil

    cdef int _join_leaf(self, int node, int box) noexcept nogil
    cdef bint _admit_box(self, int node, int box) noexcept nogil
    cdef void _link_leaf(self, int new, int box) noexcept nogil
    cdef void _fill_leaf(self, int new, int box) noexcept nogil
    cdef int _join_table(self, int node, int other) noexcept nogil
    cdef bint _admit_table(self, int node, int other) noexcept nogil
    cdef void _link_table(self, int new) noexcept nogil
    cdef unsigned long long _split_key(self, int other, unsigned long long key) noexcept nogil
    cdef void _fill_table(self, int new) noexcept nogil

    cdef int _open_node(self, int node, int other, int box, long long links) noexcept nogil
    cdef int _refuse(self, int status, int node) noexcept nogil
    cdef bint _alive(self, int node) noexcept nogil
    cdef void _rescale(self, int node) noexcept nogil
    cdef void _labour(self, long long steps) noexcept nogil
    cdef void _look(self) noexcept with gil
