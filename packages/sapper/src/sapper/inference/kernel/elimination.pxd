from sapper.inference.kernel.boxes cimport Boxes

cdef class Elimination:
    cdef Boxes boxes
    cdef long long stamp
    cdef int cheapest
    cdef int[::1] head, tail, later, earlier, order, cost, near_at, near_n, near
    cdef long long[::1] mark
    cdef int arrange(self, int component) noexcept nogil
    cdef int _collect(self, int component) noexcept nogil
    cdef bint _put_last(self, int first, int end) noexcept nogil
    cdef void _put(self, int clue) noexcept nogil
    cdef void _take(self, int clue) noexcept nogil
    cdef int _meet(self, int clue, int end) noexcept nogil
    cdef int _connect(self, int clue, int end) noexcept nogil
    cdef void _begin(self, int clue, int end) noexcept nogil
    cdef int _add(self, int clue, int other, int end) noexcept nogil
    cdef void _grow(self) noexcept with gil
