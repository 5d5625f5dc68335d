from sapper.inference.kernel.boxes cimport Boxes
from sapper.inference.kernel.store cimport StateStore
from sapper.inference.kernel.work cimport Work

cdef class Tables:
    cdef Boxes boxes
    cdef StateStore store
    cdef int side, n_nodes, kept
    cdef double tilt, steepest
    cdef int[::1] left, right, leaf, first, root, chosen
    cdef double[::1] most, least, scale, binomial, ways
    cdef unsigned char[::1] ragged
    cdef void keep(self) noexcept nogil
    cdef void forget(self) noexcept nogil
    cdef void clear(self) noexcept nogil
    cdef void lean(self, double tilt) noexcept nogil
    cdef int ways_at(self, int box) noexcept nogil
    cdef long long top(self, int component) noexcept nogil
    cdef int length(self, int component) noexcept nogil
    cdef int open_node(self, int left, int right, int box, long long links) noexcept nogil
    cdef void bound(self, int node, double least, double most) noexcept nogil
