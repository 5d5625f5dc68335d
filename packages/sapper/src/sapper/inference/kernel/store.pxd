from sapper.inference.kernel.work cimport Work

cdef class StateStore:
    cdef Work work
    cdef int mask
    cdef long long stamp, n_states, n_poly, n_links, kept_states, kept_poly, kept_links
    cdef int[::1] states, link, lo, hi, slot_state
    cdef long long[::1] state_at, link_at, links, row, slot_stamp
    cdef unsigned long long[::1] key
    cdef double[::1] inside, outside
    cdef unsigned char[::1] alive
    cdef void forget(self) noexcept nogil
    cdef void keep(self) noexcept nogil
    cdef void clear(self) noexcept nogil
    cdef bint spacious(self) noexcept nogil
    cdef bint open_node(self, int node, long long links) noexcept nogil
    cdef bint open_rows(self, int new) noexcept nogil
    cdef long long rows_end(self, int node) noexcept nogil
    cdef int intern(self, int node, unsigned long long key, int lo, int hi) noexcept nogil
    cdef int _slot(self, unsigned long long key) noexcept nogil
    cdef bint _spread(self, int node) noexcept nogil
    cdef bint link_table(self, int new, int a, int b, int p) noexcept nogil
    cdef double level(self, double[::1] counts, int node) noexcept nogil
    cdef double level_between(self, double[::1] counts, long long first, long long last) noexcept nogil
    cdef long long held(self) noexcept nogil
    cdef bint afford(self, long long n_bytes) noexcept with gil
    cdef bint _more_states(self, long long least) noexcept with gil
    cdef bint _more_poly(self, long long least) noexcept with gil
    cdef bint _more_links(self, long long least) noexcept with gil
    cdef bint _more_slots(self, long long least) noexcept with gil
