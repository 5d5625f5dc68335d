from sapper.inference.kernel.boxes cimport Boxes
from sapper.inference.kernel.elimination cimport Elimination

cdef class Tables:
    cdef Boxes boxes
    cdef Elimination elimination
    cdef int side, n_nodes, n_scope, now_n, n_pieces, n_loose, n_shared
    cdef int status, mask
    cdef long long stamp, n_states, n_poly, n_links, next_look, worked, allowance, budget
    cdef double deadline, tilt
    cdef unsigned long long used, fresh, unit
    cdef int[::1] left, right, leaf, states, parent, scope_at, scope_n
    cdef int[::1] root, holder, pieces, loose
    cdef int[::1] scope_clue, scope_shift, scope_room, slot_state
    cdef long long[::1] slot_stamp
    cdef int[::1] at, now_clue, now_shift, now_room, their_field, shared_field, shared_part
    cdef int[::1] link, lo, hi
    cdef long long[::1] state_at, link_at, links, row
    cdef double[::1] most, least, scale, binomial, ways, inside, outside
    cdef unsigned char[::1] ragged, is_shared
    cdef unsigned long long[::1] key

    cdef int build(self) noexcept nogil
    cdef void lean(self, double tilt) noexcept nogil
    cdef void _eliminate(self, int component) noexcept nogil
    cdef void _gather(self, int clue) noexcept nogil
    cdef int _now_part_of(self, int node) noexcept nogil
    cdef int _smallest_piece(self) noexcept nogil
    cdef int _nearest_box(self) noexcept nogil

    cdef void _take(self, int node) noexcept nogil
    cdef void _keep(self, int node) noexcept nogil
    cdef void _drop(self) noexcept nogil
    cdef unsigned long long _field(self, int clue) noexcept nogil
    cdef bint _admit(self, int node, int clue) noexcept nogil
    cdef int _gap(self, int width) noexcept nogil
    cdef void _compact(self, int node) noexcept nogil
    cdef void _close(self) noexcept nogil

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
    cdef bint _alive(self, int node) noexcept nogil
    cdef bint _open_rows(self, int new) noexcept nogil
    cdef long long rows_end(self, int node) noexcept nogil
    cdef int _intern(self, int node, unsigned long long key, int lo, int hi) noexcept nogil
    cdef int _slot(self, unsigned long long key) noexcept nogil
    cdef bint _spread(self, int node) noexcept nogil
    cdef bint _link(self, int new, int a, int b, int p) noexcept nogil
    cdef void _rescale(self, int node) noexcept nogil
    cdef double level(self, double[::1] counts, int node) noexcept nogil

    cdef void _labour(self, long long steps) noexcept nogil
    cdef void _look(self) noexcept with gil
    cdef bint _afford(self, long long n_bytes) noexcept with gil
    cdef bint _more_states(self, long long least) noexcept with gil
    cdef bint _more_poly(self, long long least) noexcept with gil
    cdef bint _more_links(self, long long least) noexcept with gil
    cdef bint _more_slots(self, long long least) noexcept with gil
    cdef void _more_scope(self) noexcept with gil
