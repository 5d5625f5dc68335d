from sapper.inference.kernel.boxes cimport Boxes
from sapper.inference.kernel.frontier cimport Frontier
from sapper.inference.kernel.marginals cimport Marginals
from sapper.inference.kernel.tables cimport Tables

cdef class Counter:
    cdef Frontier frontier
    cdef Boxes boxes
    cdef Tables tables
    cdef Marginals marginals
    cdef int status, culprit, fixed_mines, off_cells, rest, span, joined_least, off_fewest, off_utmost
    cdef double log_layouts, log_fixed, log_scale, log_off, off_risk
    cdef double[::1] prefix, suffix, spare, off_weight
    cdef long long[::1] prefix_at
    cpdef void limit(self, long long megabytes, long long steps) noexcept nogil
    cdef int solve(self) noexcept nogil
    cdef int _attempt(self, double tilt) noexcept nogil
    cdef void _lean_better(self) noexcept nogil
    cdef int _pull(self) noexcept nogil
    cdef double _tilt(self) noexcept nogil
    cdef bint _adds_up(self) noexcept nogil
    cdef void _combine(self) noexcept nogil
    cdef long long _root(self, int c) noexcept nogil
    cdef int _length(self, int c) noexcept nogil
    cdef void _fix_boxes(self) noexcept nogil
    cdef bint _multiply_prefixes(self) noexcept nogil
    cdef double _level(self, double[::1] weights, long long first, int length) noexcept nogil
    cdef bint _weigh_off(self) noexcept nogil
    cdef bint _total(self) noexcept nogil
    cdef void _weigh(self, int c) noexcept nogil
    cdef void _multiply_suffix(self, int c) noexcept nogil
    cdef double risk(self, int cell) noexcept nogil
    cdef double _unsure(self, double p) noexcept nogil
    cdef double quiet(self, int cell) noexcept nogil
    cdef double box_risk(self, int box) noexcept nogil
    cdef void write_risks(self, double[::1] to) noexcept nogil
    cdef bint _more_prefix(self, long long least) noexcept with gil
    cdef void _more_off(self, int size) noexcept with gil
    cdef void _reserve_suffix(self) noexcept nogil
    cdef void _more_suffix(self, int size) noexcept with gil
