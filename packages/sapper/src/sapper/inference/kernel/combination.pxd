from sapper.inference.kernel.boxes cimport Boxes
from sapper.inference.kernel.frontier cimport Frontier
from sapper.inference.kernel.marginals cimport Marginals, unsure
from sapper.inference.kernel.store cimport StateStore
from sapper.inference.kernel.tables cimport Tables
from sapper.inference.kernel.work cimport Work

cdef class Combination:
    cdef Frontier frontier
    cdef Boxes boxes
    cdef Tables tables
    cdef StateStore store
    cdef Work work
    cdef Marginals marginals
    cdef int fixed_mines, off_cells, rest, span, joined_least, off_fewest, off_utmost
    cdef double log_layouts, log_fixed, log_scale, log_off, off_risk
    cdef double[::1] prefix, suffix, spare, off_weight
    cdef long long[::1] prefix_at
    cdef void combine(self) noexcept nogil
    cdef bint _adds_up(self) noexcept nogil
    cdef void _fix_boxes(self) noexcept nogil
    cdef bint _multiply_prefixes(self) noexcept nogil
    cdef bint _weigh_off(self) noexcept nogil
    cdef bint _total(self) noexcept nogil
    cdef void _weigh(self, int c) noexcept nogil
    cdef void _multiply_suffix(self, int c) noexcept nogil
    cdef int pull(self) noexcept nogil
    cdef bint _more_prefix(self, long long least) noexcept with gil
    cdef void _more_off(self, int size) noexcept with gil
    cdef void _reserve_suffix(self) noexcept nogil
    cdef void _more_suffix(self, int size) noexcept with gil
