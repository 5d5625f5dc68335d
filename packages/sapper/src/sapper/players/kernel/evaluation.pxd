from sapper.inference.kernel.counter cimport Counter

cdef class Evaluation:
    cdef Counter after
    cdef int n_cells, n_swaps, n_frontier, n_considered, frontier_watched, n_watched, n_hidden, telling
    cdef int[::1] box, touched, size, start, cell, of_start, of_cell, considered, watched
    cdef long long[::1] stamp, rated, seen
    cdef long long now, first_stamp
    cdef double[::1] hidden, output, total, next_safety, feature, before, risk
    cdef double log_now, best
    cdef void begin(self, Counter now) noexcept nogil
    cdef void describe(self, int i) noexcept nogil
    cdef double value(self, int i) noexcept nogil
    cdef void _add(self, int swap) noexcept nogil
    cdef bint _arises(self, int swap) noexcept nogil
    cdef void guess(self, Counter now, int cell) noexcept nogil
    cdef void _consider(self, int cell) noexcept nogil
    cdef double _chance(self, int at, int swap) noexcept nogil
    cdef int _safe_cells(self) noexcept nogil
    cdef double _next_safety(self) noexcept nogil
    cdef int _telling(self) noexcept nogil
    cdef bint _tells(self, int cell) noexcept nogil
    cdef bint _covers(self, int clue, int n) noexcept nogil
    cdef bint _settled(self, int box) noexcept nogil
